"""How much a negation counts beside BM25."""

from __future__ import annotations

from dataclasses import dataclass

from esneg.analysis.polarity import GAP
from esneg.errors import UsageError


@dataclass(frozen=True)
class Weights:
    """Chosen on the development split of ``benchmarks/polarity_leg.py``; see docs/polarity.md.

    Attributes:
        reach: how many words may stand between a marker and a word for one to bear on the other (``max_gaps``).
            Less than `esneg.analysis.polarity.GAP`, so that it stays within one clause.
        reward: which part of its score a passage gains in which every word of the scope stands near a marker; a word
            gains its share. A factor and not a sum: BM25 is 2.2 times as high on Elasticsearch 8 and OpenSearch 2 as
            on OpenSearch 3, where Lucene's own similarity serves.
        demotion: which part of its score a passage loses, for a question without a cue, in which every word of the
            question stands near a marker; a word loses its share. Passages further apart than this stay in order.
        most_words: how many words of a question make clauses at most, since each costs time.
    """

    reach: int = 10
    reward: float = 1.25
    demotion: float = 0.2
    most_words: int = 16

    def __post_init__(self) -> None:
        if not 0 <= self.reach < GAP:
            raise UsageError(
                f"reach {self.reach} is not between 0 and {GAP - 1}", remedy="give a smaller reach"
            )
        if not 0 <= self.demotion < 1:
            raise UsageError(
                f"demotion {self.demotion} is not between 0 and 1", remedy="give a part, such as 0.2"
            )
        if self.reward < 0 or self.most_words < 1:
            raise UsageError("a weight of the polarity leg is negative", remedy="give positive weights")
