"""The polarity leg of a hybrid search: in place of plain BM25, beside a dense leg or alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from esneg.errors import UsageError
from esneg.negation import available
from esneg.search.index_fields import IndexFields
from esneg.search.legs import LegQuery, LexicalQuery
from esneg.search.polarity.plan import Plan, plan
from esneg.search.polarity.query import DEFAULT_WEIGHTS, query_of
from esneg.search.polarity.weights import Weights

_ANALYZER = re.compile(r"esneg_([a-z]+)_polarity")
"""The names that `esneg.analysis.polarity.polarity_analyzer_name` gives."""

_TIE_BREAKER = 0.3
"""As `esneg.search.legs.match` has it: the best field counts, and a part of what the others add."""


class PolarityField(NamedTuple):
    """A field with the polarity analysis of a language; ``boost`` is what "title^2" asks for."""

    path: str
    language: str
    boost: float = 1.0


@dataclass(frozen=True)
class PolarityLeg:
    """A leg that ranks by BM25 and by whether a passage affirms or denies what is asked."""

    fields: tuple[PolarityField, ...]
    weights: Weights = DEFAULT_WEIGHTS
    name: str = "polarity"
    needs_vector: bool = False

    def plans(self, question: str) -> dict[str, Plan]:
        """What the leg makes of a question, by field."""
        return {f.path: plan(question, f.path, f.language, self.weights) for f in self.fields}

    def query(self, question: str, vector: Sequence[float] | None, window: int) -> LegQuery:
        """See `esneg.search.legs.Leg.query`."""
        plans = self.plans(question)
        queries = [_boosted(query_of(plans[f.path], f.path, self.weights), f.boost) for f in self.fields]
        best = queries[0] if len(queries) == 1 else _best_of(queries)
        return LexicalQuery(self.name, best)


def polarity_leg(fields: IndexFields, text_fields: Sequence[str] = ()) -> PolarityLeg:
    """The leg for an index: over the polarity sub-fields of the text fields, or all that the index has.

    Args:
        fields: the index.
        text_fields: as `esneg.search.HybridSearcher` has them: "title^2" gives a field more weight.

    Raises:
        UsageError: no such field has the polarity analysis.
    """
    known = {
        path: match.group(1)
        for path, analyzer in fields.analyzers().items()
        if (match := _ANALYZER.fullmatch(analyzer)) and match.group(1) in available()
    }
    found = []
    for name in text_fields:
        path, _, boost = name.partition("^")
        under = sorted(each for each in known if each == path or each.startswith(f"{path}."))
        found += [PolarityField(each, known[each], float(boost or 1)) for each in under]
    if not text_fields:
        found = [PolarityField(path, language) for path, language in sorted(known.items())]
    if not found:
        named = f" under {', '.join(text_fields)}" if text_fields else ""
        raise UsageError(
            f"{fields.target} has no field with esneg's polarity analysis{named}",
            remedy="make the index from esneg's templates (esneg templates apply), or leave the leg polarity out",
        )
    return PolarityLeg(tuple(found))


def _boosted(query: dict[str, Any], boost: float) -> Mapping[str, Any]:
    return query if boost == 1 else {"bool": {"must": [query], "boost": boost}}


def _best_of(queries: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    return {"dis_max": {"queries": list(queries), "tie_breaker": _TIE_BREAKER}}
