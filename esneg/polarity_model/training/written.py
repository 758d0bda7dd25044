"""Groups made of sentences that were written one by one: what no pattern's words can vary.

The files (written/*.yaml, and written_second/*.yaml, which only the second pass sees) were written for this project
by a language model that was told the kind of contrast and topics that are none of the evaluation's. Four kinds: facts
of two things, questions, statements, and paragraphs in two versions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import combinations
from typing import Any

import yaml

from esneg.polarity_model.training.examples import OPPOSITE, SAME, UNRELATED, Group, pair

_Item = dict[str, Any]

_HELD_OUT = 12
"""Each item with a number that this divides is left out of training, for development."""


class Written:
    """One language's sentences.

    Args:
        language: "en" or "es".
        rng: the only source of chance.
        held_out: take the items that training leaves out, instead of the others.
        second: take the files of the second pass.
    """

    def __init__(
        self, language: str, rng: random.Random, *, held_out: bool = False, second: bool = False
    ) -> None:
        self._language = language
        self._rng = rng
        folder = files(__package__) / ("written_second" if second else "written")
        self._items: dict[str, list[_Item]] = {}
        for path in sorted(folder.iterdir(), key=lambda path: path.name):
            kind, _, rest = path.name.partition("_")
            if rest.startswith(language) and path.name.endswith(".yaml"):
                items = yaml.safe_load(path.read_text("utf-8"))
                self._items.setdefault(kind, []).extend(
                    item for n, item in enumerate(items) if (n % _HELD_OUT == 0) == held_out
                )

    @property
    def facts(self) -> list[_Item]:
        """The items on two things of one kind: names, ask, ask_not, holds, fails."""
        return self._items.get("facts", [])

    def groups(self, rankings: int, pairs: int) -> Iterator[Group]:
        """All kinds.

        Args:
            rankings: groups of a question and passages, for each item that has some.
            pairs: pairs of each label for each item, at most.
        """
        for item in self._items.get("facts", ()):
            for _ in range(rankings):
                yield self.fact(item)
            yield from self._fact_pairs(item, pairs)
        for kind in ("questions", "statements"):
            for item in self._items.get(kind, ()):
                yield from self._cluster(f"written.{self._language}.{kind}", item, pairs)
        for item in self._items.get("paragraphs", ()):
            yield from self._paragraph(item)

    def fact(self, item: _Item) -> Group:
        """A question that names nothing, the thing that it is true of, one that it is not true of, and a stranger."""
        rng = self._rng
        sides = [("ask", "holds", "fails"), ("ask_not", "fails", "holds")]
        asked, own, other = rng.choice(sides)
        first, second = rng.sample(item["names"], 2)
        size = 1 if rng.random() < 0.5 else rng.randint(3, 5)
        far = rng.choice(self._items["facts"])
        passages = [
            self._passage(rng.choice(item[own]), first, size),
            self._passage(rng.choice(item[other]), second, size),
        ]
        labels = [SAME, OPPOSITE]
        if far is not item:
            passages.append(
                self._passage(rng.choice(far[rng.choice(("holds", "fails"))]), rng.choice(far["names"]), size)
            )
            labels.append(UNRELATED)
        question = rng.choice(item[asked])
        return Group(f"written.{self._language}.facts", question, tuple(passages), tuple(labels), ranked=True)

    def _passage(self, sentence: str, name: str, size: int) -> str:
        """The sentence among others on other things, of either polarity."""
        rng = self._rng
        lines = [filled(sentence, name)]
        while len(lines) < size:
            far = rng.choice(self._items["facts"])
            line = rng.choice(far[rng.choice(("holds", "fails"))])
            # The others speak of the same thing half of the time, as a page about one thing does.
            lines.append(filled(line, name if rng.random() < 0.5 else rng.choice(far["names"])))
        rng.shuffle(lines)
        return " ".join(lines)

    def _fact_pairs(self, item: _Item, count: int) -> Iterator[Group]:
        source = f"written.{self._language}.facts.pairs"
        first, second = item["names"][:2]
        for a, b in (("ask", "ask_not"), ("ask_not", "ask")):
            yield from self._cluster(
                source, {"same": item[a], "opposite": item[b], "different": []}, count // 2
            )
        for a, b in (("holds", "fails"), ("fails", "holds")):
            own = [filled(s, first) for s in item[a]]
            turned = [filled(s, first) for s in item[b]]
            # The other thing may well be otherwise: that is no contradiction.
            others = [filled(s, second) for s in item[self._rng.choice((a, b))]]
            yield from self._cluster(
                source, {"same": own, "opposite": turned, "different": others}, count // 2
            )

    def _cluster(self, source: str, item: _Item, count: int) -> Iterator[Group]:
        rng = self._rng
        same, opposite, different = item["same"], item["opposite"], item.get("different", [])
        kinds: Sequence[tuple[list[tuple[str, str]], int]] = (
            (list(combinations(same, 2)), SAME),
            ([(a, b) for a in same for b in opposite], OPPOSITE),
            ([(a, b) for a in same for b in different], UNRELATED),
        )
        for choices, label in kinds:
            for a, b in rng.sample(choices, min(count, len(choices))):
                if rng.random() < 0.5:
                    a, b = b, a
                yield pair(source, self._typed(a), self._typed(b), label)

    def _typed(self, text: str) -> str:
        """As people type: now and then without capitals or the mark at the end."""
        if self._rng.random() < 0.15:
            text = text.rstrip("?.")
        return text.lower() if self._rng.random() < 0.1 else text

    def _paragraph(self, item: _Item) -> Iterator[Group]:
        source = f"written.{self._language}.paragraphs"
        versions = {"a": item["text"].replace("{X}", item["a"]), "b": item["text"].replace("{X}", item["b"])}
        for own, other in (("a", "b"), ("b", "a")):
            for question in item[f"ask_{own}"]:
                yield Group(source, question, (versions[own], versions[other]), (SAME, OPPOSITE), ranked=True)
        questions = {"same": item["ask_a"], "opposite": item["ask_b"], "different": []}
        yield from self._cluster(f"{source}.questions", questions, 2)


def filled(sentence: str, name: str) -> str:
    """A fact's sentence about the thing of that name."""
    text = sentence.replace("{S}", name)
    return text[0].upper() + text[1:]
