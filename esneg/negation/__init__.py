"""What a negation cue is, per language: cues, contractions, pseudo-negation, minimal pairs. Data, one file each."""

from esneg.negation.language import Language, MinimalPair
from esneg.negation.registry import available, for_analyzer, load

__all__ = ["Language", "MinimalPair", "available", "for_analyzer", "load"]
