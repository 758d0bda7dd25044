"""Cache and dedup on similarities that a test chooses, with answers computed by hand."""

from __future__ import annotations

import pytest
from fakes.encoders import TableEncoder, at

from esneg.errors import UsageError
from esneg.evaluation.data import Dataset
from esneg.evaluation.items import CacheItem, DedupItem, Item
from esneg.evaluation.model import Figure, Row, SuiteResult
from esneg.evaluation.suites import suite
from esneg.evaluation.suites.base import Context, Named
from esneg.evaluation.suites.overlap import matched, overlap
from esneg.evaluation.suites.pairs import left_out

# Four questions; similarity to the question of its rewording and of its opposite. In group c the opposite is nearer,
# in group d as near.
SIMILARITY = {"a": (0.96, 0.91), "b": (0.80, 0.70), "c": (0.60, 0.94), "d": (0.90, 0.90)}


def dataset(items: list[Item]) -> Dataset:
    return Dataset(items[0].suite, "test", "jsonl", "0", items)


def cache_items() -> list[Item]:
    items: list[Item] = []
    for group in SIMILARITY:
        for kind in ("rewording", "opposite"):
            items.append(CacheItem(f"{group}-{kind}", group, "en", kind, f"{group}?", f"{group} {kind}?"))
    items.append(CacheItem("a-neg", "a", "en", "negative_interrogative", "a?", "not a?"))
    items.append(CacheItem("a-time", "a", "en", "time", "a?", "a then?"))
    return items


def cache_encoder(similarity: dict[str, tuple[float, float]] = SIMILARITY) -> TableEncoder:
    vectors = {"not a?": at(0.99), "a then?": at(0.5)}
    for group, (rewording, opposite) in similarity.items():
        vectors |= {
            f"{group}?": [1.0, 0.0],
            f"{group} rewording?": at(rewording),
            f"{group} opposite?": at(opposite),
        }
    return TableEncoder(vectors)


def measured(*encoders: TableEncoder) -> SuiteResult:
    named = [Named(f"e{number}", encoder) for number, encoder in enumerate(encoders, start=1)]
    return suite("cache").measure(dataset(cache_items()), Context(named))


def row(result: SuiteResult, table: str, **labels: str) -> Row:
    rows = next(each for each in result.tables if each.name == table).rows
    (found,) = [each for each in rows if labels.items() <= each.labels.items()]
    return found


def figure(found: Row, name: str) -> Figure:
    value = found.figure(name)
    assert value is not None, [each.name for each in found.figures]
    return value


def test_cache_says_how_similar_each_kind_is_and_what_is_served() -> None:
    result = measured(cache_encoder())
    rewording, opposite = (row(result, "kinds", kind=kind) for kind in ("rewording", "opposite"))
    assert figure(rewording, "similarity").value == pytest.approx((0.96 + 0.80 + 0.60 + 0.90) / 4)
    assert figure(opposite, "similarity").value == pytest.approx((0.91 + 0.70 + 0.94 + 0.90) / 4)
    # At 0.92 the cache serves a's rewording (right) and c's opposite (wrong).
    assert figure(rewording, "at 0.92").value == figure(opposite, "at 0.92").value == 1 / 4
    assert figure(opposite, "at 0.95").value == 0
    assert figure(opposite, "at 0.92").n == 4


def test_cache_separates_rewordings_from_opposites_by_hand() -> None:
    found = row(measured(cache_encoder()), "separation", subset="all")
    # Of the 16 pairs the rewording is above in: a 4, b 1 (0.70), c 0, d 1 (0.70) and half of d's own.
    assert figure(found, "AUROC").value == pytest.approx(6.5 / 16)
    assert figure(found, "opposite nearer").value == 2 / 4
    assert figure(found, "margin").value == pytest.approx((0.05 + 0.10 - 0.34 + 0.0) / 4)
    # Keeping 95 % of four is keeping four: from 0.60 on, with all four opposites.
    assert figure(found, "threshold keeping 95 %").value == pytest.approx(0.60)
    assert figure(found, "served wrongly there").value == 1
    # At 0.96 one rewording is served and nothing else: three errors of eight; no cut has fewer.
    assert figure(found, "threshold with fewest errors").value == pytest.approx(0.96)
    assert figure(found, "errors there").value == 3 / 8
    # 70 labelings of four and four, all counted.
    assert figure(found, "p").text.endswith("(exact)")
    assert figure(found, "p").value == pytest.approx(round((figure(found, "p").value or 0) * 70) / 70)


def test_cache_takes_a_negative_interrogative_for_the_same_question() -> None:
    found = row(measured(cache_encoder()), "separation", subset="same answer or not")
    # The negative interrogative (0.99) is above all five others; "a then?" (0.5) is below all four rewordings.
    assert figure(found, "AUROC").value == pytest.approx((6.5 + 5 + 4) / 25)


def test_cache_says_when_the_best_threshold_decides_nothing() -> None:
    hopeless = dict.fromkeys(SIMILARITY, (0.3, 0.8))
    result = measured(cache_encoder(hopeless))
    assert result.notes == ("e1, en: the threshold with fewest errors is degenerate: it refuses every pair",)
    assert (
        figure(row(result, "separation", subset="all"), "threshold with fewest errors").text == "refuse all"
    )
    perfect = dict.fromkeys(SIMILARITY, (0.8, 0.3))
    assert measured(cache_encoder(perfect)).notes == ()


def test_cache_compares_encoders_on_the_same_questions() -> None:
    better = dict.fromkeys(SIMILARITY, (0.8, 0.3))
    (found,) = measured(cache_encoder(), cache_encoder(better)).comparisons
    assert (found.first, found.second, found.n, found.exact) == ("e1", "e2", 4, True)
    # The opposite is nearer in c and d under the first, in none under the second: 2 of 4 sign patterns are as wide.
    assert (found.difference, found.p) == (0.5, 0.5)


def test_cache_outcomes_and_worst_items_are_the_groups_that_went_wrong() -> None:
    result = measured(cache_encoder())
    assert {each.item: each.value for each in result.outcomes} == {"a": 0, "b": 0, "c": 1, "d": 1}
    assert [each.item for each in result.worst] == ["c", "d"]
    assert result.worst[0].texts == {"question": "c?", "rewording": "c rewording?", "opposite": "c opposite?"}
    assert list(result.worst[0].scores.values()) == ["0.600", "0.940"]


def test_cache_without_opposites_is_refused() -> None:
    items: list[Item] = [CacheItem("x", "x", "en", "rewording", "a?", "a rewording?")]
    with pytest.raises(UsageError, match="only rewording"):
        suite("cache").measure(dataset(items), Context([Named("e", cache_encoder())]))


def test_a_threshold_that_hangs_on_one_pair_is_fragile() -> None:
    # Without 0.8 the cut is 0.9, which refuses 0.8; leaving out any other pair leaves the cut at 0.8, rightly.
    errors, moves = left_out([0.9, 0.8], [0.5, 0.4])
    assert (errors.value, errors.n) == (1 / 4, 4)
    assert moves.value == pytest.approx(0.1)


def test_overlap_is_jaccards_index_of_the_words() -> None:
    assert overlap("Is it covered?", "is it not covered") == 3 / 4
    assert overlap("a", "b") == 0


def test_pairs_are_matched_by_overlap_each_once_and_within_the_caliper() -> None:
    assert matched([0.5, 0.8, 0.1], [0.78, 0.52, 0.53]) == [(0, 1), (1, 0)]
    assert matched([], [0.5]) == []


def test_dedup_by_hand() -> None:
    similarity = {"a": (0.9, 0.8), "b": (0.7, 0.75)}
    items: list[Item] = [DedupItem(key, f"{key}.", f"{key} again.", f"not {key}.") for key in similarity]
    vectors = {}
    for key, (rewording, contradiction) in similarity.items():
        vectors |= {
            f"{key}.": [1.0, 0.0], f"{key} again.": at(rewording), f"not {key}.": at(contradiction)
        }  # fmt: skip
    encoder = TableEncoder({"": [0.0, 0.0]}, vectors)
    result = suite("dedup").measure(dataset(items), Context([Named("e", encoder)]))
    found = row(result, "separation")
    # 0.9 is above both contradictions, 0.7 above none.
    assert figure(found, "AUROC").value == 2 / 4
    assert figure(found, "contradiction nearer").value == 1 / 2
    assert figure(found, "margin").value == pytest.approx((0.1 - 0.05) / 2)
    assert figure(found, "threshold keeping 95 %").value == pytest.approx(0.7)
    assert figure(found, "merged wrongly there").value == 1
    assert [each.item for each in result.worst] == ["b"]
