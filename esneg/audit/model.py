"""What an audit found, as plain data: reports read it and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from esneg.audit.basis_model import ProbedLanguage, RuleInfo
from esneg.audit.cost_model import FieldSample, QueryCost
from esneg.audit.policy_model import PolicyOutcome

SCHEMA = "esneg.audit/1"

Severity = Literal["error", "warning", "info"]
Side = Literal["index", "search", "quote"]
Subject = Literal[
    "index", "index template", "component template", "stored script", "ingest pipeline", "search pipeline"
]

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
"""From the gravest to the mildest."""


@dataclass(frozen=True, slots=True)
class Cause:
    """What lost the cue.

    Attributes:
        kind: "char_filter", "tokenizer", "token_filter", or "analyzer" when it cannot be taken apart.
        name: its name in the index settings or in the engine's documentation.
        settings: its settings.
    """

    kind: str
    name: str
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Two texts that say opposite things, and the tokens that the engine makes of them."""

    affirmative: str
    negated: str
    tokens_affirmative: tuple[str, ...]
    tokens_negated: tuple[str, ...]


# Not frozen: freezing makes each of a large cluster's hundreds of thousands of findings five times as dear to build.
@dataclass(slots=True, unsafe_hash=True)
class Finding:
    """One way in which one side of one field loses negation. Never changed once it is made.

    Attributes:
        rule: the rule's id, such as "NEG001".
        severity: how grave it is.
        index, field, side: where it is; ``field`` is empty for what concerns no single field.
        field_type: the field's type as a person would say it ("text", "alias of title").
        analyzer: the analyzer that serves this side.
        language: the code of the language whose minimal pairs showed it.
        cause: what lost the cue.
        lost_cues: every cue that the cause loses, as the probe texts show.
        pairs_collapsed, pairs_probed: how many probes (minimal pairs, for a collapse) failed, of how many.
        evidence: the first probe that failed.
        consequence: what a user sees go wrong.
        remedy: what to do about it.
        subject: what ``index`` names, when that is no index.
    """

    rule: str
    severity: Severity
    index: str
    field: str
    side: Side
    field_type: str
    analyzer: str
    language: str
    cause: Cause
    lost_cues: tuple[str, ...]
    pairs_collapsed: int
    pairs_probed: int
    evidence: Evidence
    consequence: str
    remedy: str
    subject: Subject = "index"

    def at(self, index: str, field: str, field_type: str) -> Finding:
        """The same finding at another place. (`dataclasses.replace` takes ten times as long.)"""
        return Finding(
            self.rule,
            self.severity,
            index,
            field,
            self.side,
            field_type,
            self.analyzer,
            self.language,
            self.cause,
            self.lost_cues,
            self.pairs_collapsed,
            self.pairs_probed,
            self.evidence,
            self.consequence,
            self.remedy,
            self.subject,
        )

    def to_dict(self) -> dict[str, Any]:
        """The finding as plain JSON values."""
        # `asdict` copies deeply, which takes ten times as long: a large cluster has hundreds of thousands of these.
        value = {name: getattr(self, name) for name in Finding.__slots__}
        value["lost_cues"] = list(self.lost_cues)
        value["cause"] = {
            "kind": self.cause.kind,
            "name": self.cause.name,
            "settings": _plain(self.cause.settings),
        }
        value["evidence"] = {
            "affirmative": self.evidence.affirmative,
            "negated": self.evidence.negated,
            "tokens_affirmative": list(self.evidence.tokens_affirmative),
            "tokens_negated": list(self.evidence.tokens_negated),
        }
        return value


@dataclass(frozen=True, slots=True)
class Unaudited:
    """Something that could not be audited, and why."""

    target: str
    reason: str

    def to_dict(self) -> dict[str, str]:
        """As plain JSON values."""
        return {"target": self.target, "reason": self.reason}


@dataclass(frozen=True)
class AuditReport:
    """The result of one audit.

    Attributes:
        cluster: engine, version, distribution and name of the cluster.
        findings: graver ones first, then by index, field and side.
        unaudited: what could not be audited.
        not_analyzed: text-like fields on which nothing can be lost or searched, and why (``index: false``,
            flattened): no fault, but not passed over in silence.
        hidden: how many findings were milder than what was asked for.
        indices, fields, analyses: how many of each were audited; an analysis is one distinct set of settings.
        languages: the codes of the languages that were probed with.
        samples: what real documents lose, when some were sampled.
        query_costs: what real queries lose, when a log was given.
        static: judged by documented definitions and not by an engine.
        sources: offline, the file that each index or template came from.
        lines: offline, the line in that file of a (name, field), where it could be found.
        rules: the rules that were applied.
        probed: what the languages were probed with.
        policy: what a policy took out of ``findings`` (`esneg.audit.policy.judge`).
    """

    cluster: Mapping[str, str]
    findings: tuple[Finding, ...] = ()
    unaudited: tuple[Unaudited, ...] = ()
    not_analyzed: tuple[Unaudited, ...] = ()
    hidden: int = 0
    indices: int = 0
    fields: int = 0
    analyses: int = 0
    languages: tuple[str, ...] = ()
    samples: tuple[FieldSample, ...] = ()
    query_costs: tuple[QueryCost, ...] = ()
    static: bool = False
    sources: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[tuple[str, str], int] = field(default_factory=dict)
    rules: tuple[RuleInfo, ...] = ()
    probed: tuple[ProbedLanguage, ...] = ()
    policy: PolicyOutcome = field(default_factory=PolicyOutcome)

    def count(self, severity: Severity) -> int:
        """The number of findings of one severity."""
        return sum(1 for finding in self.findings if finding.severity == severity)

    def exit_status(self, *, fail_on: Severity = "error", allow_unaudited: bool = False) -> int:
        """0 clean, 1 findings at or above ``fail_on``, 2 when something could not be audited."""
        if self.unaudited and not allow_unaudited:
            return 2
        grave = SEVERITIES[: SEVERITIES.index(fail_on) + 1]
        return 1 if any(finding.severity in grave for finding in self.findings) else 0

    def to_dict(self) -> dict[str, Any]:
        """The report as ``esneg.audit/1`` JSON (`esneg/audit/schema.json`)."""
        plain: dict[str, Any] = _plain(self.parts())
        return plain

    def parts(self) -> dict[str, Any]:
        """As `to_dict`, with an iterator in the place of every list that can be long: a writer need not hold it."""
        policy = self.policy
        return {
            "schema": SCHEMA,
            "cluster": dict(self.cluster),
            "findings": (each.to_dict() for each in self.findings),
            "policy": {
                "suppressed": (
                    {"finding": each.finding.to_dict(), "reason": each.reason} for each in policy.suppressed
                ),
                "known": (each.to_dict() for each in policy.known),
                "fixed": (_plain(asdict(each)) for each in policy.fixed),
                "notices": list(policy.notices),
            },
            "unaudited": (each.to_dict() for each in self.unaudited),
            "cost": {
                "documents": [_plain(asdict(each)) for each in self.samples],
                "queries": [_plain(asdict(each)) for each in self.query_costs],
            },
            "summary": {
                "static": self.static,
                "indices": self.indices,
                "fields": self.fields,
                "analyses": self.analyses,
                "languages": list(self.languages),
                "findings": {severity: self.count(severity) for severity in SEVERITIES},
                "hidden": self.hidden,
                "suppressed": len(policy.suppressed),
                "known": len(policy.known),
                "fixed": len(policy.fixed),
                "unaudited": len(self.unaudited),
                "not_analyzed": (each.to_dict() for each in self.not_analyzed),
            },
        }


def _plain(value: Any) -> Any:
    """Tuples and iterators as lists and mappings as dicts, all the way down."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, Iterator)):
        return [_plain(item) for item in value]
    return value
