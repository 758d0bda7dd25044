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
        ("Nadie puede bañarse aquí.", "Todos pueden bañarse aquí.", "negation"),
        ("Nadie puede bañarse aquí.", "Alguien puede bañarse aquí.", "negation"),
        ("Ningún tren para aquí.", "El tren para aquí.", "negation"),
        ("No tengo ningún recibo.", "Tengo un recibo.", "negation"),
        ("No puede entrar nadie.", "Puede entrar cualquiera.", "negation"),
        ("Ni el museo ni el parque abren.", "El museo y el parque abren.", "negation"),
        ("No se admiten perros ni gatos.", "Se admiten perros y gatos.", "negation"),
        ("Tampoco abre el museo.", "También abre el museo.", "negation"),
        (
            "La visita cubre el castillo pero no la capilla.",
            "La visita cubre la capilla pero no el castillo.",
            "negation",
        ),
        ("No solo los perros pueden entrar.", "Los perros no pueden entrar.", "negation"),
        ("No es imposible bañarse.", "Es imposible bañarse.", "negation"),
        ("No hay habitación sin ventana.", "Hay una habitación sin ventana.", "negation"),
        ("¿El museo no abre los lunes?", "¿El museo abre los lunes?", "negation"),
        ("¿Por qué no abre el museo?", "¿Por qué abre el museo?", "negation"),
        ("¿Por qué no está abierto el museo?", "¿Está abierto el museo?", "negation"),
        ("La factura está impagada.", "La factura está pagada.", "antonym"),
        ("un recibo impagado", "un recibo pagado", "antonym"),
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
        ("El plazo es de 12 meses.", "El plazo es de 1 año."),
        ("La dosis es de 500 mg.", "La dosis es de 0,5 g."),
        ("No es imposible.", "Es posible."),
        ("No está prohibido pescar.", "Está permitido pescar."),
        ("No está impagada la factura.", "La factura está pagada."),
        ("¿Por qué no está abierto el museo?", "¿Por qué está cerrado el museo?"),
        ("Nadie vino.", "No vino nadie."),
        ("No vino nadie.", "No vino ninguno."),
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
        ("La dosis es de 5 mg.", "La dosis es de 5 g.", "number"),
        ("La ruta tiene 5 km.", "La ruta tiene 5 m.", "number"),
        ("El plazo es de 6 meses.", "El plazo es de 12 meses.", "number"),
        ("¿Está abierto el 3 de mayo?", "¿Está abierto el 4 de mayo?", "number"),
        ("¿Cuánto costaba en 2024?", "¿Cuánto costaba en 2025?", "number"),
        ("¿Abre en mayo de 2024?", "¿Abre en mayo de 2025?", "number"),
        ("¿Abre en 2024?", "¿Abre?", "number"),
        ("El plazo acaba en mayo.", "El plazo acaba en junio.", "date"),
        ("¿Está abierto el 3 de mayo?", "¿Está abierto el 3 de junio?", "date"),
        ("¿Abre el refugio el lunes?", "¿Abre el refugio el domingo?", "date"),
        ("¿Abre el refugio?", "¿Abre el refugio en invierno?", "date"),
        ("¿Cuesta más en Sevilla?", "¿Cuesta más en Granada?", "name"),
        ("¿Cuesta más en Nueva York?", "¿Cuesta más en Nueva Jersey?", "name"),
        ("¿Cuesta más en Nueva York?", "¿Cuesta más en Buenos Aires?", "name"),
        ("¿Ganó María José Pérez?", "¿Ganó María José Gómez?", "name"),
        ("trenes desde Vigo hasta Lugo", "trenes desde Lugo hasta Vigo", "role"),
        ("¿Cuándo abre el refugio?", "¿Dónde abre el refugio?", "asked"),
        ("¿Dónde puedo comprar monedas?", "¿Dónde puedo vender monedas?", "antonym"),
    ],
)
def test_other_matters(a: str, b: str, rule: str) -> None:
    for verdict in (check(a, b), check(b, a)):
        assert (verdict.outcome, verdict.decided_by) == ("different", "rules")
        assert verdict.evidence[0].rule == rule


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("¿Qué pasa si pierdo el tranvía?", "¿Qué ocurre cuando se me escapa el tranvía?"),
        ("No solo abre el museo sino también el parque.", "Abren el museo y el parque."),
        ("No solo los perros pueden entrar.", "Los perros pueden entrar."),
        ("No solo los perros pueden entrar.", "Solo los perros pueden entrar."),
        ("La puerta nunca deja de cerrarse.", "La puerta se cierra."),
        ("Ningún museo abre.", "No abre ningún museo."),
        ("Los perros no entran ni salen.", "Los perros no entran."),
        ("Abre de 9 a 5", "Abre de 5 a 9"),
        ("¿Fue gratis la entrada?", "¿Es gratis la entrada?"),
        ("¿Es Buenos Aires más cara que San Juan?", "¿Es San Juan más cara que Buenos Aires?"),
    ],
)
def test_what_rules_cannot_know_stays_open(a: str, b: str) -> None:
    for verdict in (check(a, b), check(b, a)):
        assert (verdict.outcome, verdict.decided_by, verdict.safe) == ("unsure", "nothing", False)


def test_not_only_is_no_negation() -> None:
    assert check("No solo abre el parque.", "No solo abre el parque").outcome == "same"
