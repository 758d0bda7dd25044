"""A rule's own docstring as its documentation: in docs/rules.md (scripts/rule-docs) and in reports."""

from __future__ import annotations

import inspect
import re
from functools import cache

from esneg.audit.basis_model import RuleInfo
from esneg.audit.rules.base import Rule

_CODE_BLOCK = re.compile(r"::\n\n((?:    .*\n?)+)")


@cache
def rule_info(rule: Rule) -> RuleInfo:
    """The rule for reports: what goes wrong in one sentence, and the explanation as Markdown."""
    summary, _, body = _docstring(rule).partition("\n")
    return RuleInfo(rule.id, rule.name, rule.severity, summary, _markdown(body).strip())


def section(rule: Rule) -> str:
    """The rule's section of docs/rules.md."""
    info = rule_info(rule)
    return f"## {info.id} {info.name} ({info.severity})\n\n{info.summary}\n\n{info.explanation}\n"


def _docstring(rule: Rule) -> str:
    check = rule.field or rule.index or rule.definition or rule.cluster
    return inspect.getdoc(inspect.getmodule(check)) or ""


def _markdown(body: str) -> str:
    # The docstrings are reStructuredText of the simplest kind: literals and code blocks.
    plain = body.replace("``", "`") + "\n"
    return _CODE_BLOCK.sub(lambda found: f":\n\n```json\n{inspect.cleandoc(found[1])}\n```\n", plain)
