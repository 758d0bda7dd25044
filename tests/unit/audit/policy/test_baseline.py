"""Only new findings fail: what makes a finding the same one, and what a baseline file may look like."""

from dataclasses import replace
from pathlib import Path

import pytest
from fakes.findings import FINDING, HOSTILE, report
from hypothesis import given
from hypothesis import strategies as st

from esneg.audit.model import AuditReport, Cause, Unaudited
from esneg.audit.policy import (
    Policy,
    Suppression,
    baseline_of,
    compare,
    fingerprint,
    judge,
    read_baseline,
    write_baseline,
)
from esneg.errors import UsageError

OTHERS = tuple(
    replace(FINDING, index=index, field=field, side=side)
    for index in ("a", "b")
    for field in ("x", "y")
    for side in ("index", "search")
)


def test_what_is_in_the_baseline_fails_nothing_and_what_is_not_does() -> None:
    known, new = FINDING, replace(FINDING, field="title")
    compared = compare(report(known, new), baseline_of([known]))
    assert compared.findings == (new,)
    assert compared.policy.known == (known,)
    assert compared.policy.compared
    assert compared.exit_status() == 1
    assert compare(report(known), baseline_of([known])).exit_status() == 0


@given(st.permutations(OTHERS))
def test_the_order_of_findings_does_not_matter(order: list) -> None:
    assert baseline_of(order) == baseline_of(OTHERS)
    assert compare(report(*order), baseline_of(OTHERS)).findings == ()


@given(st.sampled_from(["rule", "subject", "index", "field", "side", "language", "cause"]))
def test_another_place_rule_or_cause_is_another_finding(changed: str) -> None:
    value = Cause("tokenizer", "n", {}) if changed == "cause" else "another"
    assert fingerprint(replace(FINDING, **{changed: value})) != fingerprint(FINDING)


def test_words_and_settings_do_not_make_another_finding() -> None:
    reworded = replace(
        FINDING,
        consequence="other",
        remedy="other",
        severity="warning",
        pairs_probed=99,
        cause=replace(FINDING.cause, settings={"type": "stop", "stopwords": ["not"]}),
    )
    assert fingerprint(reworded) == fingerprint(FINDING)


def test_the_fingerprint_is_the_same_in_every_run() -> None:
    assert fingerprint(FINDING) == "a00cd69b108c511c5dafb844dd825ed7"


def test_a_data_stream_that_rolls_over_keeps_its_findings() -> None:
    names = (".ds-logs-2026.11.30-000041", ".ds-logs-2026.12.01-000042", ".ds-logs-000043")
    assert len({fingerprint(replace(FINDING, index=name)) for name in names}) == 1
    assert fingerprint(replace(FINDING, index=".ds-other-000041")) != fingerprint(
        replace(FINDING, index=names[0])
    )


def test_a_finding_that_loses_more_than_it_did_is_new() -> None:
    baseline = baseline_of([FINDING])
    worse = replace(FINDING, lost_cues=("not", "no", "without"))
    better = replace(FINDING, lost_cues=("not",))
    assert compare(report(worse), baseline).findings == (worse,)
    assert compare(report(better), baseline).findings == ()
    assert compare(report(worse), baseline).policy.fixed == ()


def fixed(found: AuditReport, **options: object) -> list[str]:
    compared = compare(found, baseline_of([FINDING]), **options)  # type: ignore[arg-type]
    return [f"{entry.rule} {entry.index} {entry.field}" for entry in compared.policy.fixed]


def test_what_is_not_found_any_more_is_fixed() -> None:
    assert fixed(report()) == ["NEG001 books body"]


def test_what_was_not_looked_for_is_not_fixed() -> None:
    assert fixed(report(unaudited=(Unaudited("books", "closed"),))) == []
    assert fixed(report(unaudited=(Unaudited("books/body", "no plugin"),))) == []
    assert fixed(report(), targets=["films"]) == []
    assert fixed(report(), targets=["bo*"]) == ["NEG001 books body"]
    assert fixed(report(sources={"films": "films.json"})) == []
    mild = baseline_of([replace(FINDING, severity="info")])
    assert compare(report(), mild, at_least="warning").policy.fixed == ()


def test_what_is_suppressed_is_not_fixed() -> None:
    judged = judge(report(FINDING), Policy(suppressions=(Suppression("so"),)))
    assert compare(judged, baseline_of([FINDING])).policy.fixed == ()


def test_a_template_is_not_fixed_where_templates_could_not_be_read() -> None:
    template = replace(FINDING, rule="NEG011", subject="index template", index="t")
    baseline = baseline_of([template])
    assert compare(report(), baseline).policy.fixed != ()
    assert compare(report(unaudited=(Unaudited("templates", "no"),)), baseline).policy.fixed == ()
    assert compare(report(), baseline, targets=["*"]).policy.fixed == ()


def test_a_file_brings_back_what_was_written_and_is_the_same_for_any_order(tmp_path: Path) -> None:
    findings = [*OTHERS, *(replace(FINDING, field=name, lost_cues=(name,)) for name in HOSTILE.values())]
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    assert write_baseline(first, findings) == len(findings)
    write_baseline(second, reversed(findings))
    assert first.read_bytes() == second.read_bytes()
    assert read_baseline(first) == baseline_of(findings)
    assert list(tmp_path.iterdir()) in ([first, second], [second, first])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1, column 2: not valid JSON"),
        ("[]", "is no baseline of this version"),
        ('{"schema": "esneg.baseline/9", "findings": []}', "is no baseline of this version"),
        ('{"schema": "esneg.baseline/1"}', "has an entry that cannot be read"),
        ('{"schema": "esneg.baseline/1", "findings": [3]}', "has an entry that cannot be read"),
        ('{"schema": "esneg.baseline/1", "findings": [{}]}', "has an entry that cannot be read"),
        ("[" * 100_000, "is not valid JSON"),
    ],
)
def test_a_file_that_is_no_baseline_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError) as raised:
        read_baseline(path)
    assert message in raised.value.message
    assert str(path) in raised.value.message


def test_a_file_that_is_not_there_names_the_next_step(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as raised:
        read_baseline(tmp_path / "none.json")
    assert "--write-baseline" in raised.value.remedy


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        write_baseline(tmp_path / "none" / "baseline.json", OTHERS)
