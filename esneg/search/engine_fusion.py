"""Fusion inside the engine, made as dependable as fusion in Python: no sentinel passes, and ties have an order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace

from esneg.errors import RequestFailed
from esneg.search.answers import sentinel_rows
from esneg.search.asking import Asker
from esneg.search.client_fusion import fuse_in_client
from esneg.search.fusion import tied, tied_groups
from esneg.search.question import Dialect, Found, Question


def fuse_in_engine(dialect: Dialect, asker: Asker, question: Question, need: int) -> list[Found]:
    """The first ``need`` hits or more as the engine fuses them: best first, equal scores by id.

    The engines give ties in no useful order. So one hit more than needed is asked for; when it ties with the last one
    needed, which of them belong to the page is open, and all that the engine shows is asked for. When a tie that the
    page needs ends with that, more of it may lie behind that no request brings up; only the legs tell which documents
    those are. All that stands before this tie stays the engine's.

    Raises:
        RequestFailed: the answer is not the result of a fusion.
    """
    deepest = dialect.deepest(question)
    found, size = _ask(dialect, asker, question, min(need + 1, deepest))
    if need < len(found) == size < deepest and tied(found[need - 1].score, found[need].score):
        found, size = _ask(dialect, asker, question, deepest)
    by_key = {each.hit.key: each for each in found}
    groups = [set(group) for group in _tied_keys(found)]
    most = len(question.legs) * question.fusion.window  # as many as there are, were no document in two legs
    if len(found) == size < most and len(found) - len(groups[-1]) < need:
        legs = fuse_in_client(dialect, asker, question, most)
        groups[-1] |= _tying(groups[-1], legs) - by_key.keys()
        by_key = {each.hit.key: _as_asked(each, question) for each in legs} | by_key
    return [by_key[key] for group in groups for key in sorted(group)]


def _tied_keys(found: Iterable[Found]) -> Iterator[list[str]]:
    """The keys of hits, best first, those that tie together."""
    for group in tied_groups({each.hit.key: each.score for each in found}):
        yield [key for key, _ in group]


def _tying(keys: Set[str], found: Iterable[Found]) -> set[str]:
    """What ties with any of these keys."""
    return {key for group in _tied_keys(found) if not keys.isdisjoint(group) for key in group}


def _as_asked(found: Found, question: Question) -> Found:
    """Without places where the engine's own hits have none."""
    return found if question.explain else replace(found, legs={})


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
    """Refuses rows that stand there more than once, as they do when no pipeline ran; `read_hits` sees to the rest."""
    if len({each.hit.key for each in found}) < len(found):
        raise sentinel_rows(f"the search of {question.index}")
