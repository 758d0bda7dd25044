"""What `esneg search` hands on of its options, and what it says beside the result."""

from __future__ import annotations

import inspect
import json
import warnings
from typing import Any
from unittest.mock import MagicMock, create_autospec

import pytest
from click.testing import Result
from fakes.server import OPENSEARCH, Answer, serving
from typer.testing import CliRunner

from esneg.cli import build_app
from esneg.search import Fusion, Hit, HybridSearcher, Rrf, SearchResult
from esneg.search.place import ClientFusionNotice

pytestmark = pytest.mark.usefixtures("no_cluster_around")

FOUND = SearchResult(
    "is it free",
    (Hit("a", "docs", 1, 1, 0.5, source={"text": "no fee"}),),
    Fusion("client", "licence basic", "a trial licence would do"),
    ("bm25", "dense"),
)


@pytest.fixture
def searcher(monkeypatch: pytest.MonkeyPatch) -> MagicMock:
    """Stands where `HybridSearcher` does, takes what it takes, and finds `FOUND`."""
    stand_in: MagicMock = create_autospec(HybridSearcher)
    stand_in.return_value.text_fields = ("text",)
    stand_in.return_value.search.return_value = FOUND
    monkeypatch.setattr("esneg.search.HybridSearcher", stand_in)
    return stand_in


def run(*arguments: str) -> Result:
    with serving({"GET /": Answer(OPENSEARCH)}) as server:
        search = ["search", "is it free", "--index", "docs", "--reranker", "none", "--url", server.url]
        return CliRunner().invoke(build_app(), [*search, *arguments], catch_exceptions=False)


@pytest.mark.parametrize(
    ("arguments", "option", "value"),
    [
        (["--fusion", "auto"], "fuse_in", "auto"),
        (["--fusion", "engine"], "fuse_in", "engine"),
        (["--fusion", "client"], "fuse_in", "client"),
        (["--window", "250"], "fusion", Rrf(window=250)),
        (["--rank-constant", "20"], "fusion", Rrf(rank_constant=20)),
        (["--weights", "2,0.5"], "fusion", Rrf(weights=(2, 0.5))),
        (
            ["--weights", "1,3", "--window", "30", "--rank-constant", "10"],
            "fusion",
            Rrf(rank_constant=10, weights=(1, 3), window=30),
        ),
        (["--pipeline", "esneg-rrf"], "pipeline", "esneg-rrf"),
        (["--force"], "force", True),
        (["--encoder", "me/model"], "encoder", "me/model"),
        (["--legs", "polarity,dense"], "legs", ["polarity", "dense"]),
        (["--text-field", "title^2", "--text-field", "text"], "text_fields", ["title^2", "text"]),
        (["--vector-field", "v"], "vector_field", "v"),
        (["--rerank-depth", "20"], "rerank_depth", 20),
    ],
)
def test_what_is_said_of_legs_and_fusion_is_how_the_searcher_is_made(
    searcher: MagicMock, arguments: list[str], option: str, value: Any
) -> None:
    assert run(*arguments).exit_code == 0

    made = searcher.call_args
    assert made.args[1:] == ("docs",)
    assert made.kwargs[option] == value


@pytest.mark.parametrize(
    ("arguments", "option", "value"),
    [
        (["--search-timeout", "2.5"], "timeout", 2.5),
        (["--offset", "20"], "offset", 20),
        (["--filter", '{"term": {"domain": "home"}}'], "filter", {"term": {"domain": "home"}}),
        (["--strict"], "strict", True),
    ],
)
def test_what_is_said_of_one_search_goes_with_that_search(
    searcher: MagicMock, arguments: list[str], option: str, value: Any
) -> None:
    assert run(*arguments, "-k", "5").exit_code == 0

    asked = searcher.return_value.search.call_args
    assert asked.args == ("is it free", 5)
    assert asked.kwargs[option] == value


def test_the_time_for_a_search_is_not_the_time_for_a_connection(searcher: MagicMock) -> None:
    assert run("--timeout", "7").exit_code == 0

    assert searcher.return_value.search.call_args.kwargs["timeout"] is None


def test_what_is_not_said_is_as_the_library_has_it(searcher: MagicMock) -> None:
    assert run().exit_code == 0

    made = searcher.call_args.kwargs
    own = defaults(HybridSearcher)
    same = (
        "text_fields",
        "vector_field",
        "encoder",
        "rerank_depth",
        "polarity",
        "fuse_in",
        "pipeline",
        "force",
    )
    assert {name: made[name] for name in same} == {name: own[name] for name in same}
    assert tuple(made["legs"]) == own["legs"]
    assert made["fusion"] == Rrf()
    asked = searcher.return_value.search.call_args
    own = defaults(HybridSearcher.search)
    assert asked.args == ("is it free", own["k"])
    assert asked.kwargs == {name: own[name] for name in asked.kwargs}


def defaults(function: Any) -> dict[str, Any]:
    return {name: each.default for name, each in inspect.signature(function).parameters.items()}


@pytest.mark.parametrize("where", ["server", "none", ""])
def test_legs_are_fused_in_no_other_place(searcher: MagicMock, where: str) -> None:
    refused = run("--fusion", where)

    assert refused.exit_code == 2
    assert "--fusion" in refused.stderr
    assert not searcher.called


@pytest.mark.parametrize("output", [[], ["--json"]])
def test_what_did_not_go_as_asked_stands_beside_the_result_and_not_in_its_way(
    searcher: MagicMock, output: list[str]
) -> None:
    late = SearchResult(**{**vars(FOUND), "warnings": ("not re-ranked: [late] after 2 s",)})
    searcher.return_value.search.return_value = late

    done = run(*output)

    assert done.stderr == "warning: not re-ranked: [late] after 2 s\n"
    assert "warning:" not in done.stdout
    if output:
        assert json.loads(done.stdout)["warnings"] == ["not re-ranked: [late] after 2 s"]


def test_that_legs_are_fused_in_python_is_said_below_the_table_and_not_a_second_time(
    searcher: MagicMock,
) -> None:
    def search(*arguments: Any, **options: Any) -> SearchResult:
        warnings.warn("fuses in Python", ClientFusionNotice, stacklevel=2)
        warnings.warn("another matter", UserWarning, stacklevel=2)
        return FOUND

    searcher.return_value.search.side_effect = search

    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        done = run()

    assert done.stdout.splitlines()[-1] == "fused in Python: licence basic; a trial licence would do"
    assert [str(each.message) for each in given if issubclass(each.category, UserWarning)] == [
        "another matter"
    ]
