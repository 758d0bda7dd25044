"""What to put into a cluster for the names and parameters that a user gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from esneg.clusters.base import Engine
from esneg.errors import UsageError
from esneg.templates.model import KINDS, Template
from esneg.templates.packaged import named
from esneg.templates.vector import DEFAULT_DIMS, DEFAULT_SIMILARITY, VECTOR, Similarity, vector_template

PIPELINE = "esneg-rrf"
"""The search pipeline that goes with a hybrid template on OpenSearch."""


@dataclass(frozen=True)
class Parameters:
    """What may differ from the package.

    Attributes:
        patterns: the names of the indices that an index template is for; empty for the package's.
        priority: of an index template; None for the package's.
        replicas: of the new indices; None for the engine's default.
        dims: dimensions of the vector field.
        similarity: how vectors are compared.
    """

    patterns: tuple[str, ...] = ()
    priority: int | None = None
    replicas: int | None = None
    dims: int = DEFAULT_DIMS
    similarity: Similarity = DEFAULT_SIMILARITY

    def __post_init__(self) -> None:
        for name, value in (("priority", self.priority), ("replicas", self.replicas)):
            if value is not None and value < 0:
                raise UsageError(f"--{name} {value}: must not be negative")
        if any(
            not pattern or pattern.startswith(("-", "_", ".")) or "," in pattern for pattern in self.patterns
        ):
            raise UsageError(
                f"--pattern {','.join(self.patterns)}: not the name of an index with or without *",
                remedy="give one pattern, such as 'policies-*'; repeat the option for more",
            )

    def recorded(self) -> dict[str, Any]:
        """What differs from the package, as an index template's ``_meta`` records it."""
        vector = {"dims": self.dims, "similarity": self.similarity}
        given = {
            "patterns": list(self.patterns) or None,
            "priority": self.priority,
            "replicas": self.replicas,
            **({} if (self.dims, self.similarity) == (DEFAULT_DIMS, DEFAULT_SIMILARITY) else vector),
        }
        return {name: value for name, value in given.items() if value is not None}

    @classmethod
    def read(cls, recorded: Mapping[str, Any]) -> Parameters:
        """The parameters that `recorded` wrote."""
        return cls(
            patterns=tuple(recorded.get("patterns", ())),
            priority=recorded.get("priority"),
            replicas=recorded.get("replicas"),
            dims=recorded.get("dims", DEFAULT_DIMS),
            similarity=recorded.get("similarity", DEFAULT_SIMILARITY),
        )


def wanted(engine: Engine, names: Sequence[str], parameters: Parameters | None = None) -> list[Template]:
    """The templates of these names and all that they need, in the order in which they have to be put.

    Raises:
        UsageError: an unknown name, or parameters for which there is no template among the names.
    """
    chosen = parameters or Parameters()
    found: dict[str, Template] = {}
    for template in (named(engine, name) for name in names):
        if template.kind == "index_template":
            made = with_parameters(template, chosen)
            for component in made.components:
                found[component] = _component(engine, component, chosen)
            if engine == "opensearch":
                found[PIPELINE] = named(engine, PIPELINE)
            found[made.name] = made
        else:
            made = _component(engine, template.name, chosen)
            found[made.name] = made
    _check(found.values(), chosen, names)
    return sorted(found.values(), key=lambda template: KINDS.index(template.kind))


def with_parameters(template: Template, parameters: Parameters) -> Template:
    """An index template with the parameters in it, and the mark that records them."""
    vector = vector_name(parameters)
    body = dict(template.body)
    body["composed_of"] = [vector if name == VECTOR else name for name in template.components]
    if parameters.patterns:
        body["index_patterns"] = list(parameters.patterns)
    if parameters.priority is not None:
        body["priority"] = parameters.priority
    if parameters.replicas is not None:
        body["template"] = {"settings": {"index.number_of_replicas": parameters.replicas}}
    return Template(template.name, template.kind, body).marked(**parameters.recorded())


def vector_name(parameters: Parameters) -> str:
    """The name of the component template with such a vector field."""
    return vector_template("opensearch", parameters.dims, parameters.similarity).name


def vector_component(engine: Engine, parameters: Parameters) -> Template:
    """The component template with the vector field, and the mark that records how it differs from the package's."""
    vector = Parameters(dims=parameters.dims, similarity=parameters.similarity)
    return vector_template(engine, vector.dims, vector.similarity).marked(**vector.recorded())


def _component(engine: Engine, name: str, parameters: Parameters) -> Template:
    if name in (VECTOR, vector_name(parameters)):
        return vector_component(engine, parameters)
    return named(engine, name)


def _check(found: Iterable[Template], parameters: Parameters, names: Sequence[str]) -> None:
    templates = list(found)
    for_indices = {"patterns", "priority", "replicas"} & parameters.recorded().keys()
    index_templates = [template.name for template in templates if template.kind == "index_template"]
    if for_indices and not index_templates:
        raise UsageError(
            f"{', '.join(names)}: no index template, so no {', '.join(sorted(for_indices))} of one",
            remedy="name an index template, such as esneg-hybrid-en",
        )
    if parameters.patterns and len(index_templates) > 1:
        raise UsageError(
            f"one pattern for several index templates: {', '.join(index_templates)}",
            remedy="apply them one by one, each with its --pattern",
        )
    if "dims" in parameters.recorded() and not any(t.name.startswith(VECTOR) for t in templates):
        raise UsageError(f"{', '.join(names)}: no vector field, so no --dims or --similarity of one")
