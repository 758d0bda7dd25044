from typing import Any

from esneg.analysis.fields import TextField
from esneg.audit.phrases import phrase_traps
from esneg.negation import MinimalPair

PAIR = MinimalPair("not", "clausal", "It is open.", "It is not open.")


class Explaining:
    """Stands in for the one verb of a cluster that `phrase_traps` uses."""

    def __init__(self, phrase: str, without: str) -> None:
        self.answer = f"ConstantScore({phrase}) ConstantScore({without})"

    def explain_query(self, index: str, query: Any) -> str:
        return self.answer


def traps(phrase: str, without: str) -> list[str]:
    cluster: Any = Explaining(phrase, without)
    return [trap.phrase for trap in phrase_traps(cluster, "i", TextField("t", "text"), [("en", PAIR)])]


def test_a_phrase_that_runs_the_query_of_its_other_word_alone_is_a_trap() -> None:
    assert traps("t:open", "t:open") == ["not open"]


def test_a_phrase_that_keeps_its_cue_is_none() -> None:
    assert traps('t:"not open"', "t:open") == []


def test_a_phrase_of_which_nothing_is_left_finds_nothing_and_is_none() -> None:
    assert traps('MatchNoDocsQuery("")', 'MatchNoDocsQuery("")') == []
