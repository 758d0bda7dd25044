#!/usr/bin/env python3
"""What esneg adds to a search, and what its re-ranking costs; each figure beside the plain call, in one run.

.venv/bin/python benchmarks/search.py engine --url URL [--documents 5000] [--queries 200] [--runs 3]
    The same requests through the client library and through esneg, in turn, query by query: BM25 alone, two legs in
    one _msearch that Python fuses, and, where the engine has RRF, two legs that it fuses, without and with finding
    out where each leg put each hit. The question's vector is looked up, not computed, on both sides.

.venv-models/bin/python benchmarks/search.py reranker [--queries 10] [--passages 50] [--runs 3]
    CrossEncoder.predict as it comes, and esneg's re-ranking with the same model: six layers of 384 dimensions (the
    size of ms-marco-MiniLM-L6-v2) with random weights, so that no download is needed; what is computed is the
    same. On torch and, exported, on ONNX Runtime: as it is, with fused operators, with int8 weights (needs onnx).
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

DIMS = 384
SEED = 11


def words() -> list[str]:
    """A vocabulary with Zipf's shape: a word's place is how rare it is."""
    syllables = ["ba", "co", "di", "fe", "gu", "la", "me", "no", "pi", "ra", "so", "tu", "ve", "zi"]
    return ["".join(each) for each in itertools.islice(itertools.product(syllables, repeat=4), 8000)]


def texts(count: int, *, shortest: int, longest: int, seed: int) -> list[str]:
    """Texts of random words, as many of each length."""
    chance = random.Random(seed)
    vocabulary = words()
    weights = [1 / place for place in range(1, len(vocabulary) + 1)]
    return [
        " ".join(chance.choices(vocabulary, weights, k=chance.randint(shortest, longest)))
        for _ in range(count)
    ]


def vector(text: str) -> list[float]:
    """A vector that depends on the text alone."""
    chance = random.Random(text)
    return [round(chance.gauss(0, 1), 4) for _ in range(DIMS)]


def seconds(work: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> float:
    """How long something takes."""
    began = clock()
    work()
    return clock() - began


def report(title: str, plain: Sequence[float], ours: Sequence[float], unit: str, plain_name: str) -> None:
    """Both medians, their ratio, and the median of the ratios of pairs."""
    ratio = statistics.median(ours) / statistics.median(plain)
    paired = statistics.median(one / other for one, other in zip(ours, plain, strict=True))
    medians = [1000 * statistics.median(each) for each in (plain, ours)]
    print(
        f"{title}: n={len(plain)} {unit}; medians: {plain_name} {medians[0]:.2f} ms, esneg {medians[1]:.2f} ms; "
        f"ratio {ratio:.3f}, median of paired ratios {paired:.3f}"
    )


# --- the engine ---------------------------------------------------------------------------------------------------


class Looked:
    """An encoder that looks its vectors up."""

    def __init__(self, questions: Sequence[str]) -> None:
        self._vectors = {question: vector(question) for question in questions}

    def encode_queries(self, asked: list[str]) -> list[list[float]]:
        """See `esneg.search.legs.QueryEncoder`."""
        return [self._vectors[question] for question in asked]


def raw_call(url: str, engine: str, index: str) -> Callable[[Any], Any]:
    """Sends what esneg asked through the engine's own client, as its documentation shows it."""
    if engine == "opensearch":
        from opensearchpy import OpenSearch

        opensearch = OpenSearch([url], timeout=30)
        return lambda asked: (
            opensearch.msearch(body=asked.body)
            if asked.path == "/_msearch"
            else opensearch.search(index=index, body=asked.body, params=dict(asked.params))
        )
    from elasticsearch import Elasticsearch

    elasticsearch = Elasticsearch([url], request_timeout=30)
    return lambda asked: (
        elasticsearch.msearch(searches=asked.body)
        if asked.path == "/_msearch"
        else elasticsearch.search(index=index, body=asked.body, **asked.params)
    )


def create(cluster: Any, index: str, documents: int) -> None:
    """An index with texts and vectors."""
    opensearch = cluster.info.engine == "opensearch"
    method = {"name": "hnsw", "engine": "lucene", "space_type": "cosinesimil"}
    vectors = (
        {"type": "knn_vector", "dimension": DIMS, "method": method}
        if opensearch
        else {"type": "dense_vector", "dims": DIMS, "similarity": "cosine", "index": True}
    )
    settings = {"number_of_shards": 1, "number_of_replicas": 0} | ({"knn": True} if opensearch else {})
    cluster.create_index(
        index,
        {
            "settings": {"index": settings},
            "mappings": {"properties": {"text": {"type": "text"}, "vector": vectors}},
        },
    )
    made = texts(documents, shortest=40, longest=160, seed=SEED)
    for start in range(0, documents, 500):
        batch = [
            (str(start + at), {"text": text, "vector": vector(text)})
            for at, text in enumerate(made[start : start + 500])
        ]
        assert not cluster.bulk_index(index, batch, refresh=False)
    cluster.request("POST", f"/{index}/_forcemerge", params={"max_num_segments": 1}, timeout=300)
    cluster.request("POST", f"/{index}/_refresh")


def engine(url: str, documents: int, queries: int, runs: int) -> None:
    """Searches through the client library and through esneg, in turn."""
    from esneg.clusters import ConnectionOptions, connect
    from esneg.search import HybridSearcher

    questions = texts(queries, shortest=5, longest=10, seed=SEED + 1)
    encoder = Looked(questions)
    index = f"esneg-bench-{uuid.uuid4().hex[:8]}"
    with connect(ConnectionOptions(urls=(url,), timeout=120)) as cluster:
        try:
            create(cluster, index, documents)
            print(f"{cluster.info.distribution} {cluster.info.version}, {documents} documents, k=10")
            call = raw_call(url, cluster.info.engine, index)
            words = HybridSearcher(cluster, index, legs=["bm25"])
            compare("BM25", words.search, call, questions, runs)
            in_python = HybridSearcher(cluster, index, encoder=encoder, fuse_in="client")
            compare("fused in Python", in_python.search, call, questions, runs)
            if cluster.capabilities().rrf:
                in_engine = HybridSearcher(cluster, index, encoder=encoder, fuse_in="engine")
                plain = partial(in_engine.search, explain=False)
                compare("fused in the engine", plain, call, questions, runs)
                compare("fused in the engine, explained", in_engine.search, call, questions, runs)
            else:
                print(f"this engine does not fuse: {cluster.capabilities().reasons['rrf']}")
        finally:
            cluster.delete_index(index, missing_ok=True)


def compare(
    title: str,
    search: Callable[[str], Any],
    call: Callable[[Any], Any],
    questions: Sequence[str],
    runs: int,
) -> None:
    """One kind of search, both ways."""
    # What esneg asks is what the client library is made to ask; this also warms the caches for both.
    asked = [search(question).requests for question in questions]
    plain: list[float] = []
    ours: list[float] = []
    for run in range(runs):
        for at, question in enumerate(questions):

            def raw(at: int = at) -> Any:
                return [call(each) for each in asked[at]]

            def through_esneg(question: str = question) -> Any:
                return search(question)

            # In turn, and each of them first as often as the other: the second one finds caches warm.
            for which in (0, 1) if (run + at) % 2 else (1, 0):
                (plain, ours)[which].append(seconds((raw, through_esneg)[which]))
    report(title, plain, ours, "searches each", "client library")


# --- the re-ranker ------------------------------------------------------------------------------------------------


def make_model(folder: Path) -> Path:
    """A cross-encoder of the size of ms-marco-MiniLM-L6-v2, with random weights."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    syllables = sorted({word[at : at + 2] for word in words() for at in (0, 2, 4, 6)})
    # Two syllables are a token, so that a text has as many tokens per word as English has, nearly.
    pairs = ["".join(each) for each in itertools.product(syllables, repeat=2)]
    vocabulary = [*pieces, *syllables, *pairs, *(f"##{each}" for each in (*syllables, *pairs))]
    (folder / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    tokenizer = BertTokenizerFast(str(folder / "vocab.txt"), model_max_length=512)
    torch.manual_seed(SEED)
    config = BertConfig(
        vocab_size=30522, hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536,
        num_labels=1, initializer_range=0.2,
    )  # fmt: skip
    BertForSequenceClassification(config).eval().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def reranker(queries: int, passages: int, runs: int, threads: int, cpu: bool) -> None:
    """Re-ranking through ``CrossEncoder.predict`` and through esneg, in turn."""
    import onnxruntime
    import sentence_transformers
    import torch
    from sentence_transformers import CrossEncoder

    from esneg.search.deadline import Deadline
    from esneg.search.rerank.cross_encoder import CrossEncoderReranker

    torch.set_num_threads(threads)
    questions = texts(queries, shortest=5, longest=10, seed=SEED + 2)
    candidates = [texts(passages, shortest=20, longest=150, seed=SEED + 3 + at) for at in range(queries)]
    print(
        f"sentence-transformers {sentence_transformers.__version__}, torch {torch.__version__}, "
        f"onnxruntime {onnxruntime.__version__}, {threads} threads; "
        f"{queries} questions with {passages} passages of 20 to 150 words; {'CPU' if cpu else 'wall'} time"
    )
    with tempfile.TemporaryDirectory() as directory:
        folder = make_model(Path(directory))
        model = CrossEncoder(str(folder), device="cpu")
        rerankers = {"torch": CrossEncoderReranker(model)}
        for name, file_name in export(folder).items():
            options = {"file_name": file_name, "threads": threads}
            rerankers[name] = CrossEncoderReranker.load(folder, backend="onnx", model_options=options)
        plain: list[float] = []
        ours: dict[str, list[float]] = {name: [] for name in rerankers}
        for run in range(runs + 1):
            for question, texts_of_one in zip(questions, candidates, strict=True):
                pairs = [(question, text) for text in texts_of_one]
                ways: dict[str, Callable[[], Any]] = {
                    "": lambda pairs=pairs: model.predict(pairs, show_progress_bar=False)  # type: ignore[misc]
                }
                for name, each in rerankers.items():
                    ways[name] = lambda each=each, q=question, t=texts_of_one: each.score(q, t, Deadline())  # type: ignore[misc]
                for name in sorted(ways, reverse=bool(run % 2)):
                    took = seconds(ways[name], time.process_time if cpu else time.perf_counter)
                    if run:  # the first run warms up
                        (ours[name] if name else plain).append(took)
        for name, took_ours in ours.items():
            report(f"re-ranking on {name}", plain, took_ours, "questions", "CrossEncoder.predict on torch")


def export(folder: Path) -> dict[str, str]:
    """The model as ONNX: as it is, with fused operators (what Optimum calls O2), and with weights quantized to int8;
    name -> file in the folder."""
    import torch
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.transformers.optimizer import optimize_model
    from transformers import BertForSequenceClassification

    (folder / "onnx").mkdir()
    names = ["input_ids", "attention_mask", "token_type_ids"]
    files = {
        "ONNX Runtime": "onnx/model.onnx",
        "ONNX Runtime, fused": "onnx/model_O2.onnx",
        "ONNX Runtime, int8": "onnx/model_qint8.onnx",
    }
    whole, fused, small = (folder / name for name in files.values())
    torch.onnx.export(
        BertForSequenceClassification.from_pretrained(folder, attn_implementation="eager").eval(),
        tuple(torch.ones((2, 8), dtype=torch.long) for _ in names),
        str(whole),
        dynamo=False,
        input_names=names,
        output_names=["logits"],
        dynamic_axes={name: {0: "pairs", 1: "tokens"} for name in names} | {"logits": {0: "pairs"}},
    )
    optimize_model(str(whole), model_type="bert", num_heads=12, hidden_size=384).save_model_to_file(
        str(fused)
    )
    quantize_dynamic(whole, small, weight_type=QuantType.QInt8)
    return files


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = parser.add_subparsers(dest="part", required=True)
    of_engine = parts.add_parser("engine")
    of_engine.add_argument("--url", required=True)
    of_engine.add_argument("--documents", type=int, default=5000)
    of_engine.add_argument("--queries", type=int, default=200)
    of_engine.add_argument("--runs", type=int, default=3)
    of_reranker = parts.add_parser("reranker")
    of_reranker.add_argument("--queries", type=int, default=10)
    of_reranker.add_argument("--passages", type=int, default=50)
    of_reranker.add_argument("--runs", type=int, default=3)
    of_reranker.add_argument("--threads", type=int, default=2)
    of_reranker.add_argument("--cpu", action="store_true", help="CPU time, for a machine that is busy")
    given = vars(parser.parse_args())
    part = given.pop("part")
    (engine if part == "engine" else reranker)(**given)


if __name__ == "__main__":
    main()
