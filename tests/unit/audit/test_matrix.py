from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from esneg.audit.matrix import AnalyzerFates, analyzers_that_drop, fates_of, measure
from esneg.clusters import Cluster, ClusterInfo
from esneg.errors import RequestFailed
from esneg.negation import Language, MinimalPair

TOY = Language(
    code="xx",
    name="Toy",
    cues={"clausal": ("nay", "nope"), "preposition": ("sans",)},
    clitics=("n'",),
    contractions={"isna": "is nay"},
    minimal_pairs=(
        MinimalPair("Nay", "clausal", "it is", "it is nay"),
        MinimalPair("sans", "preposition", "tea with milk", "tea sans milk"),
    ),
)


class WordCluster(Cluster):
    """Cuts at spaces, in lower case; drops "nay" and an elided n', and stems "sans" to "san"."""

    def __init__(self, missing: str = "") -> None:
        super().__init__(ClusterInfo("opensearch", "3.5.0", "OpenSearch"))
        self.missing = missing
        self.calls = 0

    @property
    def url(self) -> str:
        return "http://words"

    def close(self) -> None:
        return

    def request_text(self, method: str, path: str, **options: Any) -> str:
        return json.dumps(self.request(method, path, **options))

    def request(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout: float | None = None,
    ) -> Any:
        self.calls += 1
        if body["analyzer"] == self.missing:
            reason = f"failed to find global analyzer [{self.missing}]"
            raise RequestFailed(reason, status=400, reason=reason)
        tokens, at = [], 0
        for position, text in enumerate(body["text"]):
            start = at
            for word in text.split(" "):
                token = {"sans": "san"}.get(word, word.lower().removeprefix("n'"))
                if token != "nay":
                    tokens.append(
                        {
                            "token": token,
                            "position": position,
                            "start_offset": start,
                            "end_offset": start + len(word),
                        }
                    )
                start += len(word) + 1
            at += len(text) + 1
        return {"tokens": tokens}


@pytest.fixture
def toy() -> AnalyzerFates:
    return fates_of(WordCluster(), "toy", TOY)


def test_every_cue_is_kept_changed_or_dropped(toy: AnalyzerFates) -> None:
    assert {fate.cue: (fate.outcome, fate.tokens) for fate in toy.fates} == {
        "nay": ("dropped", ()),
        "nope": ("kept", ("nope",)),
        "sans": ("changed", ("san",)),
        "n'": ("dropped", ()),
        "isna": ("kept", ("isna",)),
    }


def test_the_pairs_that_become_one_are_named(toy: AnalyzerFates) -> None:
    assert [pair.cue for pair in toy.pairs_collapsed] == ["Nay"]


def test_everyday_cues_are_those_that_a_minimal_pair_turns_on(toy: AnalyzerFates) -> None:
    assert [fate.cue for fate in toy.fates if fate.everyday] == ["nay", "sans"]
    assert toy.dropped == ("nay",)
    assert analyzers_that_drop([toy]) == ("toy",)


def test_one_request_an_analyzer_and_language_and_none_for_an_analyzer_that_is_not_there() -> None:
    cluster = WordCluster(missing="serbian")
    measured = list(measure(cluster))
    assert "serbian" not in {each.analyzer for each in measured}
    assert cluster.calls == len(measured) + 1
    assert [each.language.code for each in measured if each.analyzer == "cjk"] == ["ja", "ko", "zh"]
