"""The index that a load creates when there is none."""

from __future__ import annotations

from typing import Any

from esneg.clusters.base import Engine
from esneg.negation import load
from esneg.search.embedder import TextEncoder
from esneg.templates.build import text_body
from esneg.templates.vector import FIELD, Similarity, vector_template

_SIMILARITIES: dict[str, Similarity] = {
    "cosine": "cosine",
    "euclidean": "l2_norm",
}


def index_body(
    engine: Engine, *, text: tuple[str, ...], language: str, vector_field: str, encoder: TextEncoder | None
) -> dict[str, Any]:
    """Settings and mappings as esneg's templates have them, for fields of one's own.

    Args:
        engine: the engine.
        text: the fields that get the language's analyzers.
        language: a code such as "en".
        vector_field: the name of the vector field.
        encoder: what its vectors come from; None for an index without vectors.

    Raises:
        UsageError: the language is unknown.
    """
    known = load(language)
    template = text_body(known, "default")["template"]
    field = next(iter(template["mappings"]["properties"].values()))
    properties: dict[str, Any] = {}
    for name in text:
        _put(properties, name, field)
    settings = dict(template["settings"])
    if encoder is not None:
        vectors = vector_template(engine, encoder.dims, _similarity(encoder)).body["template"]
        settings |= vectors.get("settings", {})
        _put(properties, vector_field, vectors["mappings"]["properties"][FIELD])
    return {
        "settings": settings,
        "mappings": {"_meta": {"esneg": {"language": known.code}}, "properties": properties},
    }


def _similarity(encoder: TextEncoder) -> Similarity:
    if encoder.similarity == "dot":
        return "dot_product" if encoder.normalize else "max_inner_product"
    return _SIMILARITIES.get(encoder.similarity, "cosine")


def _put(properties: dict[str, Any], name: str, spec: Any) -> None:
    """Declares a field; along the dots of its name, objects."""
    *objects, last = name.split(".")
    for each in objects:
        properties = properties.setdefault(each, {}).setdefault("properties", {})
    properties[last] = spec
