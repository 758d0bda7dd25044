from __future__ import annotations

import pytest

from esneg.search.prompts import Prompts, prompts_of

WEB = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"


@pytest.mark.parametrize(
    ("name", "query", "passage"),
    [
        ("intfloat/e5-base-v2", "query: ", "passage: "),
        ("intfloat/multilingual-e5-small", "query: ", "passage: "),
        ("intfloat/multilingual-e5-large-instruct", f"{WEB} ", ""),
        ("Qwen/Qwen3-Embedding-0.6B", WEB, ""),
        ("BAAI/bge-small-en-v1.5", "Represent this sentence for searching relevant passages: ", ""),
        ("BAAI/bge-large-zh-v1.5", "为这个句子生成表示以用于检索相关文章：", ""),
        ("BAAI/bge-m3", "", ""),
        ("nomic-ai/nomic-embed-text-v1.5", "search_query: ", "search_document: "),
        ("sentence-transformers/all-MiniLM-L6-v2", "", ""),
        ("me/code5-embeddings", "", ""),
    ],
)
def test_families_are_known_by_name(name: str, query: str, passage: str) -> None:
    assert prompts_of(name, {}) == Prompts(query, passage)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ({"query": "q: ", "document": "d: "}, Prompts("q: ", "d: ")),
        ({"query": "q: ", "document": "", "passage": "p: "}, Prompts("q: ", "p: ")),
        ({"query": "q: ", "document": None}, Prompts("q: ", "")),
        ({"query": "", "document": "", "clustering": "c: "}, Prompts("query: ", "passage: ")),
    ],
)
def test_what_the_model_brings_is_believed_before_its_name(
    own: dict[str, str | None], expected: Prompts
) -> None:
    assert prompts_of("intfloat/e5-base-v2", own) == expected
