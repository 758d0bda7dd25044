from __future__ import annotations

from typing import Any

import pytest

from esneg.errors import UsageError
from esneg.search.index_fields import IndexFields
from esneg.search.polarity import polarity_leg


def text(code: str) -> dict[str, Any]:
    return {"type": "text", "fields": {"polarity": {"type": "text", "analyzer": f"esneg_{code}_polarity"}}}


def index(**properties: dict[str, Any]) -> IndexFields:
    return IndexFields("policies", {"policies": {"properties": properties}})


def test_the_field_and_its_language_are_found_by_the_analyzer() -> None:
    leg = polarity_leg(index(title={"type": "keyword"}, body=text("es")))
    assert [(f.path, f.language) for f in leg.fields] == [("body.polarity", "es")]


def test_text_fields_choose_and_weigh() -> None:
    leg = polarity_leg(index(title=text("en"), body=text("en"), notes=text("en")), ["title^2", "body"])
    assert [(f.path, f.boost) for f in leg.fields] == [("title.polarity", 2.0), ("body.polarity", 1.0)]
    query: Any = leg.query("Is it free?", None, 10)
    assert len(query.query["dis_max"]["queries"]) == 2


def test_one_field_is_asked_without_a_wrapper() -> None:
    query: Any = polarity_leg(index(body=text("en"))).query("no fee", None, 10)
    assert "function_score" in query.query


def test_an_index_without_the_analysis_is_named_with_the_way_out() -> None:
    with pytest.raises(UsageError, match="policies has no field with esneg's polarity analysis") as caught:
        polarity_leg(index(body={"type": "text"}))
    assert "esneg templates apply" in caught.value.remedy
