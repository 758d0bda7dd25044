"""What a model expects in front of a query and of a passage.

Some embedding models are trained with an instruction or a prefix, and rank badly without it. A model that
carries its prompts (``config_sentence_transformers.json``) is believed; for the others, the families below are
known by name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Prompts:
    """What is written in front of a text before it is encoded; "" for nothing."""

    query: str = ""
    passage: str = ""

    def as_dict(self) -> dict[str, str]:
        """As it is written to an index."""
        return asdict(self)


_WEB_SEARCH = "Given a web search query, retrieve relevant passages that answer the query"

# From the model cards: intfloat/e5-base-v2, intfloat/multilingual-e5-large-instruct,
# Qwen/Qwen3-Embedding-0.6B, BAAI/bge-base-en-v1.5, BAAI/bge-base-zh-v1.5, nomic-ai/nomic-embed-text-v1.5.
# The first pattern that matches decides. BGE-M3 needs none.
_FAMILIES: tuple[tuple[str, Prompts], ...] = (
    (r"\be5\b.*\binstruct\b", Prompts(query=f"Instruct: {_WEB_SEARCH}\nQuery: ")),
    (r"\be5\b", Prompts(query="query: ", passage="passage: ")),
    (r"\bqwen3-embedding\b", Prompts(query=f"Instruct: {_WEB_SEARCH}\nQuery:")),
    (
        r"\bbge-(small|base|large)-en\b",
        Prompts(query="Represent this sentence for searching relevant passages: "),
    ),
    (r"\bbge-(small|base|large)-zh\b", Prompts(query="为这个句子生成表示以用于检索相关文章：")),
    (r"\bnomic-embed-text\b", Prompts(query="search_query: ", passage="search_document: ")),
)

_PASSAGE_NAMES = ("document", "passage", "corpus")
"""The names that sentence-transformers' ``encode_document`` looks for, in its order."""


def prompts_of(name: str, own: Mapping[str, str | None]) -> Prompts:
    """The prompts for a model.

    Args:
        name: the model's name or the name of its folder.
        own: the prompts that came with the model, by their names.
    """
    query = own.get("query") or ""
    passage = next((text for each in _PASSAGE_NAMES if (text := own.get(each))), "")
    if query or passage:
        return Prompts(query, passage)
    return next((known for pattern, known in _FAMILIES if re.search(pattern, name.lower())), Prompts())
