import inspect
import re

from esneg.audit import rules
from esneg.audit.rules import all_rules


def test_every_rule_has_an_id_of_its_own_that_its_file_is_named_after() -> None:
    ids = [rule.id for rule in all_rules()]
    assert ids == sorted(set(ids))
    for rule in all_rules():
        module = inspect.getmodule(rule.field or rule.index or rule.definition or rule.cluster)
        assert module is not None
        assert re.fullmatch(rf"{rules.__name__}\.{rule.id.lower()}_\w+", module.__name__)


def test_every_rule_documents_the_anti_pattern_and_the_better_form() -> None:
    for rule in all_rules():
        documented = (
            inspect.getdoc(inspect.getmodule(rule.field or rule.index or rule.definition or rule.cluster))
            or ""
        )
        assert "**Anti-pattern.**" in documented
        assert "**Better.**" in documented


def test_every_rule_looks_at_one_thing() -> None:
    for rule in all_rules():
        assert [rule.field, rule.index, rule.definition, rule.cluster].count(None) == 3, rule.id
