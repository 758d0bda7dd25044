"""How far a cue reaches: from its own place to the borders of its clause, or through its noun phrase."""

from __future__ import annotations

from collections.abc import Sequence

from esneg.negation.scope.cues import Cue
from esneg.negation.scope.grammar import Grammar
from esneg.negation.scope.words import Word

_NOUN_PHRASE = ("preposition", "exclusion")
_TAKES_CLAUSE = (*_NOUN_PHRASE, "conjunction")
"""Kinds that a subordinate clause may follow: "except if", "unless when"."""

_ASKED = 2
"""Words of "Welcher Tarif", the phrase that is asked for when nothing marks its end."""


def right(words: Sequence[Word], cue: Cue, cues: Sequence[Cue], rules: Grammar) -> int:
    """The number of the word behind the last one that the cue reaches to its right."""
    if cue.kind == "affixal":
        return cue.end
    if cue.kind == "prefix" and cue.end < len(words) and words[cue.end].before in ("-", ""):
        return cue.end + 1
    phrase_only = cue.kind in _NOUN_PHRASE and not _joins_clauses(words[cue.first], rules)
    in_relative = _in_relative_clause(words, cue, rules)
    stops = {other.first: other for other in cues if other.first >= cue.end}
    content = False
    for at in range(cue.end, len(words)):
        text = words[at].text
        if at > cue.end or words[at].before == "." or cue.kind not in _TAKES_CLAUSE:
            if ends_clause(words, at, rules):
                return at
            other = stops.get(at)
            if other and _begins_own_scope(other, words, rules):
                return at - 1 if words[at - 1].text in rules.coordinators else at
        if content:
            if (phrase_only or in_relative) and text in rules.auxiliaries:
                return at
            if phrase_only and (text in rules.prepositions or text in rules.relatives):
                return at
            if phrase_only and text in rules.verbs and _goes_on(words, at + 1, rules):
                return at
        content = content or text not in rules.function_words
    return len(words)


def left(words: Sequence[Word], cue: Cue, cues: Sequence[Cue], rules: Grammar) -> int:
    """The number of the first word that the cue reaches to its left; the cue's own when it reaches none.

    The phrase that a question asks for ("Which plan") is no part of it.
    """
    first = cue.first
    others = {other.end for other in cues if other.end <= cue.first and other.kind != "pseudo"}
    while first > 0:
        at = first - 1
        text = words[at].text
        if text in rules.interrogatives:
            asks = all(word.text in rules.function_words for word in words[:at]) or words[at].before in (
                ".",
                ",",
            )
            return _behind_asked(words, at, cue.first, rules) if asks else first
        if first in others or text in rules.borders or text in rules.subordinators or text in rules.relatives:
            return first
        if first < cue.first and ends_clause(words, first, rules):
            return first
        if words[first].before == ".":
            return first
        if first == cue.first and (words[first].before == "," or text in rules.coordinators):
            return first
        first = at
    return first


def ends_clause(words: Sequence[Word], at: int, rules: Grammar) -> bool:
    """Whether another clause begins with the word ``at``."""
    word = words[at]
    if word.before == "." or word.text in rules.borders or word.text in rules.subordinators:
        return True
    if word.before == ",":
        return (word.text in rules.coordinators and _opens(words, at + 1, rules)) or _opens(words, at, rules)
    return word.text in rules.coordinators and _opens(words, at + 1, rules)


def _opens(words: Sequence[Word], at: int, rules: Grammar) -> bool:
    if at >= len(words):
        return False
    text = words[at].text
    return (
        text in rules.clause_openers
        or text in rules.auxiliaries
        or text in rules.interrogatives
        or text in rules.relatives
    )


def _begins_own_scope(other: Cue, words: Sequence[Word], rules: Grammar) -> bool:
    if other.kind == "exclusion":
        return True
    if rules.concord:
        return False
    return other.kind == "conjunction" or words[other.first - 1].text in rules.coordinators


def _joins_clauses(word: Word, rules: Grammar) -> bool:
    """ "but not", "and not": what follows is as long as the clause, unlike the noun phrase of "other than"."""
    return word.text in rules.borders or word.text in rules.coordinators


def _in_relative_clause(words: Sequence[Word], cue: Cue, rules: Grammar) -> bool:
    for at in range(cue.first - 1, 0, -1):
        if words[at].text in rules.relatives and words[at - 1].text not in rules.function_words:
            return True
        if ends_clause(words, at, rules):
            return False
    return False


def asked(words: Sequence[Word], rules: Grammar) -> range:
    """The numbers of the words of the phrase that a question asks for: "Which dental plan"."""
    for at, word in enumerate(words):
        if word.text in rules.interrogatives:
            return range(at, _behind_asked(words, at, len(words), rules))
        if word.text not in rules.function_words:
            break
    return range(0)


def _behind_asked(words: Sequence[Word], at: int, cue: int, rules: Grammar) -> int:
    """Behind the phrase that the question word ``at`` begins."""
    for after in range(at + 1, cue):
        if words[after].text in rules.auxiliaries or words[after].text in rules.verbs:
            return after
    return min(at + _ASKED, cue) if rules.clause_wide else cue


def _goes_on(words: Sequence[Word], at: int, rules: Grammar) -> bool:
    """Whether a content word follows in the same clause."""
    for after in range(at, len(words)):
        if ends_clause(words, after, rules):
            return False
        if words[after].text not in rules.function_words:
            return True
    return False
