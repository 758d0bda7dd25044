"""What docs/guard.md shows runs; the packages that it names are played by what the snippets use of them."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from markdown_it import MarkdownIt

PAGE = Path(__file__).parents[3] / "docs" / "guard.md"
SNIPPETS = [
    token.content for token in MarkdownIt().parse(PAGE.read_text("utf-8")) if token.info.strip() == "python"
]

OPEN, CLOSED = "Is the pool open?", "Is the pool closed?"


def snippet(word: str) -> str:
    (found,) = (each for each in SNIPPETS if word in each)
    return found


def run(source: str, monkeypatch: pytest.MonkeyPatch, **modules: dict[str, Any]) -> dict[str, Any]:
    """The names that a snippet leaves, run with rules alone and the given modules; "__" stands for a dot."""
    monkeypatch.setattr("esneg.guard.guard._resolve", lambda model: None)
    for name, names in modules.items():
        module = ModuleType(name)
        vars(module).update(names)
        monkeypatch.setitem(sys.modules, name.replace("__", "."), module)
    left: dict[str, Any] = {}
    exec(compile(source, str(PAGE), "exec"), left)
    return left


@pytest.mark.parametrize("source", SNIPPETS)
def test_every_snippet_is_python(source: str) -> None:
    compile(source, str(PAGE), "exec")


def test_the_first_snippet_says_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = run(snippet("verdict.decided_by"), monkeypatch)["verdict"]
    assert (verdict.outcome, verdict.decided_by) == ("same", "rules")


def test_the_guarded_cache_refuses_and_logs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "answers")
    assert run(snippet("on_refusal"), monkeypatch)["served"] is None
    assert caplog.messages == ["Is parking excluded? / Is parking included?: opposite"]


def test_langchain_gets_an_answer_only_to_the_same_question(monkeypatch: pytest.MonkeyPatch) -> None:
    names = run(snippet("BaseCache"), monkeypatch, langchain_core__caches={"BaseCache": object})
    cache = names["GuardedLangChainCache"](lambda question, known: (known[0], None, 0.9) if known else None)
    assert cache.lookup(OPEN, "llm") is None
    cache.update(OPEN, "llm", ["yes"])
    assert cache.lookup("is the pool open", "llm") == ["yes"]
    assert cache.lookup(CLOSED, "llm") is None
    assert cache.lookup(OPEN, "another llm") is None
    cache.clear()
    assert cache.lookup(OPEN, "llm") is None


class Ranks:
    """An evaluation of GPTCache's that gives every hit one rank of 0 to 4."""

    rank = 4.0

    def evaluation(self, src_dict: Any, cache_dict: Any, **kwargs: Any) -> float:
        return self.rank

    def range(self) -> tuple[float, float]:
        return 0.0, 4.0


class GptCache:
    """Serves a hit by the rule of gptcache 0.1.44, gptcache/adapter/adapter.py."""

    def init(self, similarity_evaluation: Any) -> None:
        self.evaluation = similarity_evaluation

    def serves(self, asked: str, cached: str, threshold: float) -> bool:
        lowest, highest = self.evaluation.range()
        wanted = min(max((highest - lowest) * threshold, lowest), highest)
        rank = self.evaluation.evaluation({"question": asked}, {"question": cached}, extra_param=None)
        return bool(wanted <= rank)


@pytest.mark.parametrize("threshold", [0.0, 0.8, 1.0])
def test_gptcache_serves_no_veto_whatever_the_threshold(
    monkeypatch: pytest.MonkeyPatch, threshold: float
) -> None:
    gptcache = GptCache()
    run(
        snippet("GuardEvaluation"),
        monkeypatch,
        gptcache={"cache": gptcache},
        gptcache__similarity_evaluation={"SimilarityEvaluation": object, "SearchDistanceEvaluation": Ranks},
    )
    assert gptcache.serves("is the pool open", OPEN, threshold)
    assert not gptcache.serves(CLOSED, OPEN, threshold)


def test_redisvl_gets_an_answer_only_to_the_same_question(monkeypatch: pytest.MonkeyPatch) -> None:
    hit = {"prompt": OPEN, "response": "yes", "vector_distance": "0.05"}

    class SemanticCache:
        def __init__(self, name: str, distance_threshold: float) -> None:
            pass

        def check(self, prompt: str, num_results: int) -> list[dict[str, str]]:
            return [hit][:num_results] if "pool" in prompt else []

    modules = {"redisvl__extensions__cache__llm": {"SemanticCache": SemanticCache}}
    cache = run(snippet("redisvl"), monkeypatch, **modules)["cache"]
    served = cache.get("is the pool open")
    assert (served.answer, served.question, served.similarity) == ("yes", OPEN, 0.95)
    assert cache.get(CLOSED) is None
    assert cache.get("Where is the sauna?") is None
