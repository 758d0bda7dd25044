"""A filter that loses short or altered words: the cues go around it, all other words through it as before.

A ``multiplexer`` runs both ways side by side: the filter as it is, and a ``keep`` filter that lets cues alone
through. A word that is no cue comes out exactly as it did.
"""

from __future__ import annotations

from esneg.repair.case import Case
from esneg.repair.draft import Draft
from esneg.repair.model import Unresolved

SHIELDED = (
    "length",
    "edge_ngram",
    "edgeNGram",
    "ngram",
    "nGram",
    "truncate",
    "pattern_replace",
    "pattern_capture",
    "keep_types",
)
"""Filters that look at one word at a time, so that a multiplexer can run them."""


def shield(draft: Draft, case: Case) -> Unresolved | None:
    """Replaces the filter in its analyzer by a multiplexer of it and of the cues."""
    if draft.home_of(case.analyzer) == "normalizer":
        return Unresolved(
            f"token filter '{case.name}' of normalizer '{case.analyzer}' loses {case.cues}",
            "a normalizer takes no filter that could step around it",
            "take it out of the normalizer, or search a text field instead of the keyword",
        )
    words = sorted(case.cue_tokens | case.lost_tokens)
    shielded = f"{case.name}_or_cues"
    if not words or case.name.endswith("_or_cues"):
        return Unresolved(
            f"token filter '{case.name}' ({case.type}) of analyzer '{case.analyzer}' loses {case.cues}",
            "nothing shows which words it should let through",
            "take it out of the analyzer",
        )
    why = f"cues go around '{case.name}' ({case.type}), every other word through it as before: {case.cues}"
    keep = draft.free_name("filter", f"{case.name}_cues")
    shielded = draft.free_name("filter", shielded)
    draft.set_component("filter", keep, {"type": "keep", "keep_words": words}, why)
    draft.set_component(
        "filter",
        shielded,
        {"type": "multiplexer", "filters": [case.name, keep], "preserve_original": False},
        why,
    )
    draft.replace_in(case.analyzer, "filter", case.name, [shielded], why)
    return None
