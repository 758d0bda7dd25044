"""Where in a sentence the lost cues stand, so that a page can strike them out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence


def struck(sentence: str, lost_cues: Sequence[str]) -> list[tuple[str, bool]]:
    """The sentence in parts, each with whether it is a lost cue.

    A cue is found as a word, in any case and with either apostrophe; in a script without spaces inside a run of text.
    """
    if not lost_cues:
        return [(sentence, False)]
    as_words = _parts(sentence, "|".join(_as_word(cue) for cue in _longest_first(lost_cues)))
    if any(lost for _, lost in as_words) or " " in sentence:
        return as_words
    return _parts(sentence, "|".join(_spelled(cue) for cue in _longest_first(lost_cues)))


def _longest_first(cues: Sequence[str]) -> Iterator[str]:
    return iter(sorted(cues, key=len, reverse=True))


def _spelled(cue: str) -> str:
    return re.sub("['\u2019]", "['\u2019]", re.escape(cue))


def _as_word(cue: str) -> str:
    before = r"(?<!\w)" if cue[:1].isalnum() else ""
    after = r"(?!\w)" if cue[-1:].isalnum() else ""
    return f"{before}{_spelled(cue)}{after}"


def _parts(sentence: str, pattern: str) -> list[tuple[str, bool]]:
    parts: list[tuple[str, bool]] = []
    at = 0
    for found in re.finditer(pattern, sentence, re.IGNORECASE):
        parts += [(sentence[at : found.start()], False), (found[0], True)]
        at = found.end()
    parts.append((sentence[at:], False))
    return [part for part in parts if part[0]]
