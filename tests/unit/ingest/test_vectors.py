from __future__ import annotations

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esneg.ingest.fields import Unusable
from esneg.ingest.vectors import with_vector

FLOAT32 = st.floats(width=32, allow_nan=False, allow_infinity=False)


def float32(number: float) -> float:
    (found,) = struct.unpack("f", struct.pack("f", number))
    return float(found)


@given(vector=st.lists(FLOAT32, min_size=1, max_size=5))
def test_every_float32_comes_back_exactly(vector: list[float]) -> None:
    found = json.loads(with_vector('{"text":"t"}', "vector", vector))
    assert found["text"] == "t"
    assert [float32(number) for number in found["vector"]] == vector


def test_an_empty_document_gets_its_vector_too() -> None:
    assert json.loads(with_vector("{}", "a.b", [1.0])) == {"a.b": [1.0]}


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_number_makes_the_document_unusable(number: float) -> None:
    with pytest.raises(Unusable, match="NaN or infinite"):
        with_vector("{}", "vector", [0.5, number])
