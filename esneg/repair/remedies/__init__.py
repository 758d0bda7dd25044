"""What is done about a stage at fault: one small file a kind of stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from esneg.repair.case import Case
from esneg.repair.draft import Draft
from esneg.repair.model import Unresolved
from esneg.repair.remedies.elision import repair_elision
from esneg.repair.remedies.keep import repair_keep
from esneg.repair.remedies.mapping import repair_mapping
from esneg.repair.remedies.pattern import repair_pattern
from esneg.repair.remedies.shield import SHIELDED, shield
from esneg.repair.remedies.stemmer import STEMMERS, repair_stemmer
from esneg.repair.remedies.stop import repair_stop
from esneg.repair.remedies.synonyms import repair_synonyms
from esneg.repair.remedies.tokenizer import NGRAMS, repair_tokenizer

Remedy = Callable[[Draft, Case], Unresolved | None]
"""Changes the draft so that the stage keeps its cues, or says why not."""

_CHAR_FILTERS: Mapping[str, Remedy] = {"mapping": repair_mapping, "pattern_replace": repair_pattern}
_TOKENIZERS: Mapping[str, Remedy] = dict.fromkeys(NGRAMS, repair_tokenizer)
_TOKEN_FILTERS: Mapping[str, Remedy] = {
    "stop": repair_stop,
    "elision": repair_elision,
    "keep": repair_keep,
    "synonym": repair_synonyms,
    "synonym_graph": repair_synonyms,
    **dict.fromkeys(STEMMERS, repair_stemmer),
    **dict.fromkeys(SHIELDED, shield),
}


def remedy_for(case: Case) -> Remedy:
    """The remedy for a stage by its kind and type."""
    by_type = {"char_filter": _CHAR_FILTERS, "tokenizer": _TOKENIZERS, "token_filter": _TOKEN_FILTERS}
    return by_type.get(case.kind, {}).get(case.type, _by_hand)


def _by_hand(draft: Draft, case: Case) -> Unresolved:
    what = case.kind.replace("_", " ")
    return Unresolved(
        f"{what} '{case.name}' ({case.type}) of analyzer '{case.analyzer}' loses {case.cues}",
        "there is no setting of it that would keep them and leave all other words as they are",
        "take it out of the analyzer, or use esneg's own: esneg fix --language-default",
    )
