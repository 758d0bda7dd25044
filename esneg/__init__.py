"""esneg keeps negation alive in Elasticsearch and OpenSearch."""

__version__ = "0.1.0"
