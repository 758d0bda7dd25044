"""The index that is loaded: found or created, and checked against the encoder before the first document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import NotFound, UsageError
from esneg.ingest.index_body import index_body
from esneg.search.embedder import TextEncoder, differences
from esneg.search.index_fields import IndexFields

_FAMILIES = {
    "cosine": "cosine",
    "cosinesimil": "cosine",
    "dot_product": "dot",
    "max_inner_product": "dot",
    "innerproduct": "dot",
    "l2_norm": "euclidean",
    "l2": "euclidean",
}
"""What the engines call a similarity -> what sentence-transformers calls it."""

_WHOLE_NUMBERS = frozenset({"byte", "bit", "binary"})


@dataclass(frozen=True)
class Target:
    """An index to load into.

    Attributes:
        name: as the user gave it; an alias with one index to write to is as good as an index.
        uuid: of the index behind it.
        index: the index behind it.
        mapping: its mapping.
    """

    name: str
    uuid: str
    index: str
    mapping: Mapping[str, Any]


def find_target(cluster: Cluster, name: str) -> Target | None:
    """The index behind a name; None when there is none.

    Raises:
        UsageError: the name stands for something that documents with ids cannot be put into.
    """
    if not name or "*" in name or "," in name:
        raise UsageError(
            f'"{name}" names no index to load into', remedy="--into takes the name of one index or alias"
        )
    try:
        found = cluster.request(
            "GET",
            f"/{index_path(name)}",
            params={"filter_path": ["*.aliases", "*.mappings", "*.settings.index.uuid"]},
        )
    except NotFound:
        return None
    if not found:
        return None
    index = _written_to(name, found)
    return Target(name, found[index]["settings"]["index"]["uuid"], index, found[index].get("mappings") or {})


def _written_to(name: str, found: Mapping[str, Any]) -> str:
    if any(index.startswith(".ds-") for index in found):
        raise UsageError(
            f"{name} is a data stream, which takes no documents with ids of their own",
            remedy="load into an index",
        )
    writable = [index for index, each in found.items() if _is_write_index(each, name)]
    if len(found) == 1 and not writable:
        return next(iter(found))
    if len(writable) != 1:
        raise UsageError(
            f"{name} is an alias of {len(found)} indices, and none of them is its write index",
            remedy=f"load into one of them: {', '.join(sorted(found))}",
        )
    return writable[0]


def _is_write_index(index: Mapping[str, Any], alias: str) -> bool:
    return bool((index.get("aliases") or {}).get(alias, {}).get("is_write_index"))


def create_target(
    cluster: Cluster,
    name: str,
    *,
    text: tuple[str, ...],
    language: str,
    vector_field: str,
    encoder: TextEncoder | None,
) -> Target:
    """Creates the index as esneg's templates have it: analyzers that keep negation, and the vector field.

    Raises:
        UsageError: the language is unknown.
        ClusterError: the cluster refuses it.
    """
    body = index_body(
        cluster.info.engine, text=text, language=language, vector_field=vector_field, encoder=encoder
    )
    cluster.create_index(name, body)
    created = find_target(cluster, name)
    assert created is not None, "just created"
    return created


def refuse_without_vectors(cluster: Cluster) -> None:
    """Sees that the cluster can store vectors.

    Raises:
        UsageError: it cannot.
    """
    abilities = cluster.capabilities()
    if not abilities.knn:
        raise UsageError(
            f"the cluster cannot search vectors: {abilities.reasons.get('knn', 'no k-NN')}",
            remedy="--no-vectors loads the texts alone",
        )


def check_target(target: Target, vector_field: str, encoder: TextEncoder, *, force: bool = False) -> None:
    """Sees that an index takes an encoder's vectors, and that they mean the same as those that it has.

    Args:
        target: the index.
        vector_field: where the vectors go.
        encoder: makes them.
        force: accept another similarity, and another model than the one that the index names.

    Raises:
        UsageError: the field is missing, no field for such vectors, of another length or similarity, or the
            index holds another model's vectors.
    """
    fields = IndexFields(target.name, {target.index: target.mapping})
    fields.check_vector(vector_field)
    fields.check_dims(vector_field, encoder.dims)
    spec = _spec(target.mapping, vector_field)
    element = str(spec.get("element_type") or spec.get("data_type") or "float")
    if element in _WHOLE_NUMBERS:
        raise UsageError(
            f"{vector_field} of {target.name} holds {element} vectors, and the model makes float ones"
        )
    if force:
        return
    _check_similarity(target, vector_field, spec, encoder)
    stored = fields.embedder()
    if stored is not None and (found := differences(stored, encoder.meta())):
        raise UsageError(
            f"{target.name} holds vectors of another model: {'; '.join(found)}",
            remedy="load with that model, into another index, or (if the vectors do mean the same) with --force",
        )


def _check_similarity(target: Target, field: str, spec: Mapping[str, Any], encoder: TextEncoder) -> None:
    similarity = _similarity(spec)
    if similarity == "dot_product" and not encoder.normalize:
        raise UsageError(
            f"{field} of {target.name} takes vectors of length 1 only (dot_product), and the model's are not",
            remedy="give --normalize, or use a field with max_inner_product",
        )
    # Vectors of length 1 have the same neighbours by all three.
    if similarity is None or encoder.normalize or _FAMILIES.get(similarity, similarity) == encoder.similarity:
        return
    raise UsageError(
        f"{field} of {target.name} compares by {similarity}, and the model's vectors are made for "
        f"{encoder.similarity}",
        remedy="create the index with that similarity, give --normalize, or insist with --force",
    )


def _similarity(spec: Mapping[str, Any]) -> str | None:
    """The similarity of a vector field; None when it is not searched by one."""
    if spec.get("type") == "dense_vector":
        return str(spec.get("similarity", "cosine")) if spec.get("index", True) else None
    method = spec.get("method") or {}
    return str(method.get("space_type") or spec.get("space_type") or "l2")


def _spec(mapping: Mapping[str, Any], field: str) -> Mapping[str, Any]:
    """The declaration of a field that `IndexFields.check_vector` has found."""
    spec: Mapping[str, Any] = mapping
    for name in field.split("."):
        spec = (spec.get("properties") or {}).get(name) or (spec.get("fields") or {}).get(name) or {}
    return spec


def write_embedder(cluster: Cluster, target: Target, encoder: TextEncoder) -> None:
    """Writes the encoder to the index's ``_meta.esneg.embedder``; whatever else stands in ``_meta`` stays."""
    meta = dict(target.mapping.get("_meta") or {})
    meta["esneg"] = {**(meta.get("esneg") or {}), "embedder": encoder.meta()}
    # The engines replace `_meta` as a whole.
    cluster.request("PUT", f"/{index_path(target.index)}/_mapping", body={"_meta": meta})
