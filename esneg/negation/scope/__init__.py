"""Which words of a sentence a negation cue reaches: pure Python, no engine, no model."""

from esneg.negation.scope.grammar import Grammar, grammar

__all__ = ["Grammar", "grammar"]
