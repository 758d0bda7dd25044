"""Questions that are negative in form only: "Isn't parking included?" asks whether parking is included.

Source: Ladd, A First Look at the Semantics and Pragmatics of Negative Questions (1981), outer negation. A low
negation ("Is parking not included?") and a question that asks for a phrase ("Which plan isn't ...?") stay negative.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from esneg.negation.scope.cues import Cue
from esneg.negation.scope.grammar import Grammar
from esneg.negation.scope.words import Word

_PRONOUNS_OF_DO = frozenset(
    {"you", "they", "we", "i", "he", "she", "it", "the", "these", "those", "any", "all"}
)


def affirmative_in_meaning(words: Sequence[Word], cue: Cue, asked: bool, rules: Grammar) -> bool:
    """Whether a cue makes a question negative in form only.

    Args:
        words: the sentence.
        cue: one of its cues.
        asked: whether the sentence carries a question mark.
        rules: its language's.
    """
    form = _FORMS.get(rules.negative_questions)
    return form is not None and cue.kind in _KINDS and form(words, cue, asked, rules)


_KINDS = ("clausal", "clitic", "determiner", "quantifier")


def _clause_start(words: Sequence[Word], at: int) -> int:
    while at > 0 and words[at].before not in (".", ","):
        at -= 1
    return at


def _asks_for_a_phrase(words: Sequence[Word], first: int, end: int, rules: Grammar) -> bool:
    return any(word.text in rules.interrogatives for word in words[first:end])


def _contracted(words: Sequence[Word], cue: Cue, asked: bool, rules: Grammar) -> bool:
    """An auxiliary with n't that begins its clause: "Isn't", "So, doesn't". "Don't show ..." is a command."""
    if cue.kind not in ("clausal", "quantifier") or words[cue.first].before != "'" or cue.first == 0:
        return False
    auxiliary = cue.first - 1
    if _clause_start(words, auxiliary) != auxiliary and words[auxiliary - 1].text not in _BRIDGES:
        return False
    if words[auxiliary].text != "do" or asked:
        return True
    return cue.end < len(words) and words[cue.end].text in _PRONOUNS_OF_DO


_BRIDGES = frozenset({"but", "so", "and", "then", "why'd"})


def _initial(words: Sequence[Word], cue: Cue, asked: bool, rules: Grammar) -> bool:
    """The cue begins a question: "¿No cubre el plan ...?"."""
    if cue.kind != "clausal" or not asked or _asks_for_a_phrase(words, 0, cue.first, rules):
        return False
    return _clause_start(words, cue.first) == cue.first


def _verb_first(words: Sequence[Word], cue: Cue, asked: bool, rules: Grammar) -> bool:
    """A question that asks for no phrase: "Ist Parken nicht inbegriffen?"."""
    return asked and not _asks_for_a_phrase(words, 0, cue.first, rules)


def _inversion(words: Sequence[Word], cue: Cue, asked: bool, rules: Grammar) -> bool:
    """A pronoun joined to the verb: "N'est-il pas compris ?"."""
    if not asked or _asks_for_a_phrase(words, 0, cue.first, rules):
        return False
    nearby = words[cue.end : cue.end + 5] if cue.kind == "clitic" or cue.end - cue.first == 1 else ()
    return any(word.before == "-" and word.text in rules.clause_openers for word in nearby)


_FORMS: dict[str, Callable[[Sequence[Word], Cue, bool, Grammar], bool]] = {
    "contracted": _contracted,
    "initial": _initial,
    "verb_first": _verb_first,
    "inversion": _inversion,
}
