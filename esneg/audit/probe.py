"""Probes one field with the texts of its languages, on every side, by asking the engine."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field

from esneg.analysis import index_side, search_side
from esneg.analysis.cause import LossStage, first_loss, stages_of
from esneg.analysis.fields import TextField
from esneg.analysis.settings import AnalysisSettings
from esneg.analysis.stages import run
from esneg.analysis.tokens import Token, graph
from esneg.audit.model import Side
from esneg.audit.phrases import PhraseTrap, phrase_traps
from esneg.audit.probe_texts import LanguageTexts, all_texts, texts_of
from esneg.clusters import Cluster
from esneg.negation import MinimalPair


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
        tokens: every probe text, to the terms that this side makes of it.
        seen: every probe text, to all that a search can see of it: texts with equal values are one.
    """

    side: Side
    analyzer: str
    pairs: tuple[ProbedPair, ...]
    tokens: Mapping[str, tuple[str, ...]] = dataclass_field(default_factory=dict)
    seen: Mapping[str, Hashable] = dataclass_field(default_factory=dict)

    def same(self, first: str, second: str) -> bool:
        """Whether two probe texts are one to this side."""
        return self.seen[first] == self.seen[second]


@dataclass(frozen=True)
class FieldProbe:
    """A field under probe: what every rule about fields decides from.

    Attributes:
        field: as the mapping declares it.
        languages: the texts that it was probed with.
        sides: index and search, and quote where the field has an analyzer for it.
        phrase_traps: quoted phrases that match without their cue.
    """

    field: TextField
    languages: tuple[LanguageTexts, ...]
    sides: tuple[SideProbe, ...]
    phrase_traps: tuple[PhraseTrap, ...] = ()

    def side(self, side: Side) -> SideProbe | None:
        """One side; None when the field has none (no quote analyzer of its own)."""
        return next((each for each in self.sides if each.side == side), None)


def languages_of(field: TextField, settings: AnalysisSettings) -> tuple[str, ...]:
    """The languages of a field by the names of its analyzers; English when they betray none."""
    names = [field.analyzer, field.search_analyzer, field.search_quote_analyzer]
    names += [name for name in ("default", "default_search") if settings.defines(name)]
    spoken = [code for name in names if name for code in settings.languages(name)]
    return tuple(dict.fromkeys(spoken)) or ("en",)


def probe(
    cluster: Cluster, index: str, field: TextField, settings: AnalysisSettings, languages: Sequence[str]
) -> FieldProbe:
    """Runs the probe texts of the languages through all sides of a field.

    Raises:
        ClusterError: the engine cannot analyze with this field (closed index, missing plugin, no permission).
    """
    texts = all_texts(languages)
    at = _At(cluster, index, field, settings, tuple(texts_of(code) for code in languages))
    sides = [_index_side(at, texts), _query_side(at, texts, "search", "match")]
    if field.search_quote_analyzer or settings.defines("default_search_quoted"):
        sides.append(_query_side(at, texts, "quote", "match_phrase"))
    lost = [(pair.language, pair.pair) for pair in sides[1].pairs if pair.collapsed]
    return FieldProbe(field, at.languages, tuple(sides), phrase_traps(cluster, index, field, lost))


@dataclass(frozen=True)
class _At:
    """Where a probe takes place, and what the engine has already said there."""

    cluster: Cluster
    index: str
    field: TextField
    settings: AnalysisSettings
    languages: tuple[LanguageTexts, ...]
    streams: dict[str, Sequence[Sequence[Token]]] = dataclass_field(default_factory=dict)
    _losses: dict[tuple[str, tuple[MinimalPair, ...]], Mapping[MinimalPair, LossStage | None]] = (
        dataclass_field(default_factory=dict)
    )

    def losses(self, analyzer: str, lost: Sequence[MinimalPair]) -> Mapping[MinimalPair, LossStage | None]:
        """The stage that loses each pair. Both sides mostly share an analyzer, and so one walk."""
        key = (analyzer, tuple(lost))
        if key not in self._losses:
            walked = [text for pair in lost for text in (pair.affirmative, pair.negated)]
            analysis = index_side.analysis(self.field, analyzer)
            stages = stages_of(self.cluster, self.index, self.settings, analysis, walked)
            self._losses[key] = {pair: first_loss(stages, 2 * n, 2 * n + 1) for n, pair in enumerate(lost)}
        return self._losses[key]


def _index_side(at: _At, texts: Sequence[str]) -> SideProbe:
    streams = run(at.cluster, at.index, {"field": at.field.path}, texts)
    name = index_side.analyzer_name(at.field, at.settings)
    at.streams[name] = streams
    return _side(at, "index", name, texts, streams, [graph(stream) for stream in streams])


def _query_side(at: _At, texts: Sequence[str], side: Side, query_type: search_side.QueryType) -> SideProbe:
    explained = search_side.explain(at.cluster, at.index, at.field.path, texts, query_type=query_type)
    if at.field.normalizer:
        # A keyword is searched with its normalizer; a query cannot name another.
        name: str | None = at.field.normalizer
    else:
        name = search_side.analyzer_name(
            at.cluster, at.index, at.field, at.settings, texts, explained, query_type=query_type
        )
    if name is None:
        streams: Sequence[Sequence[Token]] = [[Token(text, 0, 0, 0)] for text in explained]
    else:
        if name not in at.streams:
            at.streams[name] = run(at.cluster, at.index, index_side.analysis(at.field, name), texts)
        streams = at.streams[name]
    return _side(at, side, name or "", texts, streams, explained)


def _side(
    at: _At,
    side: Side,
    analyzer: str,
    texts: Sequence[str],
    streams: Sequence[Sequence[Token]],
    seen: Sequence[Hashable],
) -> SideProbe:
    tokens = {
        text: tuple(token.text for token in stream) for text, stream in zip(texts, streams, strict=True)
    }
    visible = dict(zip(texts, seen, strict=True))
    pairs = [(each.code, pair) for each in at.languages for pair in each.pairs]
    lost = [pair for _, pair in pairs if visible[pair.affirmative] == visible[pair.negated]]
    losses = at.losses(analyzer, lost) if lost and analyzer else {}
    probed = tuple(
        ProbedPair(
            language,
            pair,
            visible[pair.affirmative] == visible[pair.negated],
            tokens[pair.affirmative],
            tokens[pair.negated],
            losses.get(pair),
        )
        for language, pair in pairs
    )
    return SideProbe(side, analyzer, probed, tokens, visible)
