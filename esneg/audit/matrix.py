"""What the engines' built-in language analyzers make of every negation cue: kept, changed or dropped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from esneg.analysis.builtin import language_analyzers
from esneg.analysis.stages import run
from esneg.analysis.tokens import Token, graph
from esneg.clusters import Cluster
from esneg.errors import RequestFailed
from esneg.negation import Language, MinimalPair, for_analyzer, load

Outcome = Literal["kept", "changed", "dropped"]

_CARRIER = "esneg"
"""A word of no language, for a clitic to lean on."""


@dataclass(frozen=True)
class Fate:
    """What an analyzer makes of one cue that stands alone (a clitic: before a word).

    Attributes:
        kind, cue: as the language's data give them.
        everyday: whether a minimal pair of the language turns on it.
        outcome: "kept" as it is, "changed" into other tokens (a stem, pairs of characters), or "dropped".
        tokens: what is left of it.
    """

    kind: str
    cue: str
    everyday: bool
    outcome: Outcome
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class AnalyzerFates:
    """What one analyzer makes of one of the languages that it serves.

    Attributes:
        analyzer: its name.
        language: the language.
        fates: one for each cue of each kind, in the order of the language's data.
        pairs_collapsed: the minimal pairs of which it makes the same tokens.
    """

    analyzer: str
    language: Language
    fates: tuple[Fate, ...]
    pairs_collapsed: tuple[MinimalPair, ...]

    @property
    def dropped(self) -> tuple[str, ...]:
        """The everyday cues that are dropped, each once."""
        return tuple(
            dict.fromkeys(fate.cue for fate in self.fates if fate.everyday and fate.outcome == "dropped")
        )


def measure(cluster: Cluster) -> Iterator[AnalyzerFates]:
    """Asks an engine, one request for each analyzer and language; analyzers that it does not have are left out."""
    for analyzer in language_analyzers():
        for code in for_analyzer(analyzer):
            try:
                yield fates_of(cluster, analyzer, load(code))
            except RequestFailed as error:
                if "failed to find global analyzer" not in error.reason:
                    raise


def fates_of(cluster: Cluster, analyzer: str, language: Language) -> AnalyzerFates:
    """What an analyzer makes of the cues and minimal pairs of a language."""
    cues = list(_cues(language))
    pairs = language.minimal_pairs
    texts = [_CARRIER, *(_in_context(kind, cue) for kind, cue in cues)]
    texts += [text for pair in pairs for text in (pair.affirmative, pair.negated)]
    carrier, *streams = run(cluster, None, {"analyzer": analyzer}, texts)
    of_pairs = streams[len(cues) :]
    everyday = {_plain(pair.cue) for pair in pairs}
    return AnalyzerFates(
        analyzer,
        language,
        tuple(
            _fate(kind, cue, _plain(cue) in everyday, stream, carrier)
            for (kind, cue), stream in zip(cues, streams[: len(cues)], strict=True)
        ),
        tuple(pair for n, pair in enumerate(pairs) if graph(of_pairs[2 * n]) == graph(of_pairs[2 * n + 1])),
    )


def analyzers_that_drop(fates: Sequence[AnalyzerFates]) -> tuple[str, ...]:
    """The analyzers that drop at least one everyday cue of a language that they serve."""
    return tuple(dict.fromkeys(each.analyzer for each in fates if each.dropped))


def _cues(language: Language) -> Iterator[tuple[str, str]]:
    for kind, cues in language.cues.items():
        yield from ((kind, cue) for cue in cues)
    yield from (("clitic", clitic) for clitic in language.clitics)
    yield from (("contraction", short) for short in language.contractions if short not in language.all_cues)


def _in_context(kind: str, cue: str) -> str:
    return cue + _CARRIER if kind == "clitic" else cue


def _fate(kind: str, cue: str, everyday: bool, stream: Sequence[Token], carrier: Sequence[Token]) -> Fate:
    tokens = tuple(token.text for token in stream if token.text)
    if not tokens or (kind == "clitic" and graph(stream) == graph(carrier)):
        return Fate(kind, cue, everyday, "dropped", ())
    # The standard tokenizer keeps a hyphen and an apostrophe at the end of nothing.
    as_it_is = tokens == (_in_context(kind, cue),) or (kind == "clitic" and tokens[0] == cue.strip("-'"))
    return Fate(kind, cue, everyday, "kept" if as_it_is else "changed", tokens)


def _plain(cue: str) -> str:
    return cue.casefold().replace("\u2019", "'")
