"""How ``esneg search --explain`` shows what the polarity leg made of a question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from esneg.negation.scope import Negation
from esneg.search.polarity import Clause, Plan

_WHY_AFFIRMATIVE = {
    "pseudo": "negates nothing",
    "double": "two negations cancel",
    "question": "a question that is negative in form only",
}


def as_table(plans: Mapping[str, Plan]) -> RenderableType:
    """The cues of the question, the scope of each, and the clauses made of it, by field."""
    return Group(*_lines(plans))


def _lines(plans: Mapping[str, Plan]) -> Iterator[RenderableType]:
    for field, plan in plans.items():
        yield Text.assemble("what the leg polarity asks of ", (field, "bold cyan"))
        if not plan.reading.negations:
            yield Text("  no negation cue")
        for negation in plan.reading.negations:
            yield _negation(negation)
        table = Table("word", "near a negation", "weight", box=None, padding=(0, 2))
        for clause in plan.clauses:
            table.add_row(Text(clause.word), *_effect(clause))
        yield table


def _negation(negation: Negation) -> Text:
    cue = " … ".join(span.text for span in negation.cue)
    scope = " … ".join(span.text for span in negation.scope) or "nothing"
    why = _WHY_AFFIRMATIVE.get(negation.reason)
    return Text.assemble(
        "  cue ",
        (cue, "bold red"),
        f" ({negation.kind}), scope: ",
        (scope, "bold"),
        f"; {why}" if why else "",
    )


def _effect(clause: Clause) -> tuple[str, str]:
    if clause.effect == "reward":
        return "rewarded", f"×{clause.weight:.3f}"
    return "demoted", f"×{clause.weight:.3f}"
