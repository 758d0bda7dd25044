"""TREC: a folder with qrels, queries and passages.

``qrels*`` (four columns: query, iteration, document, relevance), ``queries.tsv`` or ``queries.jsonl``, and
``collection.tsv`` or ``corpus.jsonl``; the tables have an id and a text, without a head.
"""

from __future__ import annotations

from pathlib import Path

from esneg.errors import UsageError
from esneg.evaluation.items import Collection
from esneg.evaluation.readers.lines import Problems, json_lines, numbered_lines, text_of

_QRELS = ("qrels", "qrels.txt", "qrels.tsv", "qrels.trec")
_QUERIES = ("queries.tsv", "queries.jsonl", "topics.tsv")
_PASSAGES = ("collection.tsv", "corpus.tsv", "corpus.jsonl", "collection.jsonl")


def read(folder: Path) -> Collection:
    """Reads the folder.

    Raises:
        UsageError: a file is missing or has a wrong line, or the qrels name what the others lack.
    """
    qrels_file = _one_of(folder, _QRELS)
    passages = texts(_one_of(folder, _PASSAGES))
    queries = texts(_one_of(folder, _QUERIES))
    return judged(passages, queries, read_qrels(qrels_file), qrels_file)


def read_qrels(path: Path) -> dict[str, dict[str, int]]:
    """Reads TREC qrels: query id -> document id -> relevance.

    Raises:
        UsageError: a line has not four columns, a relevance is no whole number, or a judgement stands twice.
    """
    problems = Problems(path)
    qrels: dict[str, dict[str, int]] = {}
    for number, line in numbered_lines(path):
        parts = line.split()
        if len(parts) != 4:
            problems.add(
                number, "", f"has {len(parts)} columns, not 4 (query, iteration, document, relevance)"
            )
            continue
        query, _, document, relevance = parts
        add_judgement(qrels, query, document, relevance, number, problems)
    problems.raise_if_any()
    return qrels


def add_judgement(
    qrels: dict[str, dict[str, int]],
    query: str,
    document: str,
    relevance: str,
    number: int,
    problems: Problems,
) -> None:
    """Adds one judgement, or a problem."""
    try:
        value = int(relevance)
    except ValueError:
        problems.add(number, "relevance", f"{relevance!r} is no whole number")
        return
    judgements = qrels.setdefault(query, {})
    if document in judgements:
        problems.add(number, "document", f"{document!r} is judged twice for query {query!r}")
    judgements[document] = value


def texts(path: Path, *, fields: tuple[str, ...] = ("text",)) -> dict[str, str]:
    """id -> text of a headless table or of JSON lines (``_id`` or ``id``; ``title`` goes before ``text``)."""
    problems = Problems(path)
    found: dict[str, str] = {}

    def add(number: int, identifier: str, text: str) -> None:
        if identifier in found:
            problems.add(number, "id", f"{identifier!r} stands twice")
        found[identifier] = text

    if path.suffix == ".jsonl":
        for number, record in json_lines(path, problems):
            name = "_id" if "_id" in record else "id"
            identifier, text = (text_of(record, each, number, problems) for each in (name, "text"))
            title = record.get("title")
            add(number, identifier, f"{title}\n{text}" if isinstance(title, str) and title.strip() else text)
    else:
        for number, line in numbered_lines(path):
            identifier, tab, text = line.partition("\t")
            if not tab or not text.strip():
                problems.add(number, "text", "is missing: a line is an id, a tab and a text")
            add(number, identifier.strip(), text.strip())
    problems.raise_if_any()
    if not found:
        raise UsageError(f"{path}: holds no texts")
    return found


def judged(
    passages: dict[str, str], queries: dict[str, str], qrels: dict[str, dict[str, int]], qrels_file: Path
) -> Collection:
    """The collection, after checking that all ids of the judgements are known; queries without any are named."""
    for query, judgements in qrels.items():
        if query not in queries:
            raise UsageError(f"{qrels_file}: field 'query': no query has the id {query!r}")
        for document in judgements:
            if document not in passages:
                raise UsageError(f"{qrels_file}: field 'document': no passage has the id {document!r}")
    without = [query for query in queries if query not in qrels]
    ignored = (f"{len(without)} of {len(queries)} queries have no judgement",) if without else ()
    return Collection(passages, {q: text for q, text in queries.items() if q in qrels}, qrels, ignored)


def _one_of(folder: Path, names: tuple[str, ...]) -> Path:
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise UsageError(f"{folder}: holds none of {', '.join(names)}")
