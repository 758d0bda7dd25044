from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.ingest.fields import Fields, Unusable, content_id

DOCUMENT = {"id": 7, "title": "Plan", "text": "No implants.", "meta": {"author": "A", "page": 2}}


def source(fields: Fields, document: dict[str, object] = DOCUMENT) -> dict[str, object]:
    found: dict[str, object] = json.loads(fields.prepare(document, vector="vector").source)
    return found


def test_everything_is_kept_when_no_metadata_is_chosen() -> None:
    assert source(Fields()) == DOCUMENT


def test_only_the_chosen_fields_are_kept_in_their_places() -> None:
    fields = Fields(text=("title",), metadata=("meta.author", "absent", "absent.too"))
    assert source(fields) == {"title": "Plan", "meta": {"author": "A"}}


def test_the_passage_is_the_text_fields_in_their_order_a_line_each() -> None:
    fields = Fields(text=("title", "text", "absent", "meta.author"))
    assert fields.prepare(DOCUMENT, vector="vector").passage == "Plan\nNo implants.\nA"


def test_a_list_of_texts_is_a_line_each() -> None:
    assert Fields().prepare({"text": ["a", "b"]}, vector="vector").passage == "a\nb"


def test_the_id_is_the_value_of_its_field() -> None:
    assert Fields(id="id").prepare(DOCUMENT, vector=None).id == "7"
    assert Fields(id="meta.author").prepare(DOCUMENT, vector=None).id == "A"


def test_an_id_may_be_as_long_as_the_engines_take() -> None:
    assert Fields(id="id").prepare({"id": "ü" * 256}, vector=None).id == "ü" * 256


def test_an_id_field_called_like_the_engines_own_does_not_get_into_the_document() -> None:
    prepared = Fields(id="_id").prepare({"_id": "x", "text": "t"}, vector="vector")
    assert (prepared.id, json.loads(prepared.source)) == ("x", {"text": "t"})


@given(document=st.dictionaries(st.text(min_size=1), st.text() | st.integers(), min_size=1))
def test_an_id_made_from_content_depends_on_the_content_and_not_on_its_order(
    document: dict[str, object],
) -> None:
    backwards = dict(reversed(list(document.items())))
    assert content_id(document) == content_id(backwards)
    assert content_id(document) != content_id({**document, "one more": 1})
    assert len(content_id(document)) == 32


def test_an_id_made_from_content_is_the_documented_hash() -> None:
    # printf '{"a":"ü","b":1}' | sha256sum | cut -c1-32
    assert content_id({"b": 1, "a": "ü"}) == "4e7ff4080b1a00acdaf71eb0cdf2d504"


@pytest.mark.parametrize(
    ("fields", "document", "reason"),
    [
        (Fields(), {"body": "x"}, "there is no text in text"),
        (Fields(), {"text": " \n"}, "there is no text in text"),
        (Fields(), {"text": 5}, "the text field text holds 5, which is no text"),
        (Fields(id="id"), {"text": "t"}, "the id field id is missing"),
        (Fields(id="id"), {"text": "t", "id": True}, "the id field id is true"),
        (Fields(id="id"), {"text": "t", "id": ""}, 'the id field id is ""'),
        (Fields(id="id"), {"text": "t", "id": "ü" * 257}, "the id is longer than the 512 bytes"),
        (Fields(), {"text": "t", "score": float("nan")}, "a value cannot be written as JSON"),
        (Fields(), {"text": "\ud800"}, "half of a surrogate pair"),
        (Fields(), {"text": "t", "vector": [1]}, 'the record has a field "vector" of its own'),
    ],
)
def test_a_record_that_cannot_become_a_document_has_a_reason(
    fields: Fields, document: dict[str, object], reason: str
) -> None:
    with pytest.raises(Unusable) as raised:
        fields.prepare(document, vector="vector")
    assert reason in str(raised.value)


def test_without_vectors_no_text_is_needed_and_no_field_is_in_the_way() -> None:
    assert json.loads(Fields().prepare({"vector": [1]}, vector=None).source) == {"vector": [1]}
