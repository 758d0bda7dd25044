"""Fusion inside the engine, made as dependable as fusion in Python: no sentinel passes, and ties have an order."""

from __future__ import annotations

from collections.abc import Sequence

from esneg.errors import RequestFailed
from esneg.search.asking import Asker
from esneg.search.client_fusion import fuse_in_client
from esneg.search.fusion import best_first, tied
from esneg.search.question import Dialect, Found, Question


def fuse_in_engine(dialect: Dialect, asker: Asker, question: Question, need: int) -> list[Found]:
    """The first ``need`` hits or more as the engine fuses them: best first, equal scores by id.

    The engines give ties in no useful order. So one hit more than needed is asked for; when it ties with the last one
    needed, which of them belong to the page is open, and all that the engine shows is asked for. When the page ends
    with that, ties may lie behind it that no request brings up; only the legs tell then.

    Raises:
        RequestFailed: the answer is not the result of a fusion.
    """
    deepest = dialect.deepest(question)
    found, size = _ask(dialect, asker, question, min(need + 1, deepest))
    if need < len(found) == size < deepest and tied(found[need - 1].score, found[need].score):
        found, size = _ask(dialect, asker, question, deepest)
    if need == len(found) == size:
        return fuse_in_client(dialect, asker, question, need)
    by_key = {each.hit.key: each for each in found}
    return [by_key[key] for key, _ in best_first({key: each.score for key, each in by_key.items()})]


def _ask(dialect: Dialect, asker: Asker, question: Question, size: int) -> tuple[list[Found], int]:
    """What the engine fuses, and how many hits it was asked for in the end: an index may allow only the window."""
    try:
        found = dialect.fused(asker, question, size)
    except RequestFailed as error:
        window = question.fusion.window
        if size <= window or "max_result_window" not in error.reason:
            raise
        size = window
        found = dialect.fused(asker, question, size)
    _check_fused(found, question)
    return found, size


def _check_fused(found: Sequence[Found], question: Question) -> None:
    """Refuses what OpenSearch answers, with 200, when its pipeline did not run."""
    keys = {each.hit.key for each in found}
    if len(keys) == len(found) and all(each.score >= 0 for each in found):
        return
    raise RequestFailed(
        f"the engine did not fuse the legs of the search of {question.index}: its answer holds sentinel rows",
        status=200,
        remedy="see that no search pipeline of the index (index.search.default_pipeline) interferes, or fuse in "
        "Python: fuse_in='client' (--fusion client)",
    )
