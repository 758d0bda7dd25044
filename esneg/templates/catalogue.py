"""The packaged templates, as a person picks from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from esneg.clusters.base import Engine
from esneg.errors import UsageError
from esneg.negation import load
from esneg.templates.model import Kind, Template
from esneg.templates.packaged import packaged

_COMMON = {
    "esneg-vector": "the vector field",
    "esneg-metadata": "what is known of a passage: source, date ...",
}

_HYBRID, _TEXT = "esneg-hybrid-", "esneg-text-"


@dataclass(frozen=True)
class Entry:
    """One packaged template.

    Attributes:
        name, kind: which it is.
        language: its language's code; "" for a template of every language.
        description: what it is, in a few words.
    """

    name: str
    kind: Kind
    language: str
    description: str


def catalogue(engine: Engine, languages: Sequence[str] = ()) -> list[Entry]:
    """The templates for an engine: those of each language, then the common ones.

    Args:
        languages: only those of these languages.

    Raises:
        UsageError: a language that there are no templates for.
    """
    entries = [_entry(template) for template in packaged(engine).values()]
    known = {entry.language for entry in entries}
    if unknown := [code for code in languages if code not in known]:
        raise UsageError(
            f"no templates for language {', '.join(unknown)}",
            remedy=f"use one of: {', '.join(sorted(known - {''}))}",
        )
    wanted = [entry for entry in entries if not languages or entry.language in languages]
    return sorted(wanted, key=lambda entry: (not entry.language, entry.language, entry.name))


def names_to_apply(names: Sequence[str], languages: Sequence[str]) -> list[str]:
    """The names that a user gave, directly or by a language's code.

    Raises:
        UsageError: none was given.
    """
    found = [*names, *(f"{_HYBRID}{code}" for code in languages)]
    if not found:
        raise UsageError(
            "which templates?",
            remedy="name them, or give a --language; `esneg templates list` shows them all",
        )
    return list(dict.fromkeys(found))


def _entry(template: Template) -> Entry:
    code = _code(template.name)
    language = code.partition("-")[0]
    if template.kind == "search_pipeline":
        return Entry(template.name, template.kind, "", str(template.body["description"]).partition(": ")[2])
    if not code:
        return Entry(template.name, template.kind, "", _COMMON[template.name])
    spoken = load(language).name + (" (Brazil)" if code.startswith("pt-br") else "")
    stop = ", the engine's stop list without the cues" if code.endswith("-compact") else ""
    what = (
        "analysis and text fields" if template.kind == "component_template" else "text, vector and metadata"
    )
    return Entry(template.name, template.kind, language, f"{spoken}: {what}{stop}")


def _code(name: str) -> str:
    for prefix in (_HYBRID, _TEXT):
        if name.startswith(prefix):
            return name.removeprefix(prefix)
    return ""
