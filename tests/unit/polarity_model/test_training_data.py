"""The training data: made alike by the same seed, labelled as its patterns say, and free of the test files."""

import json
import random
import re
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path

import pytest
import yaml

from esneg.errors import UsageError
from esneg.evaluation.data import built_in
from esneg.polarity_model.training import rewrite, written
from esneg.polarity_model.training.examples import OPPOSITE, SAME, UNRELATED
from esneg.polarity_model.training.patterns import Patterns
from esneg.polarity_model.training.readers import Sets
from esneg.polarity_model.training.written import Written

TRAINING = Path(written.__file__).parent
EVALUATED = (
    "dental|health plan|insur|refund|tier|staff|fare|warrant|bank account|gym|el seguro|asegur|garantía"
)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_same_seed_makes_the_same_groups(language: str) -> None:
    def make(seed: int) -> list[object]:
        patterns = Patterns(language, random.Random(seed))
        return [*patterns.ranked(50), *patterns.compared(50)]

    assert make(1) == make(1)
    assert make(1) != make(2)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_ranked_group_has_an_answer_its_opposite_and_something_else(language: str) -> None:
    for group in Patterns(language, random.Random(3)).ranked(200):
        assert group.ranked
        assert group.labels[:3] == (SAME, OPPOSITE, UNRELATED)
        assert len(set(group.passages[:2])) == 2


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_placeholder_is_left(language: str) -> None:
    patterns = Patterns(language, random.Random(5))
    for group in [*patterns.ranked(300), *patterns.compared(300)]:
        for text in (group.query, *group.passages):
            assert not re.search(r"[{}~]", text), text


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_domains_are_not_those_of_the_evaluation(language: str) -> None:
    text = (TRAINING / f"templates_{language}.yaml").read_text("utf-8")
    patterns = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    assert not re.findall(EVALUATED, patterns, re.IGNORECASE)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("It did not open.", "It didn't open."),
        ("It didn't open.", "It did not open."),
        ("It cannot open.", "It can not open."),
        ("Is not it open?", "Isn't it open?"),
        ("It opened.", None),
    ],
)
def test_contractions_are_swapped(text: str, other: str | None) -> None:
    assert rewrite.swap_contraction(text) == other


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("The gate was closed.", {"The gate wasn't closed.", "The gate was not closed."}),
        ("Where did it stop?", {"Where didn't it stop?"}),
        ("Was it closed?", {None}),
        ("It was never closed.", {None}),
        ("It closed.", {None}),
    ],
)
def test_the_first_auxiliary_is_negated_unless_it_opens_a_question(
    text: str, negated: set[str | None]
) -> None:
    assert {rewrite.negate(text, random.Random(seed)) for seed in range(20)} == negated


def test_a_question_asks_for_the_words_before_the_auxiliary() -> None:
    question = rewrite.question_of("The species is not seen in forests.", random.Random(0))
    assert question in {f"{wh} is not seen in forests?" for wh in ("What", "Which one", "What thing")}
    assert rewrite.question_of("Seen in forests.", random.Random(0)) is None


def test_spanish_questions_are_negated_before_their_verb() -> None:
    assert rewrite.negate_spanish("¿Quién ganó la copa?") == "¿Quién no ganó la copa?"
    assert rewrite.negate_spanish("¿De quién es?") is None


def test_readers_open_no_test_file(tmp_path: Path) -> None:
    nli = {"premise": "A dog runs.", "hypothesis": "A dog moves.", "label": "entailment"}
    for name in ("cad_nli.train", "scone.train"):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({**nli, "kind": "no_negation"}) + "\n")
    facts = {"sentence": "The gate is open to all of us.", "negated": "The gate is not open to all of us."}
    (tmp_path / "cannot_wikifactcheck.jsonl").write_text(json.dumps(facts) + "\n")
    sets = Sets(tmp_path, random.Random(0))
    assert [(g.query, g.passages, g.labels) for g in sets.scone()] == [
        ("A dog moves.", ("A dog runs.",), (SAME,))
    ]
    assert next(iter(sets.cad())).labels == (SAME,)
    assert not list(tmp_path.glob("*test*"))


def test_a_missing_set_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no training set .*cannot_wikifactcheck.jsonl"):
        Sets(tmp_path, random.Random(0))


def written_files() -> list[Path]:
    return sorted(TRAINING.glob("written*/*.yaml"))


@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize("language", ["en", "es"])
def test_written_groups_are_whole_and_labelled(language: str, second: bool) -> None:
    groups = list(Written(language, random.Random(1), second=second).groups(rankings=2, pairs=2))
    assert {SAME, UNRELATED, OPPOSITE} == {label for group in groups for label in group.labels}
    for group in groups:
        assert len(group.passages) == len(group.labels) == len(set(group.passages))
        assert group.query not in group.passages
        for text in (group.query, *group.passages):
            assert not re.search(r"[{}]", text), text


def test_a_question_is_ranked_over_its_own_passage_the_opposite_and_a_stranger() -> None:
    ranked = [g for g in Written("en", random.Random(1)).groups(rankings=3, pairs=0) if g.ranked]
    assert {group.labels[:2] for group in ranked} == {(SAME, OPPOSITE)}
    assert {1, 2, 3, 4, 5} >= {len(g.passages) for g in ranked} >= {2, 3}


def test_items_that_are_held_out_are_not_trained_on() -> None:
    trained = {
        text
        for second in (False, True)
        for g in Written("en", random.Random(1), second=second).groups(40, 99)
        for text in (g.query, *g.passages)
    }
    held_out = {g.query for g in Written("en", random.Random(1), held_out=True).groups(3, 3)}
    # Two writers may hit on the same short sentence.
    assert len(held_out & trained) < 0.01 * len(held_out)


def test_written_topics_are_not_those_of_the_evaluation() -> None:
    for path in written_files():
        found = re.findall(
            r".*\b(?:dental|insurance|premium plan|warranty|air fare|gym)\b.*", path.read_text("utf-8")
        )
        assert not found, (path.name, found)


def test_no_written_sentence_is_nearly_one_of_the_evaluation() -> None:
    def words(text: str) -> frozenset[str]:
        return frozenset(re.findall(r"\w+", text.replace("{S}", "").casefold()))

    evaluated = {
        words(value)
        for suite in ("policy", "cache", "dedup", "scope")
        for item in built_in(suite).content
        for value in asdict(item).values()
        if isinstance(value, str) and len(value.split()) > 3
    }
    holding: dict[str, set[frozenset[str]]] = defaultdict(set)
    for other in evaluated:
        for word in other:
            holding[word].add(other)
    near = []
    for path in written_files():
        for item in yaml.safe_load(path.read_text("utf-8")):
            texts = {
                text for value in item.values() for text in (value if isinstance(value, list) else [value])
            }
            for own in filter(lambda own: len(own) > 3, map(words, texts)):
                # Whatever shares three words of four shares one of any quarter and one more: the rarest are asked.
                rarest = sorted(own, key=lambda word: (len(holding.get(word, ())), word))[: len(own) // 4 + 1]
                near += [
                    (path.name, sorted(own))
                    for other in {each for word in rarest for each in holding.get(word, ())}
                    if len(own & other) >= 0.75 * len(own | other)
                ]
    assert near == []
