"""A baseline: the findings that there were, so that only new ones fail."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from esneg.audit.model import Finding
from esneg.audit.policy.fingerprints import fingerprint
from esneg.audit.policy_model import BaselineEntry
from esneg.errors import UsageError
from esneg.files import write_atomically

SCHEMA = "esneg.baseline/1"


@dataclass(frozen=True)
class Baseline:
    """The entries by their fingerprint; several findings of one fingerprint are one entry."""

    entries: Mapping[str, BaselineEntry] = field(default_factory=dict)

    def knows(self, finding: Finding, mark: str) -> bool:
        """Whether a finding was there before. One that now loses more cues than it did is new.

        Args:
            mark: the finding's fingerprint.
        """
        entry = self.entries.get(mark)
        return entry is not None and set(finding.lost_cues) <= set(entry.lost_cues)


def read_baseline(path: Path) -> Baseline:
    """Reads what `write_baseline` wrote.

    Raises:
        UsageError: there is no such file, or it is no baseline.
    """
    try:
        value = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise UsageError(
            f"there is no baseline {path}", remedy="make one of what is found now: add --write-baseline"
        ) from None
    except OSError as error:
        raise UsageError(f"baseline {path} cannot be read: {error.strerror}") from None
    except json.JSONDecodeError as error:
        raise UsageError(
            f"baseline {path}, line {error.lineno}, column {error.colno}: not valid JSON: {error.msg}"
        ) from None
    except (UnicodeDecodeError, RecursionError):
        raise UsageError(f"baseline {path} is not valid JSON") from None
    if not isinstance(value, Mapping) or value.get("schema") != SCHEMA:
        raise UsageError(f"{path} is no baseline of this version of esneg (its schema is not {SCHEMA})")
    try:
        entries = [_entry(each) for each in value["findings"]]
    except (KeyError, TypeError, AttributeError):
        raise UsageError(
            f"baseline {path} has an entry that cannot be read",
            remedy="write it again: --write-baseline",
        ) from None
    return Baseline({entry.fingerprint: entry for entry in entries})


def write_baseline(path: Path, findings: Iterable[Finding]) -> int:
    """Writes a baseline, one entry a line, sorted, so that two of them can be compared by eye.

    Returns:
        The number of entries.

    Raises:
        UsageError: the file cannot be written.
    """
    ordered = sorted(
        baseline_of(findings).entries.values(),
        key=lambda each: (each.subject, each.index, each.field, each.side, each.rule, each.fingerprint),
    )
    write_atomically(path, _lines(ordered))
    return len(ordered)


def baseline_of(findings: Iterable[Finding]) -> Baseline:
    """The baseline that knows these findings and no others."""
    entries: dict[str, BaselineEntry] = {}
    for finding in findings:
        mark = fingerprint(finding)
        lost = set(finding.lost_cues) | set(entries[mark].lost_cues if mark in entries else ())
        entries[mark] = BaselineEntry(
            mark,
            finding.rule,
            finding.severity,
            finding.subject,
            finding.index,
            finding.field,
            finding.side,
            tuple(sorted(lost)),
        )
    return Baseline(entries)


def _entry(value: Mapping[str, Any]) -> BaselineEntry:
    lost = value["lost_cues"]
    if not isinstance(lost, list):
        raise TypeError
    texts = {name: str(value[name]) for name in BaselineEntry.__slots__ if name != "lost_cues"}
    return BaselineEntry(**texts, lost_cues=tuple(map(str, lost)))


def _lines(entries: Sequence[BaselineEntry]) -> Iterator[str]:
    yield f'{{"schema": "{SCHEMA}", "findings": ['
    for number, entry in enumerate(entries):
        value = {name: getattr(entry, name) for name in BaselineEntry.__slots__}
        yield ("," if number else "") + "\n  " + json.dumps(value, ensure_ascii=False)
    yield "\n]}\n"
