"""A sentence as words with their places, contractions opened."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from esneg.negation.language import Language
from esneg.negation.letters import LETTER
from esneg.negation.registry import load

_APOSTROPHES = str.maketrans(dict.fromkeys("\u2019\u2018\u02bc\uff07\u00b4`", "'"))
_WORD = re.compile(f"{LETTER}+(?:'{LETTER}+)*'?")
_STRONG = re.compile(
    r"[.!?;:()\[\]\u2014\u2013\u2026\n\u0964\u3002\uff01\uff1f\uff1b\u061f\u061b\u00bf\u00a1]"
)


class Word(NamedTuple):
    """One word.

    Attributes:
        text: in lower case, with the plain apostrophe; of a contraction, one word of its full form.
        start: where it begins in the sentence; the words of a contraction share their place.
        end: where it ends.
        before: what stands between it and the word before: "." for whatever ends a clause, "," for a comma, "-" for
            a hyphen, "'" for a contraction or an elision, "" for anything else.
    """

    text: str
    start: int
    end: int
    before: str


@cache
def _cue_run(code: str) -> re.Pattern[str]:
    """Splits running text at the cues, for languages that put no spaces between words."""
    language = load(code)
    cues = sorted((*language.all_cues, *language.lexical_negatives), key=len, reverse=True)
    return re.compile(f"({'|'.join(map(re.escape, cues))})")


def split(sentence: str, language: Language) -> list[Word]:
    """The words of a sentence, in order."""
    plain = sentence.lower().translate(_APOSTROPHES)
    if len(plain) != len(sentence):  # a few letters grow when lowered (İ), and places must stay true
        plain = "".join(c.lower() if len(c.lower()) == 1 else c for c in sentence).translate(_APOSTROPHES)
    words: list[Word] = []
    last = 0
    for match in _WORD.finditer(plain):
        start, end = match.span()
        before = _separator(plain[last:start])
        last = end
        for text, first, until in _parts(match.group(), start, language):
            words.append(Word(text, first, until, before))
            before = "'"
    return words


def _separator(between: str) -> str:
    if between in (" ", ""):
        return ""
    if _STRONG.search(between):
        return "."
    if "," in between or "\u060c" in between or "\u3001" in between or "\uff0c" in between:
        return ","
    return "-" if between == "-" else ""


def _parts(text: str, start: int, language: Language) -> list[tuple[str, int, int]]:
    end = start + len(text)
    full = language.contractions.get(text)
    if full is not None:
        return [(part, start, end) for part in full.split()]
    if not language.spaces:
        parts = []
        for piece in _cue_run(language.code).split(text):
            if piece:
                parts.append((piece, start, start + len(piece)))
                start += len(piece)
        return parts
    if "'" not in text:
        return [(text, start, end)]
    if language.code == "en":
        bare = text.rstrip("'").removesuffix("'s")
        return [(bare, start, start + len(bare))] if bare else []
    parts = []
    for piece in re.findall(r"[^']+'?", text):
        # The apostrophe of an elision stays with a clitic that negates ("n'") and goes with any other ("l'").
        kept = piece if piece in language.clitics else piece.rstrip("'")
        parts.append((kept, start, start + len(kept)))
        start += len(piece)
    return parts
