"""A text on its way through one side of a field, with the stage at which each negation cue dies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from esneg.analysis import index_side, search_side
from esneg.analysis.cause import stages_of
from esneg.analysis.fields import TextField, text_fields
from esneg.analysis.settings import AnalysisSettings
from esneg.analysis.stages import Stage
from esneg.analysis.tokens import utf16_length
from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import UsageError
from esneg.negation import Language, load
from esneg.negation.letters import LETTER

Side = Literal["index", "search"]


@dataclass(frozen=True)
class Cue:
    """A negation cue in a text; offsets in UTF-16 code units, as the engines count."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class ExplainedStage:
    """One stage.

    Attributes:
        kind, name, settings: which stage it is.
        tokens: the terms behind it; for a char filter the text behind it, as one item.
        dies: the cues that were still there before this stage and are not behind it.
    """

    kind: str
    name: str
    settings: Mapping[str, Any]
    tokens: tuple[str, ...]
    dies: tuple[str, ...]


@dataclass(frozen=True)
class Explanation:
    """One side of a field on one text.

    Attributes:
        side: "index" or "search".
        analyzer: the analyzer that serves it.
        cues: the cues of the text.
        stages: the stages in order.
    """

    side: Side
    analyzer: str
    cues: tuple[str, ...]
    stages: tuple[ExplainedStage, ...]

    @property
    def lost(self) -> tuple[str, ...]:
        """The cues that do not reach the end."""
        return tuple(cue for stage in self.stages for cue in stage.dies)


def explain(
    cluster: Cluster, index: str, field: str, text: str, *, languages: Sequence[str] = ()
) -> list[Explanation]:
    """Shows a text going through the index side and the search side of a field.

    Args:
        index: an index, or an alias or data stream (the first index behind it speaks for all).
        languages: whose cues to look for; by default those of the field's analyzers.

    Raises:
        NotFound: no such index.
        UsageError: no such text field.
    """
    answer = cluster.request("GET", f"/{index_path(index)}", params={"expand_wildcards": "all"})
    if not answer:
        raise UsageError(
            f"{index}: matches no index", remedy="give the name of one index, alias or data stream"
        )
    concrete, definition = sorted(answer.items())[0]
    settings = AnalysisSettings(definition["settings"]["index"].get("analysis", {}))
    found = _field(concrete, field, text_fields(definition.get("mappings", {})))
    names: dict[Side, str] = {
        "index": index_side.analyzer_name(found, settings),
        "search": _search_analyzer(cluster, concrete, found, settings, text),
    }
    spoken = tuple(languages) or tuple(
        dict.fromkeys(code for name in names.values() for code in settings.languages(name))
    )
    cues = find_cues(text, [load(code) for code in spoken or ("en",)])
    return [
        _side(
            side,
            name,
            text,
            cues,
            stages_of(cluster, concrete, settings, index_side.analysis(found, name), [text]),
        )
        for side, name in names.items()
    ]


def _field(index: str, path: str, fields: Sequence[TextField]) -> TextField:
    found = next((field for field in fields if field.path == path and field.analyzed), None)
    if found is None:
        known = ", ".join(field.path for field in fields if field.analyzed) or "none"
        raise UsageError(
            f"{index}: no analyzed text field {path!r}", remedy=f"text fields of this index: {known}"
        )
    return found


def _search_analyzer(
    cluster: Cluster, index: str, field: TextField, settings: AnalysisSettings, text: str
) -> str:
    if field.normalizer:
        return field.normalizer
    explained = search_side.explain(cluster, index, field.path, [text])
    name = search_side.analyzer_name(cluster, index, field, settings, [text], explained)
    if name is None:
        raise UsageError(
            f"{index}/{field.path}: no analyzer of the field or the index gives the query that the engine runs: "
            f"{explained[0]}"
        )
    return name


def find_cues(text: str, languages: Sequence[Language]) -> tuple[Cue, ...]:
    """The negation cues in a text, whole words only, either apostrophe, in order of appearance.

    A clitic is found before the word that it leans on; a cue of a language without spaces anywhere in a run of text.
    """
    parts = [part for language in languages for part in _patterns(language)]
    if not parts:
        return ()
    return tuple(
        Cue(match.group(), utf16_length(text[: match.start()]), utf16_length(text[: match.end()]))
        for match in re.finditer("|".join(parts), text, re.IGNORECASE)
    )


def _patterns(language: Language) -> Iterator[str]:
    words = {*language.all_cues, *language.contractions}
    if words:
        anywhere = _alternatives(words)
        yield rf"(?<!{LETTER}){anywhere}(?!{LETTER})" if language.spaces else anywhere
    if language.clitics:
        yield rf"(?<!{LETTER}){_alternatives(language.clitics)}(?={LETTER})"


def _alternatives(words: Iterable[str]) -> str:
    # The longest first: "isn't" is not "isn".
    longest_first = sorted(words, key=len, reverse=True)
    return f"(?:{'|'.join(map(_either_apostrophe, longest_first))})"


def _either_apostrophe(word: str) -> str:
    return re.escape(word).replace("'", "['\u2019]")


def _side(
    side: Side,
    analyzer: str,
    text: str,
    cues: Sequence[Cue],
    stages: Sequence[tuple[Stage, Mapping[str, Any]]],
) -> Explanation:
    deaths = [(cue, _death(cue, text, [stage for stage, _ in stages])) for cue in cues]
    explained = tuple(
        ExplainedStage(
            stage.kind,
            stage.name,
            settings,
            stage.texts or tuple(token.text for token in stage.streams[0]),
            tuple(cue.text for cue, death in deaths if death == number),
        )
        for number, (stage, settings) in enumerate(stages)
    )
    return Explanation(side, analyzer, tuple(cue.text for cue in cues), explained)


def _death(cue: Cue, text: str, stages: Sequence[Stage]) -> int | None:
    """The number of the stage behind which nothing is left of a cue; None when something reaches the end."""
    with_tokens = [number for number, stage in enumerate(stages) if stage.kind != "char_filter"]
    if not with_tokens or _has_token(cue, stages[with_tokens[-1]]):
        return None
    death = with_tokens[-1]
    for number in reversed(with_tokens):
        if _has_token(cue, stages[number]):
            break
        death = number
    if death == with_tokens[0]:
        # Not one token: it was the tokenizer, unless a char filter had already taken the cue out of the text.
        before = text
        for number, stage in enumerate(stages[:death]):
            if stage.texts[0].lower().count(cue.text.lower()) < before.lower().count(cue.text.lower()):
                return number
            before = stage.texts[0]
    return death


def _has_token(cue: Cue, stage: Stage) -> bool:
    # Offsets point into the original text at every stage, so they find a cue also in another form of it.
    return any(token.text and token.start < cue.end and token.end > cue.start for token in stage.streams[0])
