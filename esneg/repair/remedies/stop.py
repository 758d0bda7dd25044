"""A stop filter: its list is made explicit, without the cues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from esneg.analysis.stages import run
from esneg.analysis.stop_lists import stop_words
from esneg.repair.case import Case
from esneg.repair.draft import Draft
from esneg.repair.model import Unresolved
from esneg.repair.remedies.shield import shield


def repair_stop(draft: Draft, case: Case) -> Unresolved | None:
    """The same words as before, by name or list, less the cues; a list in a file is left alone and stepped around."""
    if case.settings.get("stopwords_path"):
        return shield(draft, case)
    ignore_case = str(case.settings.get("ignore_case", "false")).lower() == "true"

    def key(word: str) -> str:
        return word.lower() if ignore_case else word

    cues = {key(token) for token in case.cue_tokens | case.lost_tokens}
    words = list(_dropped(case, _words(case.settings.get("stopwords", "_english_"))))
    kept = [word for word in words if key(word) not in cues]
    if len(kept) == len(words):
        return shield(draft, case)
    removed = ", ".join(sorted(set(words) - set(kept)))
    why = f"the same list without the cues: {removed}"
    definition = {**case.settings, "type": "stop", "stopwords": kept or "_none_"}
    name = draft.own_component(case.analyzer, "filter", case.name, why)
    draft.set_component("filter", name, definition, why)
    return None


def _words(given: Any) -> Iterator[str]:
    """The words that a ``stopwords`` setting stands for: named lists, a list, or words with commas between them."""
    entries: Iterable[str] = given.split(",") if isinstance(given, str) else given
    for entry in entries:
        word = str(entry).strip()
        named = stop_words(word) if word != "_cjk_" else None
        yield from (word,) if named is None else named


def _dropped(case: Case, words: Iterable[str]) -> Iterator[str]:
    """Of these words, those that the filter really drops: the versions of a named list differ."""
    candidates = list(dict.fromkeys(word for word in words if word))
    if not candidates:
        return
    settings: Mapping[str, Any] = {**case.settings, "type": "stop", "remove_trailing": True}
    streams = run(case.cluster, None, {"tokenizer": "keyword", "filter": [settings]}, candidates)
    yield from (word for word, tokens in zip(candidates, streams, strict=True) if not tokens)
