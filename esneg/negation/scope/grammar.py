"""What scope detection knows about one language beyond its cues: data, one file a language in ``data/``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from esneg.negation import data_file

_DATA = files("esneg.negation.scope") / "data"

NegativeQuestions = Literal["none", "contracted", "initial", "verb_first", "inversion"]


@dataclass(frozen=True)
class Grammar:
    """One language's rules. Everything is in lower case; a language without a file has the defaults.

    Attributes:
        borders: words that begin another main clause, where a scope ends ("but").
        subordinators: words that begin an adverbial clause, where a scope ends too ("if", "when").
        coordinators: words that go on with what came before, or begin a clause when one of ``clause_openers`` or
            ``auxiliaries`` follows ("and").
        auxiliaries: finite auxiliaries: they end a relative clause and a noun phrase.
        interrogatives: question words; the phrase that one begins is what is asked for, and outside the scope.
        relatives: pronouns that begin a relative clause.
        clause_openers: words, pronouns mostly, that begin a clause behind a comma or a coordinator.
        prepositions: those that end the noun phrase of "without" and of exclusions.
        verbs: common finite verbs of questions: they end the phrase that is asked for ("Which plan | covers") and,
            when more follows, the noun phrase of "without".
        function_words: words that carry no content of their own.
        exclusions: phrases that take something out of a set ("other than").
        negatives: words that deny, beside the language's lexical negatives ("refrain").
        quantifiers: negative phrases of several words ("none of").
        affirmed: phrases that hold a cue and negate nothing, beside the language's pseudo-negations.
        negating: pseudo-negations of the language's data that do negate in a sentence ("por qué no").
        dependent: cues that negate only near a cue of kind "clausal" or a clitic (French "plus" with "ne").
        only_with: words that turn a clausal cue, no other in reach, into "only" (French "ne ... que").
        unmarked: cues and lexical negatives too ambiguous for a marker in an index (French "plus": more, no more).
        affixal: word with a negative affix to the word that it denies ("unpaid" to "paid").
        concord: several cues in one clause are one negation ("no viene nadie").
        clause_wide: what stands before the cue is in its scope as a rule ("deckt Implantate nicht ab").
        negative_questions: the form of a question that is negative in form only ("Isn't it covered?").
    """

    borders: frozenset[str] = frozenset()
    subordinators: frozenset[str] = frozenset()
    coordinators: frozenset[str] = frozenset()
    auxiliaries: frozenset[str] = frozenset()
    interrogatives: frozenset[str] = frozenset()
    relatives: frozenset[str] = frozenset()
    clause_openers: frozenset[str] = frozenset()
    prepositions: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()
    function_words: frozenset[str] = frozenset()
    exclusions: tuple[str, ...] = ()
    negatives: frozenset[str] = frozenset()
    quantifiers: tuple[str, ...] = ()
    affirmed: tuple[str, ...] = ()
    negating: frozenset[str] = frozenset()
    dependent: frozenset[str] = frozenset()
    only_with: frozenset[str] = frozenset()
    unmarked: frozenset[str] = frozenset()
    affixal: Mapping[str, str] = field(default_factory=dict)
    concord: bool = False
    clause_wide: bool = False
    negative_questions: NegativeQuestions = "none"


_SETS = (
    "borders",
    "subordinators",
    "coordinators",
    "auxiliaries",
    "interrogatives",
    "relatives",
    "clause_openers",
    "prepositions",
    "verbs",
    "function_words",
    "negating",
    "negatives",
    "dependent",
    "only_with",
    "unmarked",
)
_PHRASES = ("exclusions", "quantifiers", "affirmed")


@cache
def grammar(code: str) -> Grammar:
    """The rules of a language, the defaults where it has no file of its own."""
    path = _DATA / f"{code}.yaml"
    if not path.is_file():
        return Grammar()
    raw = data_file.read(path.read_text("utf-8"))
    values: dict[str, Any] = {name: frozenset(_words(raw.get(name))) for name in _SETS}
    values.update((name, _words(raw.get(name))) for name in _PHRASES)
    return Grammar(
        **values,
        affixal=_affixal(raw.get("affixal", {})),
        concord=raw.get("concord") == "yes",
        clause_wide=raw.get("clause_wide") == "yes",
        negative_questions=raw.get("negative_questions", "none"),
    )


def _words(raw: Any) -> tuple[str, ...]:
    """A list of phrases, or one text of single words."""
    return tuple(raw.split()) if isinstance(raw, str) else tuple(raw or ())


def _affixal(raw: Mapping[str, str]) -> dict[str, str]:
    """``un-: paid able`` makes unpaid and unable, ``-less: use`` useless."""
    return {
        affix[:-1] + base if affix.endswith("-") else base + affix[1:]: base
        for affix, bases in raw.items()
        for base in bases.split()
    }
