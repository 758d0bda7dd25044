"""A stemmer: a keyword_marker before it tells it to leave cues alone."""

from __future__ import annotations

from esneg.repair.case import Case
from esneg.repair.draft import Draft
from esneg.repair.model import Unresolved

STEMMERS = (
    "stemmer",
    "snowball",
    "stemmer_override",
    "kstem",
    "hunspell",
    *(
        f"{name}_stem"
        for name in ("porter", "arabic", "brazilian", "czech", "dutch", "french", "german", "russian")
    ),
)
"""Filters that leave a word alone that is marked as a keyword."""


def repair_stemmer(draft: Draft, case: Case) -> Unresolved | None:
    """Protects the cues, the words that are taken for one, and words that carry a negation at their end."""
    lookalikes = {
        word
        for cue in case.lost_cues
        for other in case.language.lookalikes.get(cue, ())
        for word in (other, other.lower())
    }
    words = case.cue_tokens | case.lost_tokens | lookalikes
    why = f"'{case.name}' leaves cues as they are: {case.cues}"
    protection = {"type": "keyword_marker", "keywords": sorted(words)}
    if protection in draft.analysis.get("filter", {}).values():
        return Unresolved(
            f"token filter '{case.name}' ({case.type}) of analyzer '{case.analyzer}' loses {case.cues}",
            "protecting these words did not keep them apart",
            "use a gentler stemmer, such as a light or minimal one of the language",
        )
    marker = draft.free_name("filter", f"{case.analyzer}_cues")
    draft.set_component("filter", marker, protection, why)
    markers = [marker]
    endings = [affix[1:] for affix in case.language.affixes if affix.startswith("-")]
    if any(token.endswith(tuple(endings)) for token in case.lost_tokens) if endings else False:
        pattern = draft.free_name("filter", f"{case.analyzer}_affixes")
        definition = {"type": "keyword_marker", "keywords_pattern": f".*(?:{'|'.join(endings)})"}
        draft.set_component("filter", pattern, definition, why)
        markers.append(pattern)
    draft.replace_in(case.analyzer, "filter", case.name, [*markers, case.name], why)
    return None
