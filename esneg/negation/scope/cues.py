"""Finds the cues in a sentence: the longest phrase that fits wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from esneg.negation.registry import load
from esneg.negation.scope.grammar import Grammar, grammar
from esneg.negation.scope.words import Word, split

_COMPANY = 6
"""How many words a dependent cue may stand from the cue that it needs."""

_LEANING = ("clausal", "clitic")


class Cue(NamedTuple):
    """One cue.

    Attributes:
        kind: a kind of `Language.cues`, "clitic", "lexical", "affixal", "exclusion", or "pseudo".
        first: the number of its first word.
        end: the number of the word behind its last.
    """

    kind: str
    first: int
    end: int


def find(words: Sequence[Word], code: str) -> list[Cue]:
    """The cues of a sentence, in order, none inside another; pseudo-negations are among them.

    Args:
        words: the sentence.
        code: its language.
    """
    phrases = _phrases(code)
    cues: list[Cue] = []
    at = 0
    while at < len(words):
        for phrase, kind in phrases.get(words[at].text, ()):
            if _stands(phrase, words, at):
                cues.append(Cue(kind, at, at + len(phrase)))
                at += len(phrase)
                break
        else:
            at += 1
    rules = grammar(code)
    return _with_company(cues, words, rules) if rules.dependent and cues else cues


@cache
def _phrases(code: str) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """First word to the phrases that begin with it, longest first. Of two kinds the one named first counts."""
    language, rules = load(code), grammar(code)
    kinds: dict[tuple[str, ...], str] = {}

    def add(phrases: Iterable[str], kind: str) -> None:
        for phrase in phrases:
            kinds.setdefault(tuple(word.text for word in split(phrase, language)), kind)

    add(rules.affirmed, "pseudo")
    add(rules.exclusions, "exclusion")
    add(rules.quantifiers, "quantifier")
    add((phrase for phrase in language.pseudo_negations if phrase not in rules.negating), "pseudo")
    for kind, cues in language.cues.items():
        add(cues, kind)
    add(language.clitics, "clitic")
    add(rules.affixal, "affixal")
    add(language.lexical_negatives, "lexical")
    add(rules.negatives, "lexical")
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for words, kind in sorted(kinds.items(), key=lambda item: -len(item[0])):
        if words:
            found.setdefault(words[0], []).append((words, kind))
    return found


def _stands(phrase: tuple[str, ...], words: Sequence[Word], at: int) -> bool:
    if at + len(phrase) > len(words):
        return False
    return all(
        words[at + step].text == part and (not step or words[at + step].before not in (".", ","))
        for step, part in enumerate(phrase)
    )


def _with_company(cues: list[Cue], words: Sequence[Word], rules: Grammar) -> list[Cue]:
    """Drops cues that need another and have none, and calls "ne ... que" (only) a pseudo-negation."""
    leaning = [cue for cue in cues if cue.kind in _LEANING]
    kept: list[Cue] = []
    for cue in cues:
        single = cue.end - cue.first == 1
        near = range(cue.first - _COMPANY, cue.end + _COMPANY)
        if single and words[cue.first].text in rules.dependent:
            if any(other.first in near for other in leaning):
                kept.append(cue)
        elif cue in leaning and not any(
            o is not cue and o.kind != "pseudo" and o.first in near for o in cues
        ):
            only = any(word.text in rules.only_with for word in words[cue.end : cue.end + _COMPANY])
            kept.append(cue._replace(kind="pseudo") if only else cue)
        else:
            kept.append(cue)
    return kept
