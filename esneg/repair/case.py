"""One stage that loses cues, with what it loses, as the engine shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from esneg.analysis.cause import stages_of
from esneg.analysis.settings import AnalysisSettings
from esneg.analysis.stages import Stage
from esneg.clusters import Cluster
from esneg.negation import Language


@dataclass(frozen=True)
class Case:
    """A stage at fault.

    Attributes:
        cluster, index: an index with the analysis, to ask.
        analyzer: the analyzer (or normalizer) that the stage belongs to.
        kind, name, settings: the stage.
        language: whose cues it loses.
        lost_cues: the cues as texts have them.
        lost_tokens: what of the negated sentences goes in at the stage and is lost behind it.
        cue_tokens: what goes in at the stage for each cue of the language, however it is written.
    """

    cluster: Cluster
    index: str
    analyzer: str
    kind: str
    name: str
    settings: Mapping[str, Any]
    language: Language
    lost_cues: tuple[str, ...]
    lost_tokens: frozenset[str]
    cue_tokens: frozenset[str]

    @property
    def type(self) -> str:
        """The type of the stage."""
        return str(self.settings.get("type", self.name))

    @property
    def cues(self) -> str:
        """The lost cues for a sentence."""
        return ", ".join(self.lost_cues)


def case_of(
    cluster: Cluster,
    index: str,
    analysis: AnalysisSettings,
    analyzer: str,
    stage: tuple[str, str, Mapping[str, Any]],
    language: Language,
    lost_cues: Sequence[str],
) -> Case:
    """Walks the cues and the minimal pairs of a language through an analyzer, to see what a stage loses of them.

    Args:
        stage: kind, name and settings of the stage at fault.
    """
    kind, name, settings = stage
    written = [form for cue in _cues(language) for form in (cue, cue.capitalize(), cue.upper())]
    pairs = [text for pair in language.minimal_pairs for text in (pair.affirmative, pair.negated)]
    how = (
        {"normalizer": analyzer} if analyzer in analysis.raw.get("normalizer", {}) else {"analyzer": analyzer}
    )
    walked = stages_of(cluster, index, analysis, how, [*written, *pairs])
    at = next((n for n, (each, _) in enumerate(walked) if (each.kind, each.name) == (kind, name)), None)
    cue_tokens: frozenset[str] = frozenset()
    lost: set[str] = set()
    if at is not None and at > 0:
        before, behind = walked[at - 1][0], walked[at][0]
        single = [_texts(before, n) for n in range(len(written))]
        cue_tokens = frozenset(tokens[0] for tokens in single if len(tokens) == 1)
        for n in range(len(written), len(written) + len(pairs), 2):
            if not behind.tells_apart(n, n + 1):
                gone = (Counter(_texts(before, n + 1)) - Counter(_texts(before, n))).keys()
                # Two sentences may differ in more than the cue: then the cue alone counts.
                lost |= gone & cue_tokens or gone
    return Case(
        cluster,
        index,
        analyzer,
        kind,
        name,
        settings,
        language,
        tuple(lost_cues),
        frozenset(lost),
        cue_tokens,
    )


def _cues(language: Language) -> Iterable[str]:
    """Cues and contractions of one word, with either apostrophe."""
    words = [cue for cue in language.all_cues if " " not in cue]
    short = [form for each in language.contractions for form in (each, each.replace("'", "\u2019"))]
    return dict.fromkeys((*words, *short))


def _texts(stage: Stage, number: int) -> list[str]:
    return [token.text for token in stage.streams[number]] if stage.streams else []
