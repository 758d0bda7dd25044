"""Indices and fields that lose the same are told once."""

from dataclasses import replace
from typing import Any

from fakes.findings import FINDING

from esneg.reports.families import families


def found(index: str, field: str, **values: Any) -> Any:
    return replace(FINDING, index=index, field=field, **values)


def test_indices_with_the_same_losses_are_one_family_and_fields_with_the_same_losses_one_row() -> None:
    (family,) = families([found(index, field) for index in ("a", "b") for field in ("x", "y")])
    assert family.names == ("a", "b")
    (row,) = family.rows
    assert row.fields == ("x", "y")
    assert row.losses == (("index", ("NEG001",)),)


def test_a_field_has_the_rules_of_each_side_and_its_gravest_severity() -> None:
    losses = [
        found("a", "x", rule="NEG007", side="search", severity="warning", analyzer="other"),
        found("a", "x", rule="NEG002", side="search"),
        found("a", "x"),
    ]
    ((row,),) = [family.rows for family in families(losses)]
    assert row.severity == "error"
    assert row.losses == (("search", ("NEG007", "NEG002")), ("index", ("NEG001",)))
    assert row.analyzers == ("other", "english")


def test_another_loss_is_another_family_and_the_graver_one_comes_first() -> None:
    told = families(
        [found("a", "x", severity="warning"), found("b", "x"), found("c", "x", subject="index template")]
    )
    assert [(family.subject, family.names) for family in told] == [
        ("index", ("b",)),
        ("index template", ("c",)),
        ("index", ("a",)),
    ]
