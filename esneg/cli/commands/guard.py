"""``esneg guard``: whether two texts ask, or state, opposite things."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from esneg.cli.choices import TableOrJson

if TYPE_CHECKING:
    from esneg.guard import PolarityGuard

app = typer.Typer(help="Tell whether two texts ask or state opposite things.", no_args_is_help=True)


class KindOfText(str, Enum):
    """What --kind takes."""

    question = "question"
    statement = "statement"


Kind = Annotated[
    KindOfText | None, typer.Option("--kind", help="What both texts are; by default each tells by itself.")
]
Language = Annotated[str, typer.Option(help="Language of both texts (code, as en).")]
Rules = Annotated[bool, typer.Option("--rules-only", help="Leave the model aside.")]
ModelLanguages = Annotated[
    str | None,
    typer.Option(help="Languages in which the model is asked, as en,es; elsewhere rules stand alone."),
]
Format = Annotated[TableOrJson, typer.Option("--format", help="How to print it.")]


@app.command()
def check(
    a: Annotated[str, typer.Argument(help="The new text.")],
    b: Annotated[str, typer.Argument(help="The text that is there: a cached question, say.")],
    kind: Kind = None,
    language: Language = "en",
    rules_only: Rules = False,
    same: Annotated[
        float | None,
        typer.Option(help='Least probability of "same" to be served (default: the guard\'s own).'),
    ] = None,
    opposite: Annotated[
        float | None,
        typer.Option(help='Least probability of "opposite" to be called so (default: the guard\'s own).'),
    ] = None,
    model_languages: ModelLanguages = None,
    format: Format = TableOrJson.table,
) -> None:
    """Say whether A and B are the same, opposite, different or unsure, and what decided it.

    Leaves with 0 when they are the same, so that one answer serves both, and with 1 otherwise.
    """
    from esneg.cli.console import stdout
    from esneg.cli.guard_view import verdict_as_json, verdict_as_text

    guard = _guard(None if rules_only else "auto", model_languages)
    given = {"same": same, "opposite": opposite}
    thresholds = replace(guard.thresholds, **{name: p for name, p in given.items() if p is not None})
    verdict = guard.with_thresholds(thresholds).check(a, b, kind.value if kind else None, language)
    if format is TableOrJson.json:
        typer.echo(verdict_as_json(verdict))
    else:
        stdout().print(verdict_as_text(verdict))
    raise typer.Exit(0 if verdict.safe else 1)


@app.command()
def calibrate(
    pairs: Annotated[Path, typer.Argument(help='JSON lines: {"a": "...", "b": "...", "same": true}.')],
    keep: Annotated[float, typer.Option(help="Share of same pairs to be served.")] = 0.95,
    most_wrong: Annotated[
        float, typer.Option(help="Share of differing pairs that a good threshold may serve (upper end).")
    ] = 0.1,
    folds: Annotated[int, typer.Option(help="Folds of the cross-validation.")] = 5,
    kind: Kind = None,
    language: Language = "en",
    model_languages: ModelLanguages = None,
    format: Format = TableOrJson.table,
) -> None:
    """Choose the guard's threshold from labelled pairs, and say whether it is any good.

    Leaves with 1 when it is not.
    """
    from esneg.cli.console import stdout
    from esneg.cli.guard_view import calibration_as_json, calibration_as_text
    from esneg.guard.calibrate import calibrate as choose
    from esneg.guard.labelled import read_pairs

    found = choose(
        read_pairs(pairs),
        _guard("auto", model_languages),
        keep=keep,
        most_wrong=most_wrong,
        folds=folds,
        kind=kind.value if kind else None,
        language=language,
    )
    if format is TableOrJson.json:
        typer.echo(calibration_as_json(found))
    else:
        stdout().print(calibration_as_text(found), soft_wrap=True)  # one of its lines is to be copied
    raise typer.Exit(0 if found.good else 1)


def _guard(model: str | None, languages: str | None) -> PolarityGuard:
    from esneg.guard import PolarityGuard

    if languages is None:
        return PolarityGuard(model)
    return PolarityGuard(model, languages=languages.replace(",", " ").split())
