"""What scope detection knows about one language beyond its cues: data, one file a language in ``data/``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from esneg.negation import data_file

_DATA = files("esneg.negation.scope") / "data"


@dataclass(frozen=True)
class Grammar:
    """One language's rules. Everything is in lower case; a language without a file has the defaults.

    Attributes:
        borders: words that begin another clause, where a scope ends ("but").
        unmarked: cues and lexical negatives too ambiguous for a marker in an index (French "plus": more, no more).
        affixal: word with a negative affix to the word that it denies ("unpaid" to "paid").
    """

    borders: tuple[str, ...] = ()
    unmarked: frozenset[str] = frozenset()
    affixal: Mapping[str, str] = field(default_factory=dict)


@cache
def grammar(code: str) -> Grammar:
    """The rules of a language, the defaults where it has no file of its own."""
    path = _DATA / f"{code}.yaml"
    if not path.is_file():
        return Grammar()
    raw = data_file.read(path.read_text("utf-8"))
    return Grammar(
        borders=_words(raw.get("borders")),
        unmarked=frozenset(_words(raw.get("unmarked"))),
        affixal=_affixal(raw.get("affixal", {})),
    )


def _words(raw: Any) -> tuple[str, ...]:
    """A list of phrases, or one text of single words."""
    return tuple(raw.split()) if isinstance(raw, str) else tuple(raw or ())


def _affixal(raw: Mapping[str, str]) -> dict[str, str]:
    """``un-: paid able`` makes unpaid and unable, ``-less: use`` useless."""
    return {
        affix[:-1] + base if affix.endswith("-") else base + affix[1:]: base
        for affix, bases in raw.items()
        for base in bases.split()
    }
