"""Which words of a sentence a negation cue reaches: pure Python, no engine, no model."""

from esneg.negation.scope.grammar import Grammar, grammar
from esneg.negation.scope.reading import Negation, Polarity, Reading, Span, analyze

__all__ = ["Grammar", "Negation", "Polarity", "Reading", "Span", "analyze", "grammar"]
