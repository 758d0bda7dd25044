"""A keep filter: the cues join the words that it keeps."""

from __future__ import annotations

from esneg.repair.case import Case
from esneg.repair.draft import Draft, names_in
from esneg.repair.model import Unresolved
from esneg.repair.remedies.shield import shield


def repair_keep(draft: Draft, case: Case) -> Unresolved | None:
    """Adds the cues to ``keep_words``; a list in a file is left alone and stepped around."""
    if case.settings.get("keep_words_path"):
        return shield(draft, case)
    words = names_in(case.settings.get("keep_words"))
    added = sorted((case.cue_tokens | case.lost_tokens) - set(words))
    why = f"the cues join the words that it keeps: {case.cues}"
    name = draft.own_component(case.analyzer, "filter", case.name, why)
    draft.set_component("filter", name, {**case.settings, "keep_words": [*words, *added]}, why)
    return None
