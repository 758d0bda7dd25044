"""BEIR folders: ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/test.tsv`` (head: query-id, corpus-id, score)."""

from __future__ import annotations

from pathlib import Path

from esneg.errors import UsageError
from esneg.evaluation.items import Collection
from esneg.evaluation.readers.lines import Problems, numbered_lines
from esneg.evaluation.readers.trec import add_judgement, judged, texts

_HEAD = ["query-id", "corpus-id", "score"]


def read(folder: Path) -> Collection:
    """Reads the folder; of several splits the test split.

    Raises:
        UsageError: a file is missing or has a wrong line.
    """
    qrels_file = folder / "qrels" / "test.tsv"
    for path in (folder / "corpus.jsonl", folder / "queries.jsonl", qrels_file):
        if not path.is_file():
            raise UsageError(f"{path}: is missing; a BEIR folder has it")
    problems = Problems(qrels_file)
    qrels: dict[str, dict[str, int]] = {}
    for number, line in numbered_lines(qrels_file):
        parts = line.split("\t")
        if number == 1:
            if parts != _HEAD:
                problems.add(1, "", f"is not the head {', '.join(_HEAD)}")
            continue
        if len(parts) != 3:
            problems.add(number, "", f"has {len(parts)} columns, not 3")
            continue
        query, document, relevance = parts
        add_judgement(qrels, query, document, relevance, number, problems)
    problems.raise_if_any()
    return judged(texts(folder / "corpus.jsonl"), texts(folder / "queries.jsonl"), qrels, qrels_file)
