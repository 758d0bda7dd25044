"""The guard's word lists, one file a language in ``data/``; a language without a file has empty lists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from esneg.negation import data_file
from esneg.polarity_model.words import stem

_DATA = files("esneg.guard") / "data"


@dataclass(frozen=True)
class Lists:
    """One language's lists; stems where words are inflected.

    Attributes:
        antonyms: pairs of stems that oppose each other.
        converses: pairs of stems that name the two sides of one affair (buy, sell).
        benign: words that change nothing when they come or go.
        telling: those of them that change what a statement says ("he", "she"; "in", "on").
        frame: matches what stands before a question and is not part of it, or None.
        tag: the same for its end.
        times: word of time -> its class, mostly itself.
        maybe_months: months that are another word too ("may").
        before_months: words that stand before one, and never before that other word.
        modals: verb of possibility, duty, future or past, or two words with a hyphen -> its class; one of a class
            may stand for another in a question ("can", "could").
        numbers: number word -> value.
        units: unit -> (dimension, factor).
        asked: question word or two -> what it asks for.
        wide: question words that may ask for anything.
        directions: prepositions whose phrases must not change places.
    """

    antonyms: frozenset[frozenset[str]] = frozenset()
    converses: frozenset[frozenset[str]] = frozenset()
    benign: frozenset[str] = frozenset()
    telling: frozenset[str] = frozenset()
    frame: re.Pattern[str] | None = None
    tag: re.Pattern[str] | None = None
    times: Mapping[str, str] = field(default_factory=dict)
    maybe_months: frozenset[str] = frozenset()
    before_months: frozenset[str] = frozenset()
    modals: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)
    units: Mapping[str, tuple[str, float]] = field(default_factory=dict)
    asked: Mapping[str, str] = field(default_factory=dict)
    wide: frozenset[str] = frozenset()
    directions: frozenset[str] = frozenset()


@cache
def lists(language: str) -> Lists:
    """The lists of a language."""
    path = _DATA / f"{language}.yaml"
    if not path.is_file():
        return Lists()
    raw: dict[str, str] = data_file.read(path.read_text("utf-8"))
    frames, tags = ("|".join(f"(?:{line})" for line in raw[key].splitlines()) for key in ("frames", "tags"))
    units = {unit: value.split(":") for unit, value in _map(raw["units"]).items()}
    return Lists(
        antonyms=_pairs(raw["antonyms"], language),
        converses=_pairs(raw["converses"], language),
        benign=frozenset(raw["benign"].split()),
        telling=frozenset(raw["telling"].split()),
        frame=re.compile(rf"^[¿¡ ]*(?:(?:{frames})[ ,:]*)+"),
        tag=re.compile(rf"[ ,;¿]+(?:{tags})$"),
        times={
            word: same or word for word, _, same in (entry.partition("=") for entry in raw["times"].split())
        },
        maybe_months=frozenset(raw.get("maybe_months", "").split()),
        before_months=frozenset(raw.get("before_months", "").split()),
        modals=_map(raw.get("modals", "")),
        numbers={word: float(value) for word, value in _map(raw["numbers"]).items()},
        units={unit: (dimension, float(factor)) for unit, (dimension, factor) in units.items()},
        asked={word.replace("-", " "): what for word, what in _map(raw["asked"]).items()},
        wide=frozenset(raw["wide"].split()),
        directions=frozenset(raw["directions"].split()),
    )


def _pairs(text: str, language: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(stem(w, language) for w in line.split()) for line in text.splitlines())


def _map(text: str) -> dict[str, str]:
    return dict(entry.split("=", 1) for entry in text.split())
