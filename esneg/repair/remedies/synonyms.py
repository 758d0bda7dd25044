"""A synonym filter: cues leave its rules, which stay as they are for all other words."""

from __future__ import annotations

from collections.abc import Collection

from esneg.repair.case import Case
from esneg.repair.draft import Draft, names_in
from esneg.repair.model import Unresolved


def repair_synonyms(draft: Draft, case: Case) -> Unresolved | None:
    """Takes each cue out of the rules that replace it, or make it the same as another word."""
    rules = names_in(case.settings.get("synonyms"))
    cues = {word.lower() for word in (*case.lost_cues, *case.lost_tokens)}
    if not rules or case.settings.get("format") == "wordnet":
        where = next(
            (case.settings[key] for key in ("synonyms_path", "synonyms_set") if key in case.settings), ""
        )
        return Unresolved(
            f"synonym filter '{case.name}' of analyzer '{case.analyzer}' loses {case.cues}",
            f"its rules are not in the settings: {where}" if where else "its rules are in WordNet's format",
            f"take the rules that hold a cue ({case.cues}) out of them",
        )
    kept = [rule for each in rules if (rule := _without(each, cues))]
    if kept == rules:
        return Unresolved(
            f"synonym filter '{case.name}' of analyzer '{case.analyzer}' loses {case.cues}",
            "none of its rules names these words",
            "look at its rules with esneg explain",
        )
    why = f"no rule makes a cue the same as something else: {case.cues}"
    draft.set_component("filter", case.name, {**case.settings, "synonyms": kept}, why)
    return None


def _without(rule: str, cues: Collection[str]) -> str:
    """A rule in Solr's format without the terms that hold a cue; "" when nothing is left to say."""
    left, arrow, right = rule.partition("=>")
    terms = [term.strip() for term in left.split(",")]
    kept = [term for term in terms if not set(term.lower().split()) & set(cues)]
    if kept == terms:
        return rule
    if arrow:
        return f"{', '.join(kept)} => {right.strip()}" if kept else ""
    return ", ".join(kept) if len(kept) > 1 else ""
