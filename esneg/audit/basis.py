"""What an audit probed with, for its report."""

from __future__ import annotations

from esneg.audit.basis_model import ProbedLanguage
from esneg.negation import load


def probed_language(code: str) -> ProbedLanguage:
    """A language with its minimal pairs and the cues that these turn on."""
    language = load(code)
    cues = dict.fromkeys(pair.cue for pair in language.minimal_pairs)
    return ProbedLanguage(language.code, language.name, len(language.minimal_pairs), tuple(cues))
