"""Fusion in Python, for engines that cannot fuse: all legs in one ``_msearch``, then `Rrf.fuse`."""

from __future__ import annotations

from esneg.search.answers import read_hits, read_searches
from esneg.search.asking import Asker
from esneg.search.question import Dialect, Found, Question, places


def fuse_in_client(dialect: Dialect, asker: Asker, question: Question, need: int) -> list[Found]:
    """Asks all legs in one round trip, and fuses what they find: the first ``need``, best first, ties by id."""
    window = question.fusion.window
    bodies = [dialect.leg_body(leg, question.filter, window, question.source) for leg in question.legs]
    answer = asker.msearch(question.index, bodies)
    found = read_searches(answer, names=question.names, index=question.index, where=asker.cluster.url)
    # On several shards OpenSearch finds k neighbours on each: the window holds for the leg as a whole.
    rankings = {
        name: [hit for hit in hits[:window] if dialect.takes_part(hit)]
        for name, hits in zip(question.names, found, strict=True)
    }
    hits = {hit.key: hit for each in rankings.values() for hit in each}
    fused = question.fusion.fuse([[hit.key for hit in each] for each in rankings.values()], need)
    where = places(rankings, {key for key, _ in fused})
    return [Found(hits[key], score, where[key]) for key, score in fused]


def single_leg(dialect: Dialect, asker: Asker, question: Question, size: int) -> list[Found]:
    """Asks the only leg of a question; nothing is fused."""
    (leg,) = question.legs
    answer = asker.search(question.index, dialect.leg_body(leg, question.filter, size, question.source))
    hits = read_hits(answer, what=f"the leg {leg.name} on {question.index}")
    where = places({leg.name: hits}, {hit.key for hit in hits})
    return [Found(hit, hit.score, where[hit.key]) for hit in hits]
