"""Values that options take."""

from __future__ import annotations

from enum import Enum


class TableOrJson(str, Enum):
    """What --format takes where there are two formats."""

    table = "table"
    json = "json"


class ReportFormat(str, Enum):
    """What --format takes for an audit: the formats of `esneg.reports`."""

    table = "table"
    json = "json"
    sarif = "sarif"
    junit = "junit"
    html = "html"
    markdown = "markdown"
    github = "github"


class Severity(str, Enum):
    """What --fail-on and --show take."""

    error = "error"
    warning = "warning"
    info = "info"


class InputFormat(str, Enum):
    """What --input-format takes: the formats of `esneg.ingest.readers`."""

    jsonl = "jsonl"
    csv = "csv"
    parquet = "parquet"
    dataset = "dataset"


class Backend(str, Enum):
    """What --backend takes: what runs a model."""

    torch = "torch"
    onnx = "onnx"
    openvino = "openvino"


class Opposites(str, Enum):
    """What --opposites takes: what happens to hits that say the opposite of what is asked."""

    settle = "settle"
    demote = "demote"
    mark = "mark"


class FuseIn(str, Enum):
    """What --fusion takes: where the legs of a search are fused."""

    auto = "auto"
    engine = "engine"
    client = "client"
