"""Re-ranking as a step of a search: better when it works, harmless when it does not."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence

import pytest

from esneg.search.answers import RawHit
from esneg.search.deadline import Deadline, OutOfTime
from esneg.search.question import Found
from esneg.search.rerank.base import RerankingFailed, Scores, as_reranker, order
from esneg.search.rerank.polarity import Demote, MarkOnly
from esneg.search.rerank.stage import Candidate, Judging, candidates


def found(*texts: str) -> list[Candidate]:
    """Candidates whose ids are their texts."""
    return candidates(
        [
            Found(RawHit(text, text, "i", 1 / rank, {"text": text}), 1 / rank)
            for rank, text in enumerate(texts, 1)
        ]
    )


def ids(ranked: Sequence[Candidate]) -> str:
    return "".join(each.found.hit.id for each in ranked)


def judging(*, depth: int = 10, timeout: float | None = None, strict: bool = False) -> Judging:
    return Judging("question", ["text"], depth, Deadline(timeout), strict)


def scoring(**scores: float) -> Callable[[str, Sequence[str]], list[float]]:
    return lambda question, passages: [scores[each] for each in passages]


def test_hits_are_ordered_by_the_rerankers_scores() -> None:
    step = judging()

    ranked = step.rerank(found("a", "b", "c"), as_reranker(scoring(a=1, b=3, c=2)))

    assert ids(ranked) == "bca"
    assert [each.rerank_score for each in ranked] == [3, 2, 1]
    assert [each.fused_rank for each in ranked] == [2, 3, 1]
    assert step.reranked == 3
    assert not step.warnings


def test_what_lies_behind_the_depth_follows_in_fused_order() -> None:
    ranked = judging(depth=2).rerank(found("a", "b", "c", "d"), as_reranker(scoring(a=1, b=2)))

    assert ids(ranked) == "bacd"
    assert ranked[2].rerank_score is None


def test_equal_scores_keep_the_fused_order() -> None:
    assert ids(judging().rerank(found("c", "a", "b"), as_reranker(scoring(a=0.5, b=0.5, c=0.5)))) == "cab"


def test_nan_and_infinity_are_no_scores_and_go_behind_those_that_are() -> None:
    step = judging()

    ranked = step.rerank(found("a", "b", "c", "d"), as_reranker(scoring(a=math.nan, b=1, c=math.inf, d=2)))

    assert ids(ranked) == "dbac"
    assert [each.rerank_score for each in ranked] == [2, 1, None, None]
    assert step.reranked == 2
    assert step.warnings == ["re-ranking: 2 of 4 hits got no usable score"]


def test_when_no_score_is_a_number_the_fused_order_stays() -> None:
    step = judging()

    ranked = step.rerank(found("a", "b"), as_reranker(scoring(a=math.nan, b=math.nan)))

    assert ids(ranked) == "ab"
    assert step.warnings == ["re-ranking failed: not one score is a number; the hits stand in fused order"]


def test_no_hits_need_no_reranker() -> None:
    def never(question: str, passages: Sequence[str]) -> list[float]:
        raise AssertionError("asked for nothing")

    step = judging(strict=True)
    assert step.rerank([], as_reranker(never)) == []
    assert not step.warnings


def test_a_single_hit_is_scored() -> None:
    assert judging().rerank(found("a"), as_reranker(scoring(a=7)))[0].rerank_score == 7


def test_hits_without_text_are_not_shown_to_the_reranker() -> None:
    step = judging()
    hits = found("a", " ", "b")

    ranked = step.rerank(hits, as_reranker(scoring(a=1, b=2)))

    assert ids(ranked) == "ba "
    assert step.warnings == ["re-ranking: 1 of 3 hits got no usable score"]


def test_no_text_at_all_is_said() -> None:
    step = judging()

    assert ids(step.rerank(found(" "), as_reranker(scoring()))) == " "
    assert "no hit has text" in step.warnings[0]


def failing(question: str, passages: Sequence[str]) -> list[float]:
    raise ValueError("out of memory\nand a long trace")


def too_few(question: str, passages: Sequence[str]) -> list[float]:
    return [1.0]


@pytest.mark.parametrize(
    ("function", "warning"),
    [
        (failing, "re-ranking failed: ValueError: out of memory; the hits stand in fused order"),
        (too_few, "re-ranking failed: 1 scores came for 2 passages; the hits stand in fused order"),
    ],
)
def test_a_reranker_that_fails_leaves_the_fused_order_and_a_warning(
    function: Callable[[str, Sequence[str]], list[float]], warning: str
) -> None:
    step = judging()

    assert ids(step.rerank(found("a", "b"), as_reranker(function))) == "ab"
    assert step.warnings == [warning]
    with pytest.raises(RerankingFailed, match="re-ranking failed"):
        judging(strict=True).rerank(found("a", "b"), as_reranker(function))


def test_a_reranker_that_is_late_leaves_the_fused_order_and_a_warning() -> None:
    never = threading.Event()

    def late(question: str, passages: Sequence[str]) -> list[float]:
        never.wait()
        return [0.0] * len(passages)

    step = judging(timeout=0.05)
    assert ids(step.rerank(found("a", "b"), as_reranker(late))) == "ab"
    assert "ended while re-ranking; the hits stand in fused order" in step.warnings[0]
    with pytest.raises(OutOfTime):
        judging(timeout=0.05, strict=True).rerank(found("a", "b"), as_reranker(late))
    never.set()


def test_the_number_of_truncated_passages_is_passed_on() -> None:
    class Cutting:
        def score(self, question: str, passages: Sequence[str], deadline: Deadline) -> Scores:
            return Scores([1.0] * len(passages), truncated=2)

    step = judging()
    step.rerank(found("a", "b"), Cutting())  # type: ignore[arg-type]
    assert step.truncated == 2


class Says:
    """A polarity model that knows the answers."""

    def __init__(self, **p: float) -> None:
        self.p = p

    def p_opposite(self, question: str, passages: Sequence[str]) -> list[float]:
        return [self.p[each] for each in passages]


def test_opposites_go_behind_the_others_and_both_groups_keep_their_order() -> None:
    ranked = judging().judge_polarity(
        found("a", "b", "c", "d"), Says(a=0.9, b=0.1, c=0.5, d=0.2), Demote(threshold=0.5)
    )

    assert ids(ranked) == "bdac"
    assert [each.p_opposite for each in ranked] == [0.1, 0.2, 0.9, 0.5]


def test_what_is_not_known_to_be_an_opposite_is_treated_as_none() -> None:
    assert ids(judging().judge_polarity(found("a", "b"), Says(a=math.nan, b=0.9), Demote())) == "ab"


def test_opposites_can_be_marked_without_being_moved() -> None:
    ranked = judging().judge_polarity(found("a", "b"), Says(a=0.9, b=0.1), MarkOnly())

    assert ids(ranked) == "ab"
    assert ranked[0].p_opposite == 0.9


def test_order_puts_nan_last_and_is_stable() -> None:
    assert order([1.0, math.nan, 3.0, 1.0]) == [2, 0, 3, 1]
