"""A mapping char filter: the entries that change a cue go."""

from __future__ import annotations

from esneg.repair.case import Case
from esneg.repair.draft import Draft, names_in
from esneg.repair.model import Unresolved


def repair_mapping(draft: Draft, case: Case) -> Unresolved | None:
    """Takes out the entries whose left side is in a lost cue."""
    entries = names_in(case.settings.get("mappings"))
    cues = [form for cue in case.lost_cues for form in (cue, cue.capitalize(), cue.upper())]
    guilty = [entry for entry in entries if _key(entry) and any(_key(entry) in cue for cue in cues)]
    if not guilty:
        return Unresolved(
            f"char filter '{case.name}' of analyzer '{case.analyzer}' loses {case.cues}",
            f"its entries are in a file: {case.settings['mappings_path']}"
            if "mappings_path" in case.settings
            else "none of its entries names these words",
            f"take the entries that change a cue ({case.cues}) out of it",
        )
    kept = [entry for entry in entries if entry not in guilty]
    why = f"no entry changes a cue ({case.cues}); gone: {'; '.join(guilty)}"
    if kept:
        draft.set_component("char_filter", case.name, {**case.settings, "mappings": kept}, why)
    else:
        # A mapping without entries is refused.
        draft.replace_in(case.analyzer, "char_filter", case.name, [], why)
    return None


def _key(entry: str) -> str:
    return entry.partition("=>")[0].strip()
