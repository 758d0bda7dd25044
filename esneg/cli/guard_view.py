"""The guard's answers as a person or a program reads them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from esneg.guard import Verdict
    from esneg.guard.calibrate import Calibration, Rate

_STYLES = {"same": "green", "opposite": "red", "different": "yellow", "unsure": "yellow"}


def verdict_as_json(verdict: Verdict) -> str:
    """One object."""
    return json.dumps({**verdict.to_dict(), "safe": verdict.safe}, ensure_ascii=False, indent=2)


def verdict_as_text(verdict: Verdict) -> Text:
    """The outcome, and a line for each piece of evidence."""
    text = Text(verdict.outcome, style=_STYLES[verdict.outcome])
    text.append(f" (decided by {verdict.decided_by})", style="default")
    for piece in verdict.evidence:
        words = " / ".join(part for part in (piece.a, piece.b) if part)
        line = ": ".join(part for part in (words, piece.note) if part)
        text.append(f"\n  {piece.rule}: {line}", style="default")
    return text


def calibration_as_json(found: Calibration) -> str:
    """One object."""
    return json.dumps(found.to_dict(), indent=2)


def calibration_as_text(found: Calibration) -> Text:
    """The threshold, what it did on pairs that it was not chosen on, and whether it is any good."""
    spread = f"{min(found.fold_thresholds):.3f} to {max(found.fold_thresholds):.3f}"
    lines = [
        f'threshold on "same": {found.thresholds.same:.3f} (over {found.folds} folds {spread})',
        f"served wrongly:  {_rate(found.served_wrongly)}",
        f"refused wrongly: {_rate(found.refused_wrongly)}",
        f"AUROC: {found.auroc:.2f}",
        f"use it: esneg guard check {_options(found)}",
    ]
    text = Text("\n".join(lines))
    if found.good:
        text.append("\ngood", style="green")
    for reason in found.why:
        text.append(f"\nnot good: {reason}", style="red")
    return text


def _options(found: Calibration) -> str:
    """Unrounded: a score equal to the threshold is served."""
    languages = ",".join(found.languages)
    return (
        f"--same {found.thresholds.same} --opposite {found.thresholds.opposite} --model-languages {languages}"
    )


def _rate(rate: Rate) -> str:
    return f"{rate.count} of {rate.n} ({rate.value:.0%}, {rate.low:.0%} to {rate.high:.0%})"
