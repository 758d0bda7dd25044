"""The built-in data: valid, as large as the cards say, without repeats, and nowhere else in the repository."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from esneg.evaluation.data import built_in, checksum
from esneg.evaluation.items import ITEM_TYPES
from esneg.negation import load

ROOT = Path(__file__).parents[3]
DATASETS = ROOT / "esneg" / "evaluation" / "datasets"
SUITES = sorted(ITEM_TYPES)
_TEXT_FIELDS = {
    "policy": ("passage", "opposite_passage", "question", "rewording", "opposite_question"),
    "cache": ("second",),  # the first question of a group stands in each of its pairs
    "dedup": ("fact", "rewording", "contradiction"),
    "distractors": ("distractor",),
    "scope": ("first", "second", "first_query", "second_query", "ambiguous", "text"),
}


def items(suite: str) -> list[Any]:
    return list(built_in(suite).content)  # type: ignore[arg-type]


def texts(suite: str) -> Iterator[str]:
    for item in items(suite):
        yield from filter(None, (asdict(item)[field] for field in _TEXT_FIELDS[suite]))


def words(text: str) -> list[str]:
    return re.findall(r"\w+(?:['’]\w+)*", text.lower())


@pytest.mark.parametrize("suite", SUITES)
def test_each_suite_has_data_a_schema_and_a_card(suite: str) -> None:
    assert len(built_in(suite)) > 0
    assert (DATASETS / "schemas" / f"{suite}.json").is_file()
    card = (DATASETS / f"{suite}.md").read_text("utf-8")
    assert "**How written.**" in card
    assert "**Limits.**" in card


@pytest.mark.parametrize("suite", SUITES)
def test_no_text_stands_twice(suite: str) -> None:
    counted = Counter(" ".join(words(text)) for text in texts(suite))
    assert [text for text, count in counted.items() if count > 1] == []


@pytest.mark.parametrize("suite", SUITES)
def test_texts_have_no_stray_white_space(suite: str) -> None:
    assert [text for text in texts(suite) if text != " ".join(text.split())] == []


def test_no_text_stands_in_two_suites() -> None:
    counted = Counter(text for suite in SUITES for text in {" ".join(words(each)) for each in texts(suite)})
    assert [text for text, count in counted.items() if count > 1] == []


def test_policy_has_its_size_and_domains() -> None:
    found = items("policy")
    assert len(found) >= 60
    assert len({item.domain for item in found}) == 12
    assert min(Counter(item.domain for item in found).values()) >= 5
    assert sum(item.cue is False for item in found) >= 20


def test_policy_negates_with_a_cue_word_where_it_says_so_and_only_there() -> None:
    english = load("en")
    cues = {*english.all_cues, *english.contractions}

    def negates(text: str) -> bool:
        return bool(cues & {part for word in words(text) for part in (word, *word.split("-"))})

    for item in items("policy"):
        assert not negates(item.passage), item.id
        assert not negates(item.question), item.id
        assert negates(item.opposite_passage) is item.cue, item.id
        assert negates(item.opposite_question) is item.cue, item.id


def test_both_policy_passages_share_equally_many_words_with_the_question() -> None:
    """But for the cue: else a search could be right, or wrong, for another reason than negation."""
    english = load("en")
    dull = {
        *english.all_cues,
        "a",
        "an",
        "the",
        "of",
        "to",
        "for",
        "in",
        "on",
        "at",
        "with",
        "by",
        "and",
        "or",
    }
    dull |= {"as", "that", "this", "it", "is", "are", "do", "does"}

    def shared(item: Any, passage: str) -> int:
        question = {word.rstrip("s") for word in words(item.question)} - dull
        return len(question & {word.rstrip("s") for word in words(passage)})

    gaps = [shared(i, i.passage) - shared(i, i.opposite_passage) for i in items("policy") if i.cue]
    assert abs(sum(gaps) / len(gaps)) < 0.5
    assert sum(gap == 0 for gap in gaps) > len(gaps) * 0.7


def test_policy_questions_do_not_name_the_entity() -> None:
    """Else the name, and not the fact, would lead to the passage."""
    for item in items("policy"):
        shared = set(words(item.passage)) ^ set(words(item.opposite_passage))
        names = {word for word in re.findall(r"(?<!^)\b[A-Z]\w+", item.passage) if word.lower() in shared}
        assert not names & set(re.findall(r"\b[A-Z]\w+", item.question)), item.id


def test_cache_has_every_kind_in_each_language() -> None:
    counted = Counter((item.language, item.kind) for item in items("cache"))
    for language in ("en", "es"):
        assert {kind: counted[language, kind] for kind in ("rewording", "opposite", "entity", "time")} == {
            "rewording": 42, "opposite": 42, "entity": 42, "time": 42
        }  # fmt: skip
        assert counted[language, "negative_interrogative"] == 28
        assert sum(count for (found, _), count in counted.items() if found == language) >= 60


def test_a_cache_group_has_one_first_question_and_one_language() -> None:
    groups: dict[str, set[tuple[str, str]]] = {}
    for item in items("cache"):
        groups.setdefault(item.group, set()).add((item.first, item.language))
    assert {len(found) for found in groups.values()} == {1}


def test_distractors_come_in_seven_types_and_three_styles() -> None:
    found = items("distractors")
    counted = Counter(item.type for item in found)
    assert set(counted) == {"entity", "negation", "relation", "time", "topic", "partial", "strength"}
    assert min(counted.values()) >= 40
    assert {tuple(item.queries) for item in found} == {("question", "keywords", "request")}


def test_scope_has_its_sizes_and_readings() -> None:
    found = items("scope")
    counted = Counter(item.kind for item in found)
    assert counted["propositional"] >= 20
    assert counted["quantifier_swap"] >= 15
    assert counted["negation_quantifier"] >= 10
    assert counted["distractor"] >= 40
    assert all(item.ambiguous for item in found if item.kind == "negation_quantifier")


def test_the_data_is_in_no_other_file_of_the_repository() -> None:
    """Models are trained and rules are written elsewhere; they must not have seen what they are measured on."""
    held_back = {
        " ".join(words(text)): suite for suite in SUITES for text in texts(suite) if len(words(text)) > 5
    }
    found = []
    for folder in ("esneg", "scripts", "benchmarks"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".py", ".json", ".jsonl", ".yaml", ".txt", ".csv", ".tsv"):
                continue
            if DATASETS in path.parents:
                continue
            content = " ".join(words(path.read_text("utf-8")))
            found += [(path.name, text) for text in held_back if text in content]
    assert found == []


def test_a_checksum_changes_with_the_content(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one")
    before = checksum(tmp_path), checksum(tmp_path / "a")
    (tmp_path / "a").write_text("two")
    assert before[0] != checksum(tmp_path)
    assert before[1] != checksum(tmp_path / "a")
