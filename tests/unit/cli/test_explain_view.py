"""How a text is shown on its way through an analysis."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

from rich.console import Console

from esneg.analysis.explain import ExplainedStage, Explanation
from esneg.cli.explain_view import as_table


def stage(name: str, *tokens: str, dies: tuple[str, ...] = (), **settings: Any) -> ExplainedStage:
    return ExplainedStage("token_filter", name, settings, tokens, dies)


def printed(*sides: Explanation) -> str:
    screen = io.StringIO()
    Console(file=screen, width=150).print(as_table(sides))
    return screen.getvalue()


KEPT = Explanation("index", "plain", ("not",), (stage("lowercase", "is", "not", "free"),))
LOST = Explanation("search", "english", ("not", "no"), (stage("stop", "free", dies=("not",), kind="x"),))


def test_the_stage_that_loses_a_cue_says_so_and_below_stands_how_many_are_kept() -> None:
    shown = printed(LOST)

    assert "search side  analyzer english" in shown
    assert '{"kind": "x"}' in shown
    assert "lost here: not" in shown
    assert "1 of 2 negation cues kept" in shown


def test_sides_that_run_the_same_stages_are_shown_once() -> None:
    assert printed(KEPT, replace(KEPT, side="search")).count("analyzer plain") == 1
    assert "index + search side  analyzer plain" in printed(KEPT, replace(KEPT, side="search"))
    assert "index side  analyzer plain" in printed(KEPT, LOST)


def test_what_steers_a_terminal_in_names_settings_and_terms_is_shown_and_not_obeyed() -> None:
    steering = stage("n\x1b[2J", "t\x1b[31m", "\u202et", dies=("d\x1b[0m",), words="w\u202ew")

    shown = printed(Explanation("search", "a\x1b[2J", ("d",), (steering,)))

    for each in ("n\\x1b[2J", "t\\x1b[31m | \\u202et", "d\\x1b[0m", "w\\u202ew", "a\\x1b[2J"):
        assert each in shown
    assert not {"\x1b", "\u202e"} & set(shown)
