"""The engines themselves: what the other tests take for granted of them."""

from __future__ import annotations

from engines.pool import RunningEngine


def tokens(engine: RunningEngine, body: dict[str, object], index: str | None = None) -> list[str]:
    return [token["token"] for token in engine.cluster.analyze(body, index)["tokens"]]


def test_the_engine_says_its_family_and_version(engine: RunningEngine) -> None:
    family, _, line = engine.name.partition("-")

    assert engine.cluster.info.engine == family
    assert engine.version.startswith(line)


def test_the_stock_english_analyzer_loses_the_word_not(engine: RunningEngine) -> None:
    body = {"analyzer": "english", "text": "The plan does not cover the dogs' implants."}

    assert tokens(engine, body) == ["plan", "doe", "cover", "dog", "implant"]
