#!/usr/bin/env python3
"""What the polarity leg gets right beside BM25 and what it costs; every figure from one run.

.venv/bin/python benchmarks/polarity_leg.py --url URL [--dense] [--nevir FILE] [--beir FOLDER] [--runs 5]
    The facts of data/polarity/: the weights were chosen on dev, heldout reports them. Every question has a right
    passage and its opposite in one index of all passages; right means strictly higher, so a tie is wrong. Passages
    have one sentence, or five that affirm and deny by turns. Latency is a whole search, query by query in turn with
    the plain match on the same field.
--dense adds the ranking by all-MiniLM-L6-v2 (exact cosine) and its fusion with each lexical leg; needs esneg[models].
--nevir FILE    pairs in NevIR's format (q1, q2, doc1, doc2): both questions of a pair right; a coin gets 25 %.
--beir FOLDER   ordinary relevance: nDCG@10; needs esneg[eval].
"""

from __future__ import annotations

import argparse
import statistics
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from esneg.analysis.keeping import analyzer_name, keeping_analysis
from esneg.analysis.polarity import polarity_analysis, polarity_field
from esneg.clusters import Cluster, ConnectionOptions, connect
from esneg.evaluation.statistics.intervals import wilson
from esneg.negation import load
from esneg.search.fusion import Rrf
from esneg.search.polarity import build_query

DATA = Path(__file__).parent / "data" / "polarity"
ENGLISH = load("en")
GROUP = 5
"""Facts in a passage of several sentences."""
WINDOW = 100
BATCH = 100

Builder = Callable[[str], Mapping[str, Any]]


def match(field: str) -> Builder:
    """Plain BM25 on a field."""
    return lambda question: {"match": {field: question}}


LEGS: dict[str, Builder] = {
    "stock english": match("body.stock"),
    "standard": match("body.standard"),
    "esneg analysis": match("body"),
    "polarity leg": lambda question: build_query(question, "body.polarity"),
}


class Asked(NamedTuple):
    """A question, the passage that answers it, and the opposite one."""

    question: str
    right: str
    wrong: str
    kind: str


class Shape(NamedTuple):
    """Passages by id, and the questions about them."""

    name: str
    passages: dict[str, str]
    asked: list[Asked]


def policy(split: str) -> list[Shape]:
    """The facts of a split as passages of one sentence and of five."""
    one, five = Shape("one sentence", {}, []), Shape("five sentences", {}, [])
    for domain in yaml.safe_load((DATA / f"{split}.yaml").read_text("utf-8")):
        for start in range(0, len(domain["facts"]), GROUP):
            first = start % (2 * GROUP) and 2
            _add_group(domain, start, domain["entities"][first : first + 2], one, five)
    return [one, five]


def _add_group(domain: Mapping[str, Any], start: int, pair: Sequence[str], one: Shape, five: Shape) -> None:
    texts: dict[int, list[str]] = {0: [], 1: []}
    ids = [f"{domain['domain']}-{start}-{side}" for side in (0, 1)]
    for place, fact in enumerate(domain["facts"][start : start + GROUP]):
        key = f"{domain['domain']}-{start + place}"
        one.passages[f"{key}-holds"] = _sentence(fact["holds"], pair[0])
        one.passages[f"{key}-denied"] = _sentence(fact["denied"], pair[1])
        _ask(one, fact, f"{key}-holds", f"{key}-denied")
        holder = place % 2
        for side in (0, 1):
            entity = domain["alias"] if place else pair[side]
            texts[side].append(_sentence(fact["holds" if side == holder else "denied"], entity))
        _ask(five, fact, ids[holder], ids[1 - holder])
    for side in (0, 1):
        five.passages[ids[side]] = " ".join(texts[side])


def _sentence(pattern: str, entity: str) -> str:
    text = pattern.replace("{e}", entity)
    return text[0].upper() + text[1:]


def _ask(shape: Shape, fact: Mapping[str, str], holds: str, denied: str) -> None:
    shape.asked.append(Asked(fact["asks"], holds, denied, "question"))
    shape.asked.append(Asked(fact["asks_denied"], denied, holds, "opposite"))


@contextmanager
def indexed(cluster: Cluster, passages: Mapping[str, str]) -> Iterator[str]:
    """A temporary index of passages, one field an analysis."""
    name = f"esneg-benchmark-{uuid.uuid4().hex[:12]}"
    parts = (keeping_analysis(ENGLISH), polarity_analysis(ENGLISH))
    sections = {section for part in parts for section in part}
    analysis = {section: {k: v for p in parts for k, v in p.get(section, {}).items()} for section in sections}
    fields = {
        "stock": {"type": "text", "analyzer": "english"},
        "standard": {"type": "text", "analyzer": "standard"},
        "polarity": polarity_field(ENGLISH),
    }
    body = {"type": "text", "analyzer": analyzer_name(ENGLISH), "fields": fields}
    cluster.create_index(
        name,
        {
            "settings": {"number_of_shards": 1, "number_of_replicas": 0, "analysis": analysis},
            "mappings": {"properties": {"body": body}},
        },
    )
    try:
        items = [(key, {"body": text}) for key, text in passages.items()]
        for start in range(0, len(items), 500):
            failed = cluster.bulk_index(name, items[start : start + 500])
            assert not failed, failed[0]
        yield name
    finally:
        cluster.delete_index(name, missing_ok=True)


Ranking = dict[str, float]


def rankings(
    cluster: Cluster, index: str, builder: Builder, asked: Sequence[Asked], only: bool
) -> list[Ranking]:
    """Id to score, best first, for each question; ``only`` scores just its two passages, however deep they are."""
    found: list[Ranking] = []
    for start in range(0, len(asked), BATCH):
        lines: list[Any] = []
        for each in asked[start : start + BATCH]:
            query: Mapping[str, Any] = builder(each.question)
            if only:
                ids = {"ids": {"values": [each.right, each.wrong]}}
                query = {"bool": {"must": [query], "filter": [ids]}}
            lines += [{}, {"query": query, "size": WINDOW, "_source": False}]
        answer = cluster.request("POST", f"/{index}/_msearch", body=lines)
        for response in answer["responses"]:
            assert "error" not in response, response
            found.append({hit["_id"]: hit["_score"] for hit in response["hits"]["hits"]})
    return found


def right(ranking: Mapping[str, float], asked: Asked) -> bool:
    """Whether the right passage scores strictly higher; one that was not found scores nothing."""
    return ranking.get(asked.right, 0.0) > ranking.get(asked.wrong, 0.0) + 1e-6 * ranking.get(
        asked.wrong, 0.0
    )


def rate(hits: Sequence[bool]) -> str:
    """A rate with Wilson's interval."""
    low, high = wilson(sum(hits), len(hits))
    return f"{sum(hits) / len(hits):6.1%} [{low:.1%}, {high:.1%}]"


def dense_rankings(shape: Shape) -> list[Ranking]:
    """The passages by cosine to each question."""
    from esneg.search.encoder import Encoder

    encoder = Encoder.load()
    keys = list(shape.passages)
    passages = encoder.encode_passages(list(shape.passages.values()))
    questions = encoder.encode_queries([each.question for each in shape.asked])
    passages /= (passages**2).sum(axis=1, keepdims=True) ** 0.5
    found = []
    for scores in questions @ passages.T:
        best = scores.argsort()[::-1][:WINDOW]
        found.append({keys[at]: float(scores[at]) for at in best})
    return found


def fused(
    first: Sequence[Ranking], second: Sequence[Ranking], weights: tuple[float, ...] | None = None
) -> list[Ranking]:
    """Reciprocal rank fusion of two legs, question by question."""
    rrf = Rrf(window=WINDOW, weights=weights)
    return [dict(rrf.fuse([list(one), list(two)])) for one, two in zip(first, second, strict=True)]


def print_policy(cluster: Cluster, split: str, dense: bool) -> None:
    """The table of a split."""
    for shape in policy(split):
        n = len(shape.asked) // 2
        print(
            f"\n{split}, {shape.name}: {n} questions and {n} opposite ones over {len(shape.passages)} passages"
        )
        print(f"  {'':28}{'question right':26}{'opposite question right':26}")
        with indexed(cluster, shape.passages) as index:
            lexical = {
                leg: rankings(cluster, index, build, shape.asked, False) for leg, build in LEGS.items()
            }
        stages = dict(lexical)
        if dense:
            vectors = dense_rankings(shape)
            stages["dense"] = vectors
            stages |= {f"RRF: dense + {leg}": fused(found, vectors) for leg, found in lexical.items()}
            stages["RRF: dense + 3 x polarity"] = fused(lexical["polarity leg"], vectors, (3, 1))
        for stage, found in stages.items():
            cells = [
                rate([right(r, a) for r, a in zip(found, shape.asked, strict=True) if a.kind == kind])
                for kind in ("question", "opposite")
            ]
            print(f"  {stage:28}{cells[0]:26}{cells[1]:26}")


def print_latency(cluster: Cluster, runs: int, beir: Path | None) -> None:
    """The leg beside the plain match: medians over questions of the quickest of some runs."""
    five = policy("heldout")[1]
    sets = {"heldout, five sentences": (five.passages, [each.question for each in five.asked])}
    if beir:
        passages, asked, _ = ordinary(beir)
        sets[beir.name] = (passages, [each.question for each in asked][:BATCH])
    print(f"\nlatency, quickest of {runs} runs a question")
    plain = match("body")
    for name, (passages, questions) in sets.items():
        with indexed(cluster, passages) as index:
            times: dict[str, list[float]] = {"match": [], "leg": []}
            for question in questions:
                for who, build in (("match", plain), ("leg", LEGS["polarity leg"])):
                    times[who].append(min(_seconds(cluster, index, build, question) for _ in range(runs)))
        ratio = statistics.median(leg / own for leg, own in zip(times["leg"], times["match"], strict=True))
        medians = {who: 1000 * statistics.median(each) for who, each in times.items()}
        print(
            f"  {name}: n={len(questions)}; match {medians['match']:.2f} ms, leg {medians['leg']:.2f} ms; "
            f"median of paired ratios {ratio:.2f}"
        )


def _seconds(cluster: Cluster, index: str, build: Builder, question: str) -> float:
    began = time.perf_counter()
    cluster.search(index, {"query": build(question), "size": 10, "_source": False})
    return time.perf_counter() - began


def print_pairs(cluster: Cluster, path: Path) -> None:
    """Pairs in NevIR's format: both questions of a pair right."""
    from esneg.evaluation.readers import nevir

    shape = Shape(path.name, {}, [])
    for item in nevir.read(path):
        shape.passages.update({f"{item.id}-1": item.passage, f"{item.id}-2": item.opposite_passage})
        shape.asked.append(Asked(item.question, f"{item.id}-1", f"{item.id}-2", "q1"))
        shape.asked.append(Asked(item.opposite_question, f"{item.id}-2", f"{item.id}-1", "q2"))
    print(f"\n{path.name}: {len(shape.asked) // 2} pairs, both questions right (a coin gets 25 %)")
    with indexed(cluster, shape.passages) as index:
        for leg, build in LEGS.items():
            found = rankings(cluster, index, build, shape.asked, True)
            hits = [right(r, a) for r, a in zip(found, shape.asked, strict=True)]
            both = [one and two for one, two in zip(hits[::2], hits[1::2], strict=True)]
            print(f"  {leg:28}{rate(both)}")


def ordinary(folder: Path) -> tuple[dict[str, str], list[Asked], Mapping[str, Mapping[str, int]]]:
    """A BEIR folder: passages, questions (``right`` holds their id), judgements."""
    from esneg.evaluation.readers import beir

    collection = beir.read(folder)
    asked = [Asked(text, key, "", "ordinary") for key, text in collection.queries.items()]
    return dict(collection.passages), asked, collection.qrels


def print_ordinary(cluster: Cluster, folder: Path) -> None:
    """nDCG@10 of each leg on questions that are not about negation."""
    import ir_measures

    passages, asked, qrels = ordinary(folder)
    print(f"\n{folder.name}: nDCG@10, {len(asked)} questions over {len(passages)} passages")
    with indexed(cluster, passages) as index:
        for leg, build in LEGS.items():
            found = rankings(cluster, index, build, asked, False)
            run = {each.right: ranking for each, ranking in zip(asked, found, strict=True)}
            measure = ir_measures.nDCG @ 10
            print(f"  {leg:28}{ir_measures.calc_aggregate([measure], qrels, run)[measure]:.4f}")


def main() -> None:
    """Prints all tables that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--url", required=True)
    parser.add_argument("--dense", action="store_true")
    parser.add_argument("--nevir", type=Path)
    parser.add_argument("--beir", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with connect(ConnectionOptions(urls=(options.url,))) as cluster:
        print(f"{cluster.info.distribution} {cluster.info.version}")
        for split in ("dev", "heldout"):
            print_policy(cluster, split, options.dense)
        if options.nevir:
            print_pairs(cluster, options.nevir)
        if options.beir:
            print_ordinary(cluster, options.beir)
        print_latency(cluster, options.runs, options.beir)


if __name__ == "__main__":
    main()
