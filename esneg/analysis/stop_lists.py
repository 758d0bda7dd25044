"""The words of the engines' own stop lists, which no API of theirs shows.

The files are made by ``scripts/build-stop-lists`` from Lucene's jars; each names its source and licence. A list
holds every word of the Lucene versions it was made from (8.7, 9.12 and 10.3), which differ in a few words; ask the
engine where it matters which of them it really drops.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

_DIRECTORY = files("esneg.analysis") / "stopwords"


@cache
def names() -> tuple[str, ...]:
    """The lists that there are, by the engines' names for them: "_arabic_" to "_turkish_"."""
    return tuple(
        sorted(f"_{f.name.removesuffix('.txt')}_" for f in _DIRECTORY.iterdir() if f.name.endswith(".txt"))
    )


@cache
def stop_words(name: str) -> tuple[str, ...] | None:
    """The words of a stop list, sorted; None for a list that the engines do not have.

    Args:
        name: as a stop filter takes it: "_english_"; "_none_" is the empty list. "_serbian_" is Elasticsearch's
            alone; "_cjk_" is the list of the ``cjk`` analyzer, which no stop filter of the engines knows by a name.
    """
    if name == "_none_":
        return ()
    if name not in names():
        return None
    text = (_DIRECTORY / f"{name.strip('_')}.txt").read_text("utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))
