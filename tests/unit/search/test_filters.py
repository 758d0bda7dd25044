"""What users write on the command line."""

from __future__ import annotations

import pytest

from esneg.errors import UsageError
from esneg.search.filters import parse_filter, parse_weights


def test_a_filter_is_one_query_as_json() -> None:
    assert parse_filter('{"term": {"domain": "home"}}') == {"term": {"domain": "home"}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{domain: home}", "the filter is not JSON"),
        ("[]", "the filter is not one query"),
        ("{}", "the filter is not one query"),
        ('{"term": {}, "range": {}}', "the filter is not one query"),
        ('{"term": "home"}', "the filter is not one query"),
    ],
)
def test_anything_else_is_an_error_with_an_example(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        parse_filter(text)
    assert '{"term": {"domain": "home"}}' in caught.value.remedy


def test_weights_are_numbers_between_commas() -> None:
    assert parse_weights("2, 0.5") == (2.0, 0.5)
    with pytest.raises(UsageError, match="weights are numbers between commas"):
        parse_weights("2;1")
