"""What the suites measure on: a dataclass a kind of item, its fields as in the JSON lines (``datasets/schemas``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True)
class PolicyItem:
    """Two passages with opposite facts about two entities, and the questions that tell them apart.

    Attributes:
        domain: what the fact is about, such as "car insurance".
        passage, opposite_passage: the affirmative and the negative fact.
        question: answered by ``passage``; ``rewording`` asks the same in other words (may be empty in data of the
            user's own).
        opposite_question: answered by ``opposite_passage``.
        cue: whether ``opposite_passage`` negates with a cue word (not, no, never, without ...) and not by its verb
            or an affix alone (excludes, unpaid); None where nobody has said.
    """

    suite: ClassVar[str] = "policy"

    id: str
    passage: str
    opposite_passage: str
    question: str
    opposite_question: str
    rewording: str = ""
    domain: str = ""
    cue: bool | None = None


@dataclass(frozen=True)
class CacheItem:
    """Two questions, and whether an answer to one may be served for the other.

    Attributes:
        group: pairs with the same ``first`` question.
        kind: one of `KINDS`.
    """

    suite: ClassVar[str] = "cache"
    SAME_ANSWER: ClassVar[tuple[str, ...]] = ("rewording", "negative_interrogative")
    """Kinds that ask the same: "Isn't X covered?" asks what "Is X covered?" asks."""
    KINDS: ClassVar[tuple[str, ...]] = (*SAME_ANSWER, "opposite", "entity", "time")

    id: str
    group: str
    language: str
    kind: str
    first: str
    second: str


@dataclass(frozen=True)
class DedupItem:
    """A statement, the same in other words, and its contradiction."""

    suite: ClassVar[str] = "dedup"

    id: str
    fact: str
    rewording: str
    contradiction: str


@dataclass(frozen=True)
class DistractorItem:
    """A query, the passage that answers it, and one that differs in a single respect.

    Attributes:
        type: the respect: entity, negation, relation, time, topic, partial, strength.
        queries: one need in several styles: style -> query.
    """

    suite: ClassVar[str] = "distractors"

    id: str
    type: str
    queries: Mapping[str, str]
    passage: str
    distractor: str


@dataclass(frozen=True)
class ScopeItem:
    """A minimal pair: the same words, another scope. Or a ``distractor``, which has a ``text`` alone.

    Attributes:
        kind: propositional, quantifier_swap, negation_quantifier or distractor.
        first, second: the twins. In a negation_quantifier pair ``first`` is the weak reading (not all) and
            ``second`` the strong one (none).
        first_query, second_query: what each twin means, in other words.
        ambiguous: the sentence that may be read as either twin ("All that glitters is not gold"); only in
            negation_quantifier pairs.
    """

    suite: ClassVar[str] = "scope"

    id: str
    kind: str
    first: str = ""
    second: str = ""
    first_query: str = ""
    second_query: str = ""
    ambiguous: str = ""
    text: str = ""


@dataclass(frozen=True)
class Collection:
    """Passages, queries and relevance judgements, as TREC and BEIR have them.

    Attributes:
        passages, queries: id -> text.
        qrels: query id -> passage id -> relevance (0 is judged not relevant).
        ignored: what of the source was not used, and why; shown with the results.
    """

    suite: ClassVar[str] = "retrieval"

    passages: Mapping[str, str]
    queries: Mapping[str, str]
    qrels: Mapping[str, Mapping[str, int]]
    ignored: tuple[str, ...] = field(default=())


Item = PolicyItem | CacheItem | DedupItem | DistractorItem | ScopeItem
ITEM_TYPES: dict[str, type[Item]] = {
    each.suite: each for each in (PolicyItem, CacheItem, DedupItem, DistractorItem, ScopeItem)
}
