"""Candidates that are versions of one text: nearly the same words, and the same words of the question.

Between two such passages relevance has nothing to choose by. What is left to tell them apart is what differs, and
that may be no more than a negation ("is" / "is not", "with" / "without"): so the model reads both as a whole and
where they differ, and its evidence decides. Passages that answer in other words of the question ("covers" where the
other "excludes") are no versions, but may be twins (`esneg.polarity_model.twins`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from esneg.polarity_model.model import Judgement
from esneg.polarity_model.twins import content_stems, split_sentences
from esneg.polarity_model.words import plain, tokens

_LEAST = 1e-6
"""Floor for a probability before its logarithm is taken."""


def groups_of_versions(
    question: str, passages: Sequence[str], language: str, overlap: float
) -> list[list[int]]:
    """Groups of two or more passages (their positions, in order) that are versions of the first of each group.

    Args:
        question: what is asked. Passages that hold none of its words are left out.
        passages: the candidates, best first.
        language: for stems and function words.
        overlap: the least share of words, of all that either passage has, that both have.
    """
    asked = content_stems(question, language)
    words = [frozenset(tokens(plain(passage))) for passage in passages]
    matched = [content_stems(passage, language) & asked for passage in passages]
    groups: list[list[int]] = []
    for at in range(len(passages)):
        if not matched[at]:
            continue
        for group in groups:
            first = group[0]
            shared = len(words[at] & words[first])
            if matched[at] == matched[first] and shared >= overlap * len(words[at] | words[first]):
                group.append(at)
                break
        else:
            groups.append([at])
    return [group for group in groups if len(group) > 1]


def differing(passages: Sequence[str]) -> list[str]:
    """Of each passage the sentences that not all of them have; all as they are where one has none of its own, so that
    like is compared with like."""
    split = [split_sentences(passage) or [passage] for passage in passages]
    known = [{plain(sentence) for sentence in sentences} for sentences in split]
    common = frozenset.intersection(*map(frozenset, known))
    own = [
        " ".join(sentence for sentence in sentences if plain(sentence) not in common) for sentences in split
    ]
    return own if all(own) else list(passages)


def evidence(judged: Judgement) -> float:
    """How far a text answers a question and not its opposite: the rank score, plus the logarithm of how many times
    likelier "same" is than "opposite"."""
    return judged.rank + math.log(max(judged.same, _LEAST)) - math.log(max(judged.opposite, _LEAST))
