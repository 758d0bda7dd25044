"""Where the target's analysis comes from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from esneg.analysis.keeping import analyzer_name, keeping_analysis
from esneg.audit import audit
from esneg.clusters import Cluster
from esneg.errors import UsageError
from esneg.migrate.options import Patch
from esneg.negation import load


def from_file(path: Path) -> Patch:
    """A patch from a JSON file.

    Raises:
        UsageError: no such file, or no JSON object in it.
    """
    try:
        patch = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}", remedy="give --target-settings a file"
        ) from None
    except ValueError as error:
        raise UsageError(f"{path} is no JSON: {error}", remedy="correct the file") from None
    if not isinstance(patch, dict):
        raise UsageError(
            f"{path} holds no JSON object",
            remedy='write {"settings": {...}, "mappings": {"properties": {...}}}',
        )
    return patch


def language_default(cluster: Cluster, index: str) -> Patch:
    """Gives every text field that loses negation esneg's own analyzer of its language, on every side.

    Returns:
        An empty patch when no field loses negation.
    """
    analysis: dict[str, dict[str, Any]] = {}
    properties: dict[str, Any] = {}
    for finding in audit(cluster, [index]).findings:
        if finding.severity != "error" or not finding.field_type.startswith("text"):
            continue
        language = load(finding.language)
        for section, components in keeping_analysis(language).items():
            analysis.setdefault(section, {}).update(components)
        _plant(
            properties,
            finding.field,
            {"analyzer": analyzer_name(language), "search_analyzer": None, "search_quote_analyzer": None},
            multi_field="multi-field" in finding.field_type,
        )
    if not properties:
        return {}
    return {"settings": {"analysis": analysis}, "mappings": {"properties": properties}}


def _plant(properties: dict[str, Any], field: str, spec: dict[str, Any], *, multi_field: bool) -> None:
    *parents, name = field.split(".")
    level = properties
    for depth, parent in enumerate(parents):
        below = "fields" if multi_field and depth == len(parents) - 1 else "properties"
        level = level.setdefault(parent, {}).setdefault(below, {})
    level[name] = spec
