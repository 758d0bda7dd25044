"""An n-gram tokenizer that starts above the length of a cue: it has to start lower."""

from __future__ import annotations

from esneg.repair.case import Case
from esneg.repair.draft import Draft
from esneg.repair.model import Unresolved

NGRAMS = ("edge_ngram", "edgeNGram", "ngram", "nGram")
_MAX_DIFF = "index.max_ngram_diff"


def repair_tokenizer(draft: Draft, case: Case) -> Unresolved | None:
    """Lowers ``min_gram`` to the shortest lost cue. Nothing steps around a tokenizer, so other words change too."""
    shortest = min(len(cue) for cue in case.lost_cues)
    low, high = int(case.settings.get("min_gram", 1)), int(case.settings.get("max_gram", 2))
    if low <= shortest:
        return Unresolved(
            f"tokenizer '{case.name}' of analyzer '{case.analyzer}' loses {case.cues}",
            f"it already cuts from {low} letters on",
            "use a tokenizer that keeps words whole",
        )
    why = f"grams from {shortest} letters on hold {case.cues}; other words get shorter grams too, and the index grows"
    name = draft.own_component(case.analyzer, "tokenizer", case.name, why)
    draft.set_component("tokenizer", name, {**case.settings, "min_gram": shortest}, why)
    if case.type in ("ngram", "nGram") and high - shortest > int(draft.settings.get(_MAX_DIFF, 1)):
        draft.set_setting(_MAX_DIFF, high - shortest, "the engine refuses n-grams that span more than this")
    return None
