"""A pattern_replace char filter: its pattern no longer matches where a cue begins."""

from __future__ import annotations

import re

from esneg.repair.case import Case
from esneg.repair.draft import Draft
from esneg.repair.model import Unresolved

_MARK = r"(?!(?<![\p{L}\p{N}])(?iu:"


def repair_pattern(draft: Draft, case: Case) -> Unresolved | None:
    """Puts a look-ahead before the pattern. A match that begins before the cue and reaches over it stays one."""
    pattern = str(case.settings["pattern"])
    if pattern.startswith(_MARK):
        return Unresolved(
            f"char filter '{case.name}' of analyzer '{case.analyzer}' loses {case.cues}",
            "its pattern takes cues along with the words around them",
            "narrow the pattern by hand, or take the filter out of the analyzer",
        )
    words = dict.fromkeys((*case.language.all_cues, *(cue.lower() for cue in case.lost_cues)))
    cues = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    narrowed = rf"{_MARK}{cues})(?![\p{{L}}\p{{N}}]))(?:{pattern})"
    why = f"its pattern no longer matches where a cue begins: {case.cues}"
    draft.set_component("char_filter", case.name, {**case.settings, "pattern": narrowed}, why)
    return None
