"""Finds and reads the language files: a new language is one new file in ``data/``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from esneg.errors import UsageError
from esneg.negation import data_file
from esneg.negation.language import Language, MinimalPair

_ENGINE_NAMES = ("analyzers", "stemmers", "stop_lists", "filters")

_DATA = files("esneg.negation") / "data"


@cache
def available() -> tuple[str, ...]:
    """The codes of all languages that esneg has data for, sorted."""
    return tuple(sorted(f.name.removesuffix(".yaml") for f in _DATA.iterdir() if f.name.endswith(".yaml")))


@cache
def load(code: str) -> Language:
    """Reads one language.

    Raises:
        UsageError: esneg has no data for it.
    """
    if code not in available():
        raise UsageError(
            f"no negation data for language {code!r}",
            remedy=f"use one of: {', '.join(available())}",
        )
    raw = data_file.read((_DATA / f"{code}.yaml").read_text("utf-8"))
    return _language(raw)


@cache
def _serving() -> dict[str, tuple[str, ...]]:
    """Names of analyzers, stemmers, stop lists and filters, each to the codes of the languages it serves."""
    names: dict[str, tuple[str, ...]] = {}
    for code in available():
        head = _head(code)
        for name in (name for key in _ENGINE_NAMES for name in head.get(key, ())):
            served = names.get(name.lower(), ())
            if code not in served:
                names[name.lower()] = (*served, code)
    return names


def for_analyzer(name: str) -> tuple[str, ...]:
    """The codes of the languages that an analyzer, stemmer, stop list or filter of the engines serves, sorted.

    Empty for one that serves no language in particular; several for ``cjk`` and ``norwegian``.
    """
    return _serving().get(name.lower(), ())


def _head(code: str) -> dict[str, Any]:
    """What a file says before its cues: who it is and what serves it.

    All heads are read to find one language, and the lists behind them are six sevenths of the work.
    """
    head: dict[str, Any] = data_file.read((_DATA / f"{code}.yaml").read_text("utf-8").partition("\ncues:")[0])
    return head


def _language(raw: dict[str, Any]) -> Language:
    return Language(
        code=raw["code"],
        name=raw["name"],
        spaces=raw.get("spaces", "true") == "true",
        analyzers=tuple(raw.get("analyzers", ())),
        stemmers=tuple(raw.get("stemmers", ())),
        stop_lists=tuple(raw.get("stop_lists", ())),
        filters=tuple(raw.get("filters", ())),
        cues={kind: tuple(cues) for kind, cues in raw["cues"].items()},
        clitics=tuple(raw.get("clitics", ())),
        affixes=tuple(raw.get("affixes", ())),
        contractions=dict(raw.get("contractions", {})),
        pseudo_negations=tuple(raw.get("pseudo_negations", ())),
        lexical_negatives=tuple(raw.get("lexical_negatives", ())),
        lookalikes={cue: tuple(words) for cue, words in raw.get("lookalikes", {}).items()},
        minimal_pairs=tuple(MinimalPair(**pair) for pair in raw["minimal_pairs"]),
        sources=tuple(raw.get("sources", ())),
    )
