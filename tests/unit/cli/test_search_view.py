"""How `esneg search` shows a result."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console, RenderableType

from esneg.analysis.explain import ExplainedStage, Explanation
from esneg.cli import search_view
from esneg.cli.search_view import as_json, as_table
from esneg.search import Fusion, Hit, Place, SearchResult
from esneg.search.polarity import Weights, plan
from esneg.search.results import Asked

BOTH = {"bm25": Place(2, 7.5), "dense": Place(1, 0.99)}


def hit(identifier: str, rank: int = 1, **options: Any) -> Hit:
    given = {"fused_rank": rank, "fused_score": 0.5, "source": {"text": f"passage {identifier}"}, **options}
    return Hit(identifier, "docs", rank, **given)


def result(*hits: Hit, **options: Any) -> SearchResult:
    given = {"fusion": Fusion("engine"), "legs": ("bm25", "dense"), **options}
    return SearchResult("is it free", hits, **given)


def printed(shown: RenderableType) -> list[str]:
    screen = io.StringIO()
    Console(file=screen, width=250).print(shown)
    return screen.getvalue().splitlines()


def rows(found: SearchResult, text_fields: Sequence[str] = ("text",)) -> list[list[str]]:
    """The cells of the table, its head first."""
    lines = [line.replace("┃", "│") for line in printed(as_table(found, text_fields))]
    return [[cell.strip() for cell in line[1:-1].split("│")] for line in lines if line.startswith("│")]


def below(found: SearchResult, note: str = "") -> list[str]:
    """The lines under the table."""
    lines = printed(as_table(found, ("text",), note))
    return lines[next(at for at, line in enumerate(lines) if line.startswith("└")) + 1 :]


def test_each_hit_has_its_rank_in_each_leg_that_found_it() -> None:
    found = result(
        hit("both", 1, fused_score=0.03252, legs=BOTH),
        hit("words", 2, fused_score=0.01639, legs={"bm25": Place(1, 8.0)}),
        hit("neither", 3, fused_score=0.01, legs={}),
    )

    assert rows(found) == [
        ["#", "id", "fused", "bm25", "dense", "text"],
        ["1", "both", "0.0325", "2", "1", "passage both"],
        ["2", "words", "0.0164", "1", "-", "passage words"],
        ["3", "neither", "0.0100", "-", "-", "passage neither"],
    ]


def test_a_leg_that_found_a_hit_past_the_ranks_looked_at_is_no_leg_that_did_not_find_it() -> None:
    past = result(hit("a", legs={"bm25": Place(None, 0.4), "dense": Place(3, 0.9)}))

    assert rows(past)[1][3:5] == ["+", "3"]


def test_one_leg_has_scores_and_no_ranks_beside_its_own() -> None:
    alone = result(hit("a", legs={"bm25": Place(1, 0.5)}), legs=("bm25",), fusion=Fusion("none"))

    assert rows(alone) == [["#", "id", "score", "text"], ["1", "a", "0.5000", "passage a"]]
    assert below(alone) == ["one leg, nothing to fuse"]


def test_a_reranked_hit_has_its_score_and_the_rank_it_came_from() -> None:
    reranked = result(
        hit("up", 1, fused_rank=7, legs=BOTH, rerank_score=0.98765),
        hit("unread", 2, fused_rank=1, legs=BOTH),
        reranked=20,
    )

    assert rows(reranked) == [
        ["#", "id", "fused", "bm25", "dense", "re-ranker", "text"],
        ["1", "up", "0.5000 (7)", "2", "1", "0.988", "passage up"],
        ["2", "unread", "0.5000 (1)", "2", "1", "-", "passage unread"],
    ]
    assert below(reranked) == ["fused in the engine", "20 hits re-ranked"]


def test_a_judged_hit_has_how_likely_it_says_the_opposite() -> None:
    judged = result(
        hit("same", 1, fused_rank=2, p_opposite=0.02),
        hit("opposite", 2, fused_rank=1, p_opposite=0.93),
        hit("unjudged", 3),
    )

    assert [(row[2], row[5]) for row in rows(judged)] == [
        ("fused", "opposite"),
        ("0.5000 (2)", "0.020"),
        ("0.5000 (1)", "0.930"),
        ("0.5000 (3)", "-"),
    ]


def test_both_scores_stand_in_columns_of_their_own_also_when_they_are_0() -> None:
    both = result(hit("a", rerank_score=0.0, p_opposite=0.0))

    assert rows(both)[0][5:] == ["re-ranker", "opposite", "text"]
    assert rows(both)[1][5:7] == ["0.000", "0.000"]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ({"title": "Plan", "text": "No\n  fee."}, "Plan No fee."),
        ({"text": "x" * 160}, "x" * 160),
        ({"text": "x" * 161}, "x" * 157 + "..."),
        ({"name": "Kein Entgelt für Müller"}, '{"name": "Kein Entgelt für Müller"}'),
        ({"text": "[bold]"}, "[bold]"),
    ],
)
def test_the_text_is_one_line_of_the_text_fields_or_else_of_the_whole_document(
    source: dict[str, str], shown: str
) -> None:
    assert rows(result(hit("a", source=source)), ["title^2", "text"])[1][-1] == shown


def test_what_steers_a_terminal_in_a_document_or_a_refusal_is_shown_and_not_obeyed() -> None:
    steering = result(
        hit("a\x1b[2J", source={"text": "\x1b]0;title\x07 paid \u202eton"}),
        fusion=Fusion("client", "refused\x1b[2J"),
    )

    (_, row), (summary,) = rows(steering), below(steering)

    assert (row[1], row[-1]) == ("a\\x1b[2J", "\\x1b]0;title\\x07 paid \\u202eton")
    assert summary == "fused in Python: refused\\x1b[2J"


def test_below_the_table_stands_where_the_legs_were_fused_why_there_and_what_would_change_it() -> None:
    in_python = result(hit("a"), fusion=Fusion("client", "licence basic", "a trial licence would do"))

    assert below(in_python) == ["fused in Python: licence basic; a trial licence would do"]
    assert below(result(hit("a"))) == ["fused in the engine"]


def test_below_the_table_stands_what_the_reranker_could_not_read_and_the_note() -> None:
    cut = result(hit("a", rerank_score=1.0), reranked=10, truncated=3)

    assert below(cut, "not all of it") == [
        "fused in the engine",
        "10 hits re-ranked, 3 of them cut at the end of what the model reads",
        "not all of it",
    ]


def test_no_hits_are_said_in_words_with_where_the_legs_were_fused() -> None:
    assert printed(as_table(result(), ("text",), "a note")) == ["no hits", "fused in the engine", "a note"]


def test_json_has_the_whole_result_and_the_requests_only_when_asked_for() -> None:
    found = result(
        hit("ä", legs=BOTH, rerank_score=0.75, p_opposite=0.5),
        warnings=("the re-ranker failed",),
        requests=(Asked("POST", "/docs/_search", {}, {"size": 1}),),
    )

    plain = json.loads(as_json(found, {}, {}, requests=False))
    asked = json.loads(as_json(found, {}, {}, requests=True))

    assert plain["schema"] == "esneg.search/1"
    assert plain["warnings"] == ["the re-ranker failed"]
    (shown,) = plain["hits"]
    assert shown["legs"] == {"bm25": {"rank": 2, "score": 7.5}, "dense": {"rank": 1, "score": 0.99}}
    assert (shown["id"], shown["rerank_score"], shown["p_opposite"]) == ("ä", 0.75, 0.5)
    assert {"requests", "analysis", "polarity"}.isdisjoint(plain)
    assert asked == {
        **plain,
        "requests": [{"method": "POST", "path": "/docs/_search", "params": {}, "body": {"size": 1}}],
    }
    assert '"ä"' in as_json(found, {}, {}, requests=False)


def analysis() -> Explanation:
    stop = ExplainedStage("filter", "stop", {}, ("free",), ("not",))
    return Explanation("search", "english", ("not",), (stop,))


def test_json_says_which_cues_the_analysis_loses_and_how_the_polarity_leg_reads_the_question() -> None:
    denied = plan("plans that do not cover dental", "text", "en", Weights())

    found = json.loads(as_json(result(), {"text": [analysis()]}, {"text": denied}, requests=False))

    (side,) = found["analysis"]["text"]
    assert (side["analyzer"], side["lost"], side["stages"][0]["dies"]) == ("english", ["not"], ["not"])
    assert found["polarity"]["text"]["polarity"] == "negative"
    assert found["polarity"]["text"]["reading"]["text"] == "plans that do not cover dental"


def test_each_analysis_stands_under_the_name_of_its_field() -> None:
    lines = printed(search_view.analyses({"title": [analysis()], "text": [replace(analysis(), cues=())]}))

    heads = [at for at, line in enumerate(lines) if line.endswith("reads the question")]
    assert [lines[at] for at in heads] == ["how title reads the question", "how text reads the question"]
    assert "0 of 1 negation cue kept" in lines[heads[0] : heads[1]]
    assert "no negation cue in this text" in lines[heads[1] :]


def test_requests_stand_as_a_console_takes_them_ndjson_a_line_each() -> None:
    asked = result(
        requests=(
            Asked("POST", "/docs/_search", {"preference": "esneg-1", "size": 2}, {"query": {"match": "ä"}}),
            Asked("POST", "/_msearch", {}, [{"index": "docs"}, {"size": 1}]),
        )
    )

    assert search_view.requests(asked).splitlines() == [
        "POST /docs/_search?preference=esneg-1&size=2",
        '{"query": {"match": "ä"}}',
        "",
        "POST /_msearch",
        '{"index": "docs"}',
        '{"size": 1}',
    ]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ([0.5] * 8, [0.5] * 8),
        ([0.25, 0.5, *[0.0] * 382], [0.25, 0.5, "... 382 more"]),
        (["text"] * 9, ["text"] * 9),
    ],
)
def test_a_long_vector_is_shortened_wherever_it_stands_and_nothing_else_is(
    value: list[Any], shown: list[Any]
) -> None:
    queries = [{"match_all": {}}, {"knn": {"v": {"vector": value}}}]
    asked = result(requests=(Asked("POST", "/docs/_search", {}, {"hybrid": queries}),))

    _, body = search_view.requests(asked).splitlines()

    assert json.loads(body)["hybrid"][1]["knn"]["v"]["vector"] == shown
