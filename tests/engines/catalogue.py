"""The engines of the test matrix."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

HEAP = "-Xms512m -Xmx512m"

# A throw-away node: no other node to find, and a nearly full disk must not stop it from allocating shards.
SETTINGS = {
    "discovery.type": "single-node",
    "cluster.routing.allocation.disk.threshold_enabled": "false",
}
OPENSEARCH = {
    **SETTINGS,
    "OPENSEARCH_JAVA_OPTS": HEAP,
    "DISABLE_INSTALL_DEMO_CONFIG": "true",
    "DISABLE_SECURITY_PLUGIN": "true",
}
ELASTICSEARCH = {**SETTINGS, "ES_JAVA_OPTS": HEAP}


@dataclass(frozen=True)
class EngineSpec:
    """One engine of the matrix.

    Attributes:
        name: its id in test names; ``docker/local/NAME.yaml`` says how a local image of it is made.
        official: the image that its makers publish.
        environment: variables that both images understand.
    """

    name: str
    official: str
    environment: Mapping[str, str] = field(default_factory=dict)


MATRIX = {
    spec.name: spec
    for spec in (
        EngineSpec("opensearch-3.5", "opensearchproject/opensearch:3.5.0", OPENSEARCH),
        EngineSpec("opensearch-2.19", "opensearchproject/opensearch:2.19.1", OPENSEARCH),
        EngineSpec(
            "elasticsearch-8.19",
            "docker.elastic.co/elasticsearch/elasticsearch:8.19.21",
            # The trial licence opens the `rrf` retriever where the image has it.
            {
                **ELASTICSEARCH,
                "xpack.security.enabled": "false",
                "xpack.license.self_generated.type": "trial",
            },
        ),
        EngineSpec(
            "elasticsearch-7.10", "docker.elastic.co/elasticsearch/elasticsearch-oss:7.10.2", ELASTICSEARCH
        ),
    )
}
