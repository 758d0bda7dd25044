"""What changed between two runs beyond chance: item by item, tested, corrected for the number of tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from esneg.evaluation.model import EvaluationRun, Outcome, SuiteResult
from esneg.evaluation.statistics.holm import holm
from esneg.evaluation.statistics.permutation import PermutationTest, paired_permutation
from esneg.evaluation.verdicts import Change, RunComparison

SIGNIFICANCE = 0.05


_Key = tuple[tuple[str, str], ...]


def compare(before: EvaluationRun, after: EvaluationRun) -> RunComparison:
    """Pairs the outcomes of both runs by suite, row and item, and tests each row (paired permutation test)."""
    tested: list[tuple[SuiteResult, _Key, float, float, PermutationTest]] = []
    notes = list(_unlike(before, after))
    for old in before.suites:
        new = after.suite(old.suite)
        if new is None:
            notes.append(f"{old.suite}: only in the first run")
            continue
        notes += _notes_on_data(old, new)
        old_rows, new_rows = _by_row(old.outcomes), _by_row(new.outcomes)
        for key, items in old_rows.items():
            common = [item for item in items if item in new_rows.get(key, {})]
            if not common:
                notes.append(f"{old.suite}, {_named(key)}: only in the first run")
                continue
            first, second = [items[i] for i in common], [new_rows[key][i] for i in common]
            test = paired_permutation(second, first)
            tested.append((old, key, _mean(first), _mean(second), test))
            if len(common) < max(len(items), len(new_rows[key])):
                notes.append(f"{old.suite}, {_named(key)}: {len(common)} items are in both runs")
        notes += [
            f"{old.suite}, {_named(key)}: only in the second run" for key in new_rows if key not in old_rows
        ]
    notes += [
        f"{new.suite}: only in the second run" for new in after.suites if before.suite(new.suite) is None
    ]
    adjusted = holm([test.p for *_, test in tested])
    changes = (
        Change(
            suite=result.suite,
            labels=dict(key),
            measure=result.primary,
            before=old_mean,
            after=new_mean,
            n=test.n,
            p=test.p,
            p_adjusted=p,
            better=result.better,
            verdict=_verdict(new_mean - old_mean, p, result.better),
        )
        for (result, key, old_mean, new_mean, test), p in zip(tested, adjusted, strict=True)
    )
    return RunComparison(tuple(changes), tuple(notes))


def _verdict(difference: float, p: float, better: str) -> str:
    if p > SIGNIFICANCE or not difference:
        return "no change beyond chance"
    return "better" if (difference > 0) == (better == "more") else "worse"


def _by_row(outcomes: Sequence[Outcome]) -> dict[_Key, dict[str, float]]:
    rows: dict[_Key, dict[str, float]] = {}
    for outcome in outcomes:
        rows.setdefault(tuple(outcome.labels.items()), {})[outcome.item] = outcome.value
    return rows


def _unlike(before: EvaluationRun, after: EvaluationRun) -> Iterator[str]:
    """What else is different: versions, models, engine, settings."""
    for what in ("versions", "engine", "settings"):
        old, new = getattr(before, what), getattr(after, what)
        for name in sorted({*old, *new}):
            if old.get(name) != new.get(name):
                yield f"{what}: {name}: {old.get(name)} in the first run, {new.get(name)} in the second"
    if list(before.models) != list(after.models):
        names = (
            ", ".join(f"{m.get('name')} ({m.get('revision')})" for m in run.models) for run in (before, after)
        )
        yield "models: {} in the first run, {} in the second".format(*names)


def _notes_on_data(old: SuiteResult, new: SuiteResult) -> Iterator[str]:
    if old.data.checksum != new.data.checksum:
        yield f"{old.suite}: the data differ ({old.data.name}, {new.data.name}); items pair by their ids"


def _named(key: _Key) -> str:
    return ", ".join(f"{name} {value}" for name, value in key) or "all"


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
