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
        ("Does the hut not open in winter?", "Does the hut open in winter?", "negation"),
        ("Why isn't the pool heated?", "Why is the pool heated?", "negation"),
        ("Why isn't the pool heated?", "Is the pool heated?", "negation"),
        ("Which dogs aren't allowed?", "Which dogs are allowed?", "negation"),
        ("It is not impossible to swim.", "It is impossible to swim.", "negation"),
        ("There is no room without a window.", "There is a room without a window.", "negation"),
        ("Dogs may not only enter.", "Dogs may not enter.", "negation"),
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
        ("Why isn't the pool heated?", "Why is the pool not heated?"),
        ("Why isn't the hut open?", "Why is the hut closed?"),
        ("Could I pay in cash?", "Can I pay in cash?"),
        ("Will lunch be included?", "Is lunch included?"),
        ("Is it open on 3 May?", "Is it open on May 3?"),
        ("The lease runs 12 months.", "The lease runs 1 year."),
        ("Is it cheaper in New York?", "is it cheaper in new york"),
        ("It is not impossible.", "It is possible."),
        ("It is not uncommon.", "It is common."),
        ("I don't disagree.", "I agree."),
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
        ("The lease runs 6 months.", "The lease runs 12 months.", "number"),
        ("Is it open on 3 May?", "Is it open on 4 May?", "number"),
        ("Is it open on the 3rd of May?", "Is it open on the 4th of May?", "number"),
        ("What were the fees in 2024?", "What were the fees in 2025?", "number"),
        ("Is it open in May 2024?", "Is it open in May 2025?", "number"),
        ("Is it open in 2024?", "Is it open?", "number"),
        ("What is the rent in March?", "What is the rent in April?", "date"),
        ("What is the rent in May?", "What is the rent in June?", "date"),
        ("What is the rent in May?", "What is the rent?", "date"),
        ("what is the rent in may", "what is the rent", "date"),
        ("Is 3 May a holiday?", "Is 3 June a holiday?", "date"),
        ("Is the price higher in Lisbon?", "Is the price higher in Porto?", "name"),
        ("Is it cheaper in New York?", "Is it cheaper in New Orleans?", "name"),
        ("Is it cheaper in San Francisco?", "Is it cheaper in Los Angeles?", "name"),
        ("Does Mary Ann Smith teach?", "Does Mary Ann Jones teach?", "name"),
        ("trains from New York to Los Angeles", "trains from Los Angeles to New York", "role"),
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
        ("Not only dogs may enter.", "Dogs may enter."),
        ("Not only dogs may enter.", "Only dogs may enter."),
        ("No dogs are not allowed.", "Dogs are allowed."),
        ("No dogs are not allowed.", "Dogs are not allowed."),
        ("Nobody is not welcome.", "Everybody is welcome."),
        ("Nobody is not welcome.", "Nobody is welcome."),
        ("Should I pay the fee?", "Can I pay the fee?"),
        ("It may rain.", "It will rain."),
        ("It may rain.", "It does rain."),
        ("Do I have to pay?", "Can I pay?"),
        ("Was the hut open?", "Will the hut be open?"),
        ("Was the hut open?", "Is the hut open?"),
        ("3 adults and 2 children", "2 adults and 3 children"),
        ("Flights on 3/5", "Flights on 5/3"),
        ("Is C++ supported?", "Is C supported?"),
        ("Is 5 < 7?", "Is 5 > 7?"),
        ("It was -5 degrees.", "It was 5 degrees."),
        ("Is a - b even?", "Is a + b even?"),
        ("Is it cheaper in New York?", "Is it cheaper in York?"),
        ("Does Mary Smith teach here?", "Does Mary teach here?"),
    ],
)
def test_what_rules_cannot_know_stays_open(a: str, b: str) -> None:
    verdict = check(a, b)
    assert (verdict.outcome, verdict.decided_by, verdict.safe) == ("unsure", "nothing", False)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Nobody is not welcome.", "Nobody is welcome."),
        ("Should I pay the fee?", "Can I pay the fee?"),
        ("Is it cheaper in New York?", "Is it cheaper in York?"),
        ("Did John Smith beat Tom Jones?", "Did Tom Jones beat John Smith?"),
        ("Not only dogs may enter.", "Dogs may enter."),
        ("Is lunch free for all?", "Is lunch free for some?"),
        ("3 adults and 2 children", "2 adults and 3 children"),
        ("Is 5 < 7?", "Is 5 > 7?"),
    ],
)
def test_what_may_be_another_matter_is_not_the_same_on_similarity_alone(a: str, b: str) -> None:
    assert PolarityGuard(None, trust_similarity=True).check(a, b).outcome == "unsure"


def test_may_is_a_month_only_where_it_is_one() -> None:
    for text in ("May I pay in cash?", "may i pay in cash?", "Visitors may pay in cash."):
        assert check(text, text.lower()).outcome == "same"
    assert check("May I pay in cash?", "Can I pay in cash?").outcome == "same"
    assert check("May I pay in May?", "Can I pay in May?").outcome == "same"
    assert check("May I pay in May?", "May I pay?").outcome == "different"


def test_not_only_is_no_negation() -> None:
    assert check("Not only the castle is open.", "Not only the castle is open").outcome == "same"
    found = check("Not only the castle but also the park is open.", "The castle and the park are open.")
    assert found.outcome != "opposite"


def test_the_evidence_names_the_words() -> None:
    evidence = check("How do I lock the gate?", "How do I unlock the gate?").evidence[0]
    assert (evidence.a, evidence.b) == ("lock", "unlock")
