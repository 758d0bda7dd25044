"""Equal quantities are equal, however they are written."""

import pytest

from esneg.guard.lists import lists
from esneg.guard.quantities import Quantity, quantities
from esneg.polarity_model.words import plain, tokens


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("within 30 days", [("time", 2_592_000)]),
        ("a 30-day trial", [("time", 2_592_000)]),
        ("60 minutes", [("time", 3600)]),
        ("one hour or 1 h", [("time", 3600)]),
        ("twelve months", [("months", 12)]),
        ("1 year", [("months", 12)]),
        ("1,000 people", [("", 1000)]),
        ("1.000 people", [("", 1000)]),
        ("2.5 kg", [("mass", 2500)]),
        ("2,5 kg", [("mass", 2500)]),
        ("the 3rd of May", [("", 3)]),
        ("$40", [("dollar", 40)]),
        ("40 dollars", [("dollar", 40)]),
        ("50%", [("percent", 50)]),
        ("version v2 of the 3d model", []),
        ("0.125", [("", 0.125)]),
    ],
)
def test_english_quantities(text: str, found: list[Quantity]) -> None:
    assert list(quantities(tokens(plain(text)), lists("en"))[0]) == found


def test_versions_that_differ_in_one_part_differ() -> None:
    versions = {quantities([v], lists("en"))[0] for v in ("1.2.3", "1.2.4", "1.3.2", "2.1.3")}
    assert len(versions) == 4


def test_spanish_number_words() -> None:
    assert quantities(tokens(plain("veinte minutos")), lists("es"))[0] == (("time", 1200.0),)
