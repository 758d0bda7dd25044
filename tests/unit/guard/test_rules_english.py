"""Every class of the guard's rules, in English; no model takes part."""

import pytest

from esneg.guard import PolarityGuard
from esneg.guard.verdict import Verdict

GUARD = PolarityGuard(None)


def check(a: str, b: str) -> Verdict:
    return GUARD.check(a, b)


@pytest.mark.parametrize(
    ("a", "b", "rule"),
    [
        ("Which trams do not stop here?", "Which trams do stop here?", "negation"),
        ("Which trams don't stop here?", "Which trams stop here?", "negation"),
        ("Is the pool not heated?", "Is the pool heated?", "negation"),
        ("a room without a window", "a room with a window", "negation"),
        ("The ferry never runs on holidays.", "The ferry runs on holidays.", "negation"),
        ("Nobody may swim here.", "Anybody may swim here.", "negation"),
        (
            "The tour covers the castle but not the chapel.",
            "The tour covers the chapel but not the castle.",
            "negation",
        ),
        ("Does the tour leave out the chapel?", "Does the tour not leave out the chapel?", "negation"),
        ("The museum lacks a lift.", "The museum has a lift.", "negation"),
        ("Are dogs forbidden on the beach?", "Are dogs allowed on the beach?", "antonym"),
        ("Is lunch excluded?", "Is lunch included?", "antonym"),
        ("How do I enable the alarm?", "How do I disable the alarm?", "antonym"),
        ("The invoice is unpaid.", "The invoice is paid.", "antonym"),
        ("Is the ticket non-refundable?", "Is the ticket refundable?", "antonym"),
        ("What is the highest bridge?", "What is the lowest bridge?", "antonym"),
        ("Does the gate open before noon?", "Does the gate open after noon?", "antonym"),
    ],
)
def test_opposites(a: str, b: str, rule: str) -> None:
    for verdict in (check(a, b), check(b, a)):
        assert (verdict.outcome, verdict.decided_by) == ("opposite", "rules")
        assert verdict.evidence[0].rule == rule
        assert not verdict.safe


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Is parking included?", "is parking included"),
        ("Isn't parking included?", "Is parking included?"),
        ("Don't I need a permit?", "Do I need a permit?"),
        ("Can't I pay in cash?", "Can I pay in cash?"),
        ("Mustn't visitors register?", "Must visitors register?"),
        ("Parking is included, right?", "Is parking included?"),
        ("Is it true that parking is included?", "Is parking included?"),
        ("Can you tell me if the pool is open?", "Is the pool open?"),
        ("The tram did not stop.", "The tram didn't stop."),
        ("Is lunch excluded?", "Is lunch not included?"),
        ("It is not impossible.", "It is possible."),
        ("The door never fails to close.", "The door closes."),
        ("The loan runs for 1 hour.", "The loan runs for 60 minutes."),
        ("There is no doubt that the hut is open.", "There is no doubt that the hut is open"),
    ],
)
def test_the_same_in_other_clothes(a: str, b: str) -> None:
    for verdict in (check(a, b), check(b, a)):
        assert (verdict.outcome, verdict.decided_by, verdict.safe) == ("same", "rules", True)


@pytest.mark.parametrize(
    ("a", "b", "rule"),
    [
        ("Can I return it within 30 days?", "Can I return it within 60 days?", "number"),
        ("Is it free for two children?", "Is it free for three children?", "number"),
        ("The dose is 5 mg.", "The dose is 5 g.", "number"),
        ("Is the hut open on Monday?", "Is the hut open on Sunday?", "date"),
        ("What changed last year?", "What changed this year?", "date"),
        ("Is the hut open?", "Is the hut open in winter?", "date"),
        ("Is the price higher in Lisbon?", "Is the price higher in Porto?", "name"),
        ("trains from Lyon to Nice", "trains from Nice to Lyon", "role"),
        ("When does the hut open?", "Where does the hut open?", "asked"),
        ("Where can I buy old coins?", "Where can I sell old coins?", "antonym"),
    ],
)
def test_other_matters(a: str, b: str, rule: str) -> None:
    for verdict in (check(a, b), check(b, a)):
        assert (verdict.outcome, verdict.decided_by) == ("different", "rules")
        assert verdict.evidence[0].rule == rule


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Not only dogs but also cats may enter.", "Dogs and cats may enter."),
        ("What happens if I miss the tram?", "What becomes of those who miss the tram?"),
        ("The bus driver sells tickets.", "You can buy a ticket from the bus driver."),
        ("The rent is due every ninety days.", "The rent is due every three months."),
        ("All huts are open.", "Some huts are open."),
        ("Dogs chase cats.", "Cats chase dogs."),
    ],
)
def test_what_rules_cannot_know_stays_open(a: str, b: str) -> None:
    verdict = check(a, b)
    assert (verdict.outcome, verdict.decided_by, verdict.safe) == ("unsure", "nothing", False)


def test_not_only_is_no_negation() -> None:
    assert check("Not only the castle is open.", "Not only the castle is open").outcome == "same"
    found = check("Not only the castle but also the park is open.", "The castle and the park are open.")
    assert found.outcome != "opposite"


def test_the_evidence_names_the_words() -> None:
    evidence = check("How do I lock the gate?", "How do I unlock the gate?").evidence[0]
    assert (evidence.a, evidence.b) == ("lock", "unlock")
