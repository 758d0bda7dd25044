"""The analyzer that a field's values go through when a document is indexed."""

from __future__ import annotations

from esneg.analysis.fields import TextField
from esneg.analysis.settings import AnalysisSettings


def analyzer_name(field: TextField, settings: AnalysisSettings) -> str:
    """The name of a field's index-side analyzer (of a keyword, its normalizer).

    Here both engines agree: the field's own, else the index's ``default``, else ``standard``.
    """
    return field.normalizer or field.analyzer or ("default" if settings.defines("default") else "standard")


def analysis(field: TextField, name: str) -> dict[str, str]:
    """What ``_analyze`` takes to run the analyzer or normalizer of a field."""
    return {"normalizer": name} if field.normalizer else {"analyzer": name}
