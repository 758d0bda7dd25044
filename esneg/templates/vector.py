"""The component template with the vector field."""

from __future__ import annotations

from typing import Any, Literal, get_args

from esneg.clusters.base import Engine
from esneg.errors import UsageError
from esneg.templates.model import Template

Similarity = Literal["cosine", "dot_product", "l2_norm", "max_inner_product"]
"""Elasticsearch's names; on OpenSearch the space that ranks the same is used."""

VECTOR = "esneg-vector"
FIELD = "vector"
DEFAULT_DIMS = 384
"""What all-MiniLM-L6-v2 gives."""
DEFAULT_SIMILARITY: Similarity = "cosine"
MAX_DIMS = 4096
"""The most that Elasticsearch takes; OpenSearch takes more."""

_SPACES: dict[Similarity, str] = {
    "cosine": "cosinesimil",
    "dot_product": "innerproduct",
    "l2_norm": "l2",
    "max_inner_product": "innerproduct",
}


def vector_template(
    engine: Engine, dims: int = DEFAULT_DIMS, similarity: Similarity = DEFAULT_SIMILARITY
) -> Template:
    """The component template with a vector field of ``dims`` dimensions.

    Templates for other dimensions than the package's have a name of their own, so that they can live side by side.

    Raises:
        UsageError: dimensions or similarity that no engine takes.
    """
    if not 1 <= dims <= MAX_DIMS:
        raise UsageError(f"--dims {dims}: a vector field has 1 to {MAX_DIMS} dimensions")
    if similarity not in get_args(Similarity):
        raise UsageError(f"--similarity {similarity}: use one of {', '.join(get_args(Similarity))}")
    default = (dims, similarity) == (DEFAULT_DIMS, DEFAULT_SIMILARITY)
    name = VECTOR if default else f"{VECTOR}-{dims}-{similarity}"
    template: dict[str, Any]
    if engine == "opensearch":
        # The lucene engine filters while it searches, and needs no native library.
        method = {"name": "hnsw", "engine": "lucene", "space_type": _SPACES[similarity]}
        field: dict[str, Any] = {"type": "knn_vector", "dimension": dims, "method": method}
        template = {"settings": {"index.knn": True}}
    else:
        field = {"type": "dense_vector", "dims": dims, "index": True, "similarity": similarity}
        template = {}
    template["mappings"] = {"properties": {FIELD: field}}
    return Template(name, "component_template", {"template": template})
