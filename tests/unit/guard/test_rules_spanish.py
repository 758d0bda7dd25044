"""Every class of the guard's rules, in Spanish; no model takes part."""

import pytest

from esneg.guard import PolarityGuard
from esneg.guard.verdict import Verdict

GUARD = PolarityGuard(None)


def check(a: str, b: str) -> Verdict:
    return GUARD.check(a, b, language="es")


@pytest.mark.parametrize(
    ("a", "b", "rule"),
    [
        ("¿Qué museo no abre los lunes?", "¿Qué museo abre los lunes?", "negation"),
        ("El parque no permite hogueras.", "El parque permite hogueras.", "negation"),
        ("una habitación sin balcón", "una habitación con balcón", "negation"),
        ("El tranvía nunca para aquí.", "El tranvía para aquí.", "negation"),
        ("La sala carece de ascensor.", "La sala tiene ascensor.", "negation"),
        ("¿Está prohibida la pesca?", "¿Está permitida la pesca?", "antonym"),
        ("¿Está excluido el desayuno?", "¿Está incluido el desayuno?", "antonym"),
        ("¿Cómo puedo activar la alarma?", "¿Cómo puedo desactivar la alarma?", "antonym"),
        ("¿Cuál es el puente más largo?", "¿Cuál es el puente más corto?", "antonym"),
    ],
)
def test_opposites(a: str, b: str, rule: str) -> None:
    for verdict in (check(a, b), check(b, a)):
        assert (verdict.outcome, verdict.decided_by) == ("opposite", "rules")
        assert verdict.evidence[0].rule == rule


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("¿Está abierto el museo?", "está abierto el museo"),
        ("¿No está abierto el museo?", "¿Está abierto el museo?"),
        ("Está abierto el museo, ¿verdad?", "¿Está abierto el museo?"),
        ("¿Es cierto que está abierto el museo?", "¿Está abierto el museo?"),
        ("¿Acaso está abierto el museo?", "¿Está abierto el museo?"),
        ("El préstamo dura 1 hora.", "El préstamo dura 60 minutos."),
    ],
)
def test_the_same_in_other_clothes(a: str, b: str) -> None:
    for verdict in (check(a, b), check(b, a)):
        assert (verdict.outcome, verdict.decided_by, verdict.safe) == ("same", "rules", True)


@pytest.mark.parametrize(
    ("a", "b", "rule"),
    [
        ("¿Puedo devolverlo en 30 días?", "¿Puedo devolverlo en 60 días?", "number"),
        ("¿Es gratis para dos niños?", "¿Es gratis para tres niños?", "number"),
        ("¿Abre el refugio el lunes?", "¿Abre el refugio el domingo?", "date"),
        ("¿Abre el refugio?", "¿Abre el refugio en invierno?", "date"),
        ("¿Cuesta más en Sevilla?", "¿Cuesta más en Granada?", "name"),
        ("trenes desde Vigo hasta Lugo", "trenes desde Lugo hasta Vigo", "role"),
        ("¿Cuándo abre el refugio?", "¿Dónde abre el refugio?", "asked"),
        ("¿Dónde puedo comprar monedas?", "¿Dónde puedo vender monedas?", "antonym"),
    ],
)
def test_other_matters(a: str, b: str, rule: str) -> None:
    for verdict in (check(a, b), check(b, a)):
        assert (verdict.outcome, verdict.decided_by) == ("different", "rules")
        assert verdict.evidence[0].rule == rule


def test_not_only_and_double_negation_are_no_opposites() -> None:
    assert check("No solo abre el parque.", "No solo abre el parque").outcome == "same"
    for a, b in [
        ("No solo abre el museo sino también el parque.", "Abren el museo y el parque."),
        ("No es imposible.", "Es posible."),
    ]:
        assert check(a, b).outcome != "opposite"


def test_what_rules_cannot_know_stays_open() -> None:
    verdict = check("¿Qué pasa si pierdo el tranvía?", "¿Qué ocurre cuando se me escapa el tranvía?")
    assert (verdict.outcome, verdict.decided_by) == ("unsure", "nothing")
