"""Findings and reports to show, and names that do what names should not do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from esneg.audit.basis_model import ProbedLanguage, RuleInfo
from esneg.audit.model import AuditReport, Cause, Evidence, Finding, Unaudited

CLUSTER = {"engine": "opensearch", "distribution": "OpenSearch", "version": "3.5.0", "name": "test"}

RULES = (
    RuleInfo("NEG001", "index-side collapse", "error", "The index side loses it.", "**Better.** Keep `not`."),
    RuleInfo("NEG002", "search-side collapse", "error", "The search side loses it.", "**Better.** Keep it."),
    RuleInfo("NEG005", "contractions apart", "info", "They do not meet.", "**Better.** Map them."),
)

FINDING = Finding(
    rule="NEG001",
    severity="error",
    index="books",
    field="body",
    side="index",
    field_type="text",
    analyzer="english",
    language="en",
    cause=Cause("token_filter", "english_stop", {"type": "stop"}),
    lost_cues=("not", "no"),
    pairs_collapsed=3,
    pairs_probed=14,
    evidence=Evidence("It is.", "It is not.", ("it",), ("it",)),
    consequence="so it goes",
    remedy="mend it",
)

HOSTILE = {
    "markup": '<script>document.title="owned"</script><img src=x onerror=alert(1)>',
    "attribute": "\"' onmouseover=alert(1) x='",
    "terminal": "\x1b[2J\x1b]0;owned\x07name",
    "line breaks": "name\r\n::error::owned\n| owned |",
    "direction": "\u202egnp.eman\u2066",
    "template": "{{ 7 * 7 }}{% raw %}",
    "placeholder": "{0} [link](https://example.org/owned) `code` @everyone",
    "surrogate": "half \ud83d",
}
"""Names that an engine lets a field or an analyzer have; the key says what they attack."""


def report(*findings: Finding, **values: Any) -> AuditReport:
    """A report of one index, with rules and a language."""
    values = {
        "indices": 1,
        "fields": 1,
        "analyses": 1,
        "rules": RULES,
        "languages": ("en",),
        "probed": (ProbedLanguage("en", "English", 14, ("not", "no", "never")),),
        **values,
    }
    return AuditReport(CLUSTER, findings, **values)


def hostile_report() -> AuditReport:
    """Every hostile name as index, field, analyzer, cause, cue, token, text, and target that was not audited."""
    findings = tuple(
        replace(
            FINDING,
            index=name,
            field=name,
            analyzer=name,
            cause=Cause("token_filter", name, {"stopwords": [name]}),
            lost_cues=(name, "not"),
            evidence=Evidence(name, f"not {name}", (name,), (name,)),
            remedy=f"mend {name}",
        )
        for name in HOSTILE.values()
    )
    return report(*findings, unaudited=tuple(Unaudited(name, name) for name in HOSTILE.values()))
