"""Which candidates of a search speak about the same point of a question, and so are near-twins.

The model must not judge relevance. Alone it ruins it, and multiplied into the relevance score it costs SciFact three
points of nDCG@10 (docs/model-card.md). It may only settle the order of passages that answer to the same words of the
question.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from esneg.negation import load
from esneg.negation.scope import grammar
from esneg.polarity_model.words import plain, stem, tokens

LANGUAGES = ("en", "es")
"""What the model was trained to read."""

_SENTENCE = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"'”’)\]]))\s+(?=[\"'“‘(\[¿¡A-ZÀ-Þ0-9])|\n+")


@dataclass(frozen=True)
class Point:
    """The sentence of a passage that best matches a question.

    Attributes:
        sentence: its text.
        matched: the question's stems that it holds.
        coverage: the weight of those, as a share of the question's; a stem weighs by how few candidates hold it.
    """

    sentence: str
    matched: frozenset[str]
    coverage: float


def language_of(question: str) -> str | None:
    """English or Spanish, by function words; None when neither is clear. Ties go to English."""
    words = set(tokens(plain(question)))
    counts = {code: len(words & _function_words(code)) for code in LANGUAGES}
    best = max(LANGUAGES, key=lambda code: counts[code])
    return best if counts[best] else None


def asks(text: str, language: str) -> bool:
    """Whether a query asks for something, and does not state it.

    Who searches with a statement ("Zinc shortens colds.") looks for evidence, and what denies it is evidence too. A
    query is taken for a statement when it ends in a full stop and begins neither as a question nor as a request.
    """
    if not text.rstrip().endswith(".") or text.rstrip().endswith(".."):
        return True
    words = tokens(plain(text))
    rules = grammar(language)
    if not words or words[0] in rules.interrogatives or words[0] in rules.auxiliaries:
        return True
    return words[0] in _REQUESTS or " ".join(words[:2]) in _REQUESTS


_REQUESTS = frozenset(
    {
        "find",
        "give",
        "list",
        "name",
        "show",
        "tell",
        "search",
        "recommend",
        "i need",
        "i want",
        "i am",
        "looking for",
    }
    | {
        "busca",
        "da",
        "dame",
        "di",
        "dime",
        "enumera",
        "indica",
        "muestra",
        "nombra",
        "necesito",
        "quiero",
        "busco",
    }
)
"""How a request begins, in English and Spanish."""


def split_sentences(passage: str) -> list[str]:
    """A passage cut at sentence ends and line breaks."""
    return [part for piece in _SENTENCE.split(passage) if (part := piece.strip())]


def points(question: str, passages: Sequence[str], language: str) -> list[Point]:
    """The point of each passage, in their order.

    Args:
        question: what is asked.
        passages: the candidates; how rare a word is, is counted over them.
        language: for stems and function words.
    """
    asked = content_stems(question, language)
    split = [split_sentences(passage) or [passage] for passage in passages]
    stems = [[content_stems(sentence, language) for sentence in sentences] for sentences in split]
    held = Counter(word for each in stems for word in frozenset().union(*each) & asked)
    weights = {word: math.log(1 + len(passages) / (1 + held[word])) for word in asked}
    total = sum(weights.values())
    found = []
    for sentences, sets in zip(split, stems, strict=True):
        shares = [sum(weights[w] for w in each & asked) for each in sets]
        best = max(range(len(sentences)), key=lambda at: shares[at])
        found.append(Point(sentences[best], sets[best] & asked, shares[best] / total if total else 0.0))
    return found


def content_stems(text: str, language: str) -> frozenset[str]:
    """The stems of a text without function words and negation cues."""
    skip = _function_words(language)
    return frozenset(stem(word, language) for word in tokens(plain(text)) if word not in skip)


def agreement(a: Point, b: Point) -> float:
    """How far two points are about the same thing: the shared part of what they match of the question, 0 to 1."""
    either = a.matched | b.matched
    return len(a.matched & b.matched) / len(either) if either else 0.0


@cache
def _function_words(language: str) -> frozenset[str]:
    rules, data = grammar(language), load(language)
    contracted = data.contractions.keys()
    return rules.function_words | rules.auxiliaries | rules.interrogatives | set(data.all_cues) | contracted
