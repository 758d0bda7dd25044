"""Words brought together: a light stemmer for two languages, and the plain form of a text."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_TOKEN = re.compile(r"\d+(?:[.,]\d+)+|\w+(?:['’\-]\w+)*|[%$€£]")
_EDGES = " \t\r\n.?!¿¡,;:\"'“”‘’()"


def plain(text: str) -> str:
    """Lower case, one form of each character, single blanks, no punctuation at the ends."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("’", "'").split()).strip(_EDGES)


def tokens(text: str) -> list[str]:
    """The words and money signs of a plain text, in order."""
    return _TOKEN.findall(text)


@lru_cache(maxsize=20_000)
def stem(word: str, language: str) -> str:
    """Cuts regular inflection, so that "covers", "covered" and "covering" meet (after Harman's S stemmer, How
    Effective Is Suffixing?, 1991, with -ed and -ing besides); a language without rules keeps its words."""
    if language == "en":
        return _english(word)
    return _spanish(word) if language == "es" else word


def _english(word: str) -> str:
    word = word.removesuffix("'s")
    if len(word) <= 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for suffix in ("ing", "ed"):
        root = word.removesuffix(suffix)
        if root != word and len(root) >= 3 and re.search(r"[aeiouy]", root):
            # planned -> plan, but called -> call
            doubled = root[-1] == root[-2] and root[-1] not in "lsz"
            word = root[:-1] if doubled else root
            break
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def _spanish(word: str) -> str:
    if len(word) <= 3:
        return word
    if word.endswith("es") and word[-3] not in "aeiouáéíóú" and len(word) > 5:
        word = word[:-2]
    elif word.endswith("s"):
        word = word[:-1]
    return word[:-1] if word.endswith(("a", "o", "e")) and len(word) > 4 else word
