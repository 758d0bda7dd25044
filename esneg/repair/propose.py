"""Finds the smallest change to an index's analysis with which the audit finds nothing any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from esneg.analysis.builtin import Chain
from esneg.analysis.cause import stages_of
from esneg.analysis.settings import AnalysisSettings, all_rebuilt
from esneg.analysis.stages import run
from esneg.analysis.tokens import graph
from esneg.audit import AuditReport, Finding, audit
from esneg.clusters import Cluster
from esneg.clusters.base import index_path
from esneg.errors import UsageError
from esneg.negation import load
from esneg.repair.case import Case, case_of
from esneg.repair.draft import Draft, names_in, specs
from esneg.repair.in_place import in_place
from esneg.repair.language_default import use_language_defaults
from esneg.repair.model import Proposal, Unresolved
from esneg.repair.patch import merge_patch
from esneg.repair.remedies import remedy_for
from esneg.repair.remedies.stemmer import STEMMERS
from esneg.templates.scratch import scratch_index, scratch_name

Progress = Callable[[str], None]

_ROUNDS = 8
"""A cue that one filter lets through again may be lost at the next: so many times is looked again."""


def propose(
    cluster: Cluster,
    index: str,
    *,
    languages: Sequence[str] = (),
    language_default: bool = False,
    progress: Progress | None = None,
) -> Proposal:
    """The repair of an index, tried on a scratch index that is deleted afterwards. The index itself is only read.

    Args:
        index: an index, or an alias or data stream with one index behind it.
        languages: codes of the languages to audit with; by default each field's own.
        language_default: give every field at fault esneg's own analyzer instead of changing its own.

    Raises:
        UsageError: no index of that name, or several.
        ClusterError: the cluster does not let us read the index or create another.
    """
    tell = progress or (lambda step: None)
    tell("reading the index")
    name, definition = _read(cluster, index)
    original = Draft(definition["settings"], definition.get("mappings", {}))
    draft = Draft(definition["settings"], definition.get("mappings", {}))
    tell("auditing a copy of its analysis")
    before = after = _try(cluster, draft, languages)
    unresolved: list[Unresolved] = []
    for number in range(1, _ROUNDS + 1):
        if not after.findings:
            break
        tell(f"repairing, round {number}")
        done, unresolved = _repair(cluster, draft, after.findings, language_default)
        if not done:
            break
        after = _try(cluster, draft, languages)
    return Proposal(
        index=name,
        before=before,
        after=after,
        changes=draft.changes,
        unresolved=tuple(unresolved) if after.findings else (),
        patch=merge_patch(original.body, draft.body),
        body=draft.body,
        in_place=tuple(in_place(name, original, draft)),
    )


def _read(cluster: Cluster, index: str) -> tuple[str, Mapping[str, Any]]:
    answer = cluster.request("GET", f"/{index_path(index)}", params={"expand_wildcards": "all"})
    if len(answer) != 1:
        names = ", ".join(sorted(answer)) or "no index"
        raise UsageError(f"{index}: stands for {names}", remedy="name one index: each is repaired by itself")
    name, definition = next(iter(answer.items()))
    return name, definition


def _try(cluster: Cluster, draft: Draft, languages: Sequence[str]) -> AuditReport:
    with scratch_index(cluster, scratch_name(), draft.body) as name:
        return audit(cluster, [name], languages=languages)


def _repair(
    cluster: Cluster, draft: Draft, findings: Sequence[Finding], language_default: bool
) -> tuple[bool, list[Unresolved]]:
    """One round of repairs; says whether anything was changed, and what cannot be."""
    known = draft.changes
    if language_default:
        return use_language_defaults(draft, findings), []
    unresolved: list[Unresolved] = []
    with scratch_index(cluster, scratch_name(), draft.body) as name:
        cases = list(_cases(cluster, name, draft, findings))
    for case in cases:
        found = remedy_for(case)(draft, case)
        if found is not None and found not in unresolved:
            unresolved.append(found)
    for finding in findings:
        if finding.rule == "NEG008":
            _keep_positions(draft, finding)
    return draft.changes != known, unresolved


def _cases(cluster: Cluster, index: str, draft: Draft, findings: Sequence[Finding]) -> Iterator[Case]:
    """One case a stage at fault. A built-in analyzer is spelled out in the draft on the way."""
    view = AnalysisSettings(draft.body["settings"].get("analysis", {}))
    spelled: dict[str, str] = {}
    seen: set[tuple[str, str, str]] = set()
    for finding in findings:
        if not finding.analyzer or finding.cause.kind == "mapping":
            continue
        language = load(finding.language)
        for stage in _stages_at_fault(cluster, index, view, finding):
            key = (finding.analyzer, stage[1], language.code)
            if key in seen:
                continue
            seen.add(key)
            case = case_of(cluster, index, view, finding.analyzer, stage, language, finding.lost_cues)
            if finding.analyzer not in spelled:
                spelled[finding.analyzer] = _spelled_out(cluster, index, draft, view, finding)
            yield replace(case, analyzer=spelled[finding.analyzer])


def _stages_at_fault(
    cluster: Cluster, index: str, view: AnalysisSettings, finding: Finding
) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """The stage that a finding names; where it names none, those of the kind that its rule is about."""
    cause = finding.cause
    if cause.kind != "analyzer":
        dropping = _dropping(cluster, index, view, finding) if _type(cause.settings) in STEMMERS else []
        yield from dropping or [(cause.kind, cause.name, cause.settings)]
        return
    kinds = {"NEG006": STEMMERS, "NEG009": ("stop",)}.get(finding.rule, ())
    stages = list(_filters(cluster, index, view, finding.analyzer))
    found = [("token_filter", name, settings) for name, settings in stages if _type(settings) in kinds]
    if not found and not kinds:
        found = [("analyzer", finding.analyzer, {"type": finding.analyzer})]
    # One marker before the first stemmer serves all that follow.
    yield from found[:1] if finding.rule == "NEG006" else found


def _dropping(
    cluster: Cluster, index: str, view: AnalysisSettings, finding: Finding
) -> list[tuple[str, str, Mapping[str, Any]]]:
    """The filters before a stemmer that drop a cue: it only ends what they began, where two words also differ."""
    stages = stages_of(cluster, index, view, {"analyzer": finding.analyzer}, finding.lost_cues)
    return [
        (stage.kind, stage.name, settings)
        for (before, _), (stage, settings) in pairwise(stages)
        if before.streams
        and any(had and not has for had, has in zip(before.streams, stage.streams, strict=True))
    ]


def _filters(
    cluster: Cluster, index: str, view: AnalysisSettings, analyzer: str
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    chain = _chain(cluster, index, view, analyzer)
    if chain is not None:
        yield from ((part.name, part.settings) for part in chain.filters)
        return
    for name in names_in((view.analyzer(analyzer) or {}).get("filter")):
        yield name, view.component("token_filter", name)


def _type(settings: Mapping[str, Any]) -> str:
    # The possessive 's is no stem.
    return "" if settings.get("language") == "possessive_english" else str(settings.get("type", ""))


def _spelled_out(cluster: Cluster, index: str, draft: Draft, view: AnalysisSettings, finding: Finding) -> str:
    """The name under which the draft has the analyzer as a chain."""
    if view.builtin_type(finding.analyzer) is None:
        return finding.analyzer
    chain = _chain(cluster, index, view, finding.analyzer)
    if chain is None:
        return finding.analyzer
    why = f"'{finding.analyzer}' is built in: its documented chain, spelled out, can be changed"
    return draft.spell_out(finding.analyzer, chain, why)


def _chain(cluster: Cluster, index: str, view: AnalysisSettings, analyzer: str) -> Chain | None:
    """The chain behind a built-in analyzer that gives this engine's tokens; None for a custom one."""
    chains = all_rebuilt(view, analyzer)
    if len(chains) < 2:
        return next(iter(chains), None)
    codes = view.languages(analyzer) or ("en",)
    texts = [
        text
        for code in codes
        for pair in load(code).minimal_pairs
        for text in (pair.affirmative, pair.negated)
    ]
    expected = [graph(stream) for stream in run(cluster, index, {"analyzer": analyzer}, texts)]
    return next(
        (c for c in chains if [graph(s) for s in run(cluster, index, c.inline(), texts)] == expected), None
    )


def _keep_positions(draft: Draft, finding: Finding) -> None:
    for path, spec in specs(draft.mappings):
        if path == finding.field and "index_options" in spec:
            draft.set_in_mapping(path, spec, "index_options", None, "phrases and intervals need positions")
