"""The policy in esneg.toml and pyproject.toml: what holds, and one clear line for what cannot."""

from datetime import date
from pathlib import Path

import pytest

from esneg.audit.policy import Policy, Suppression, read_policy
from esneg.errors import UsageError


def written(folder: Path, text: str, name: str = "esneg.toml") -> Path:
    (folder / name).write_text(text, "utf-8")
    return folder


def test_without_a_file_nothing_is_decided(tmp_path: Path) -> None:
    written(tmp_path, "[profiles.dev]\nurl = 'http://localhost:9200'\n")
    assert read_policy(tmp_path) == Policy(source="esneg.toml")


@pytest.mark.parametrize(
    ("name", "section"), [("esneg.toml", "audit"), ("pyproject.toml", "tool.esneg.audit")]
)
def test_both_files_hold_severities_suppressions_and_a_baseline(
    tmp_path: Path, name: str, section: str
) -> None:
    text = f"""
        [{section}]
        baseline = "known.json"
        [{section}.severity]
        NEG005 = "error"
        NEG010 = "off"
        [[{section}.suppress]]
        rule = "NEG001"
        index = "logs-*"
        reason = "written by machines"
        expires = 2027-06-30
        [[{section}.suppress]]
        field = "message"
        reason = "the same"
        expires = "2027-06-30"
    """
    below = tmp_path / "deeper"
    below.mkdir()
    written(tmp_path, text, name)
    assert read_policy(below) == Policy(
        {"NEG005": "error", "NEG010": "off"},
        (
            Suppression("written by machines", rule="NEG001", index="logs-*", expires=date(2027, 6, 30)),
            Suppression("the same", field="message", expires=date(2027, 6, 30)),
        ),
        tmp_path / "known.json",
        name,
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("audit = 3", '"audit" must be a table'),
        ("[audit]\nseverities = {}", 'unknown setting "severities" in audit'),
        ("[audit]\nbaseline = 3", '"baseline" must be the name of a file'),
        ("[audit]\nseverity = 'error'", "must be a table of rules"),
        ("[audit.severity]\nNEG999 = 'error'", 'there is no rule "NEG999"'),
        ("[audit.severity]\nNEG001 = 'fatal'", "NEG001 must be one of error, warning, info, off"),
        ("[audit]\nsuppress = 'NEG001'", '"[[audit.suppress]]"'),
        ("[audit]\nsuppress = ['NEG001']", '"[[audit.suppress]]"'),
        ("[[audit.suppress]]\nrule = 'NEG001'", "suppression 1 has no reason"),
        ("[[audit.suppress]]\nrule = 'NEG001'\nreason = ' '", '"reason" must be text'),
        ("[[audit.suppress]]\nreason = 'so'", "would suppress everything"),
        ("[[audit.suppress]]\nrule = 'NEG1'\nreason = 'so'", 'there is no rule "NEG1"'),
        ("[[audit.suppress]]\nindex = 3\nreason = 'so'", '"index" must be text'),
        ("[[audit.suppress]]\nrules = 'NEG001'\nreason = 'so'", 'unknown setting "rules"'),
        ("[[audit.suppress]]\nrule = 'NEG001'\nreason = 'so'\nexpires = 'soon'", '"expires" must be a date'),
        ("[[audit.suppress]]\nrule = 'NEG001'\nreason = 'so'\nexpires = 2027", '"expires" must be a date'),
        ("[audit", "is not valid TOML"),
    ],
)
def test_a_setting_that_cannot_be_used_is_one_line_with_the_file(
    tmp_path: Path, text: str, message: str
) -> None:
    written(tmp_path, text)
    with pytest.raises(UsageError) as raised:
        read_policy(tmp_path)
    assert message in raised.value.message
    assert str(tmp_path / "esneg.toml") in raised.value.message
    assert "\n" not in raised.value.message
