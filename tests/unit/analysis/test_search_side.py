from typing import Any

import pytest

from esneg.analysis.search_side import explain


class Explaining:
    """Stands in for the one verb of a cluster that `explain` uses."""

    def __init__(self, answers: list[str]) -> None:
        self.answers = answers
        self.queries: list[Any] = []

    def explain_query(self, index: str, query: Any) -> str:
        self.queries.append(query)
        return self.answers.pop(0)


def test_many_texts_are_explained_in_one_request() -> None:
    cluster = Explaining(["ConstantScore(t:plan t:cover) ConstantScore(t:plan)"])
    assert explain(cluster, "i", "t", ["plan cover", "plan"]) == ["t:plan t:cover", "t:plan"]  # type: ignore[arg-type]
    assert len(cluster.queries) == 1


def test_brackets_inside_a_query_stay_in_it() -> None:
    cluster = Explaining(['ConstantScore((t:a Synonym(t:b t:c))) ConstantScore(MatchNoDocsQuery("x"))'])
    assert explain(cluster, "i", "t", ["a b", ""]) == [  # type: ignore[arg-type]
        "(t:a Synonym(t:b t:c))",
        'MatchNoDocsQuery("x")',
    ]


def test_terms_that_hold_brackets_make_it_ask_text_by_text() -> None:
    cluster = Explaining(["ConstantScore(t:() ConstantScore(t:b)", "t:(", "t:b"])
    assert explain(cluster, "i", "t", ["(", "b"]) == ["t:(", "t:b"]  # type: ignore[arg-type]


@pytest.mark.parametrize("query_type", ["match", "match_phrase"])
def test_an_analyzer_is_named_only_when_asked_for(query_type: Any) -> None:
    cluster = Explaining(["ConstantScore(t:a)", "ConstantScore(t:a)"])
    explain(cluster, "i", "t", ["a"], query_type=query_type)  # type: ignore[arg-type]
    explain(cluster, "i", "t", ["a"], query_type=query_type, analyzer="simple")  # type: ignore[arg-type]
    clauses = [
        query["bool"]["should"][0]["constant_score"]["filter"][query_type]["t"] for query in cluster.queries
    ]
    assert clauses == [{"query": "a"}, {"query": "a", "analyzer": "simple"}]
