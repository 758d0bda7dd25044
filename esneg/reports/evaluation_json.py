"""An evaluation as JSON (``esneg.eval/1``)."""

from __future__ import annotations

import json
from dataclasses import asdict

from esneg.evaluation.model import EvaluationRun


def render(run: EvaluationRun) -> str:
    """The run as indented JSON, the schema's name first; text stays readable in every script."""
    content = asdict(run)
    ordered = {"schema": content.pop("schema"), **content}
    return json.dumps(ordered, indent=1, ensure_ascii=False, allow_nan=False)
