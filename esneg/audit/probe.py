"""Probes one field with the minimal pairs of its languages, on every side, by asking the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from esneg.analysis import index_side, search_side
from esneg.analysis.cause import LossStage, first_loss, stages_of
from esneg.analysis.fields import TextField
from esneg.analysis.settings import AnalysisSettings
from esneg.analysis.stages import run
from esneg.analysis.tokens import Token, graph
from esneg.audit.model import Side
from esneg.clusters import Cluster
from esneg.negation import MinimalPair, load


@dataclass(frozen=True)
class ProbedPair:
    """What one side makes of one minimal pair.

    Attributes:
        language: the code of the pair's language.
        pair: the two sentences.
        collapsed: whether the two are one to this side.
        tokens_affirmative, tokens_negated: the tokens of each.
        loss: the stage that lost the difference; None when nothing was lost, or no stage could be named.
    """

    language: str
    pair: MinimalPair
    collapsed: bool
    tokens_affirmative: tuple[str, ...]
    tokens_negated: tuple[str, ...]
    loss: LossStage | None = None


@dataclass(frozen=True)
class SideProbe:
    """One side of a field under probe.

    Attributes:
        side: "index", "search" or "quote".
        analyzer: the analyzer that serves it, confirmed by the engine; "" when none could be confirmed.
        pairs: every minimal pair.
    """

    side: Side
    analyzer: str
    pairs: tuple[ProbedPair, ...]


@dataclass(frozen=True)
class FieldProbe:
    """A field under probe: what every rule decides from."""

    field: TextField
    sides: tuple[SideProbe, ...]

    def side(self, side: Side) -> SideProbe | None:
        """One side; None when the field has none (no quote analyzer of its own)."""
        return next((each for each in self.sides if each.side == side), None)


Pairs = Sequence[tuple[str, MinimalPair]]


def languages_of(field: TextField, settings: AnalysisSettings) -> tuple[str, ...]:
    """The languages of a field by the names of its analyzers; English when they betray none."""
    names = [field.analyzer, field.search_analyzer, field.search_quote_analyzer]
    names += [name for name in ("default", "default_search") if settings.defines(name)]
    spoken = [code for name in names if name for code in settings.languages(name)]
    return tuple(dict.fromkeys(spoken)) or ("en",)


def probe(
    cluster: Cluster, index: str, field: TextField, settings: AnalysisSettings, languages: Sequence[str]
) -> FieldProbe:
    """Runs the minimal pairs of the languages through all sides of a field.

    Raises:
        ClusterError: the engine cannot analyze with this field (closed index, missing plugin, no permission).
    """
    pairs = [(code, pair) for code in languages for pair in load(code).minimal_pairs]
    sides = [_index_side(cluster, index, field, settings, pairs)]
    sides.append(_query_side(cluster, index, field, settings, pairs, "search", "match"))
    if field.search_quote_analyzer or settings.defines("default_search_quoted"):
        sides.append(_query_side(cluster, index, field, settings, pairs, "quote", "match_phrase"))
    return FieldProbe(field, tuple(sides))


def _texts(pairs: Pairs) -> list[str]:
    return [text for _, pair in pairs for text in (pair.affirmative, pair.negated)]


def _index_side(
    cluster: Cluster, index: str, field: TextField, settings: AnalysisSettings, pairs: Pairs
) -> SideProbe:
    streams = run(cluster, index, {"field": field.path}, _texts(pairs))
    name = index_side.analyzer_name(field, settings)
    collapsed = [graph(streams[2 * i]) == graph(streams[2 * i + 1]) for i in range(len(pairs))]
    return _side(cluster, index, field, settings, pairs, "index", name, streams, collapsed)


def _query_side(
    cluster: Cluster,
    index: str,
    field: TextField,
    settings: AnalysisSettings,
    pairs: Pairs,
    side: Side,
    query_type: search_side.QueryType,
) -> SideProbe:
    texts = _texts(pairs)
    explained = search_side.explain(cluster, index, field.path, texts, query_type=query_type)
    if field.normalizer:
        # A keyword is searched with its normalizer; a query cannot name another.
        name: str | None = field.normalizer
    else:
        name = search_side.analyzer_name(
            cluster, index, field, settings, texts, explained, query_type=query_type
        )
    collapsed = [explained[2 * i] == explained[2 * i + 1] for i in range(len(pairs))]
    if name is None:
        streams = [[Token(text, 0, 0, 0)] for text in explained]
    else:
        streams = run(cluster, index, index_side.analysis(field, name), texts)
    return _side(cluster, index, field, settings, pairs, side, name or "", streams, collapsed)


def _side(
    cluster: Cluster,
    index: str,
    field: TextField,
    settings: AnalysisSettings,
    pairs: Pairs,
    side: Side,
    analyzer: str,
    streams: Sequence[Sequence[Token]],
    collapsed: Sequence[bool],
) -> SideProbe:
    losses: Mapping[int, LossStage | None] = {}
    lost = [i for i, is_lost in enumerate(collapsed) if is_lost]
    if lost and analyzer:
        texts = _texts([pairs[i] for i in lost])
        stages = stages_of(cluster, index, settings, index_side.analysis(field, analyzer), texts)
        losses = {i: first_loss(stages, 2 * n, 2 * n + 1) for n, i in enumerate(lost)}
    return SideProbe(
        side,
        analyzer,
        tuple(
            ProbedPair(
                language,
                pair,
                collapsed[i],
                tuple(token.text for token in streams[2 * i]),
                tuple(token.text for token in streams[2 * i + 1]),
                losses.get(i),
            )
            for i, (language, pair) in enumerate(pairs)
        ),
    )
