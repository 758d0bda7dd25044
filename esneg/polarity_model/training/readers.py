"""Reads the public sets into groups. Each reader names the file that it takes and never opens a test file."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from esneg.errors import UsageError
from esneg.polarity_model.training import rewrite
from esneg.polarity_model.training.examples import OPPOSITE, SAME, UNRELATED, Group, pair

_NLI = {"entailment": SAME, "neutral": UNRELATED, "contradiction": OPPOSITE}


class Sets:
    """The folder of training sets.

    Args:
        folder: holds ``cad_nli.train.jsonl`` and the others.
        rng: the only source of chance, so that the same seed gives the same data.
    """

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self._folder = folder
        self._rng = rng
        self._facts = [(r["sentence"], r["negated"]) for r in self.rows("cannot_wikifactcheck")]

    def rows(self, name: str) -> list[dict[str, Any]]:
        """One JSON-lines file.

        Raises:
            UsageError: the file is not there.
        """
        path = self._folder / f"{name}.jsonl"
        if not path.is_file():
            raise UsageError(f"no training set {path}", remedy="pass the folder of the sets with --data")
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]

    def cad(self) -> Iterator[Group]:
        """Counterfactually revised NLI: one hypothesis under premises that were changed as little as possible."""
        by_hypothesis: dict[str, dict[int, str]] = defaultdict(dict)
        rows = self.rows("cad_nli.train")
        for row in rows:
            by_hypothesis[row["hypothesis"]].setdefault(_NLI[row["label"]], row["premise"])
        for hypothesis, premises in by_hypothesis.items():
            order = sorted(premises)
            yield Group(
                "cad",
                hypothesis,
                tuple(premises[k] for k in order),
                tuple(order),
                ranked=SAME in premises and len(premises) > 1,
            )
        by_premise: dict[str, dict[int, str]] = defaultdict(dict)
        for row in rows:
            by_premise[row["premise"]].setdefault(_NLI[row["label"]], row["hypothesis"])
        for premise, found in by_premise.items():
            for label, hypothesis in found.items():
                if self._rng.random() < 0.3:
                    yield pair("cad", hypothesis, premise, label)

    def scone(self) -> Iterator[Group]:
        """Negation in and out of scope, over words and their hypernyms."""
        for row in self.rows("scone.train"):
            yield pair("scone", row["hypothesis"], row["premise"], _NLI[row["label"]])

    def med(self, share: float) -> Iterator[Group]:
        """Monotonicity."""
        for row in self.rows("med"):
            if self._rng.random() < share:
                yield pair("med", row["hypothesis"], row["premise"], _NLI[row["label"]])

    def breaking(self, contradictions: int) -> Iterator[Group]:
        """Lexical contrasts (colours, numbers, antonyms); the set is mostly contradictions, so few of them."""
        rows = self.rows("breaking_nli")
        kept = self._rng.sample([r for r in rows if r["label"] == "contradiction"], contradictions)
        for row in [r for r in rows if r["label"] != "contradiction"] + kept:
            yield pair("breaking", row["hypothesis"], row["premise"], _NLI[row["label"]])

    def antonyms(self) -> Iterator[Group]:
        """A word, its antonym and "not": two changes cancel out."""
        for row in self.rows("cannot_antonyms"):
            yield pair(
                "antonyms", row["premise"], row["hypothesis"], OPPOSITE if row["contradicts"] else SAME
            )

    def facts(self, share: float) -> Iterator[Group]:
        """Sentences and their negations: as questions ranked over both (alone or among other sentences), as pairs
        of questions and of statements, beside rewrites that change nothing."""
        rng = self._rng
        for sentence, negated in self._facts:
            if rng.random() >= share:
                continue
            if rng.random() < 0.5:
                sentence, negated = negated, sentence
            roll = rng.random()
            question = rewrite.question_of(sentence, rng)
            turned = rewrite.question_of(negated, rng)
            if roll < 0.2 and question and turned:
                yield pair("facts.questions", question, turned, OPPOSITE)
                yield pair("facts.questions", question, rewrite.paraphrase(question, rng), SAME)
            elif roll < 0.3:
                yield pair("facts.statements", sentence, negated, OPPOSITE)
                yield pair("facts.statements", sentence, rewrite.paraphrase(sentence, rng), SAME)
                yield pair("facts.statements", sentence, rng.choice(self._facts)[0], UNRELATED)
            else:
                query = question if question and rng.random() < 0.75 else sentence
                if not query.endswith("?") or rng.random() < 0.5:
                    query = rewrite.reword(query, rng)
                before, after = self._surroundings()
                texts = [" ".join((*before, s, *after)) for s in (sentence, negated)]
                labels = [SAME, OPPOSITE]
                if rng.random() < 0.35:
                    texts.append(
                        " ".join(
                            rng.choice(self._facts)[rng.randint(0, 1)]
                            for _ in range(1 + len(before) + len(after))
                        )
                    )
                    labels.append(UNRELATED)
                yield Group("facts.ranked", query, tuple(texts), tuple(labels), ranked=True)

    def condaqa(self) -> Iterator[Group]:
        """A question and the two versions of a paragraph that answer yes and no."""
        for row in self.rows("condaqa_dev_pairs"):
            yield Group(
                "condaqa",
                row["question"],
                (row["passage_yes"], row["passage_no"]),
                (SAME, OPPOSITE),
                ranked=True,
            )

    def paragraphs(self) -> Iterator[Group]:
        """Real paragraphs with one sentence negated, and a question or a shortened statement about that sentence."""
        rng = self._rng
        passages = sorted(
            {r["passage"] for r in self.rows("xquad.en")}
            | {r["passage_yes"] for r in self.rows("condaqa_dev_pairs")}
        )
        for passage in passages:
            lines = rewrite.sentences(passage)
            spots = [
                (i, n)
                for i, s in enumerate(lines)
                if 6 < len(s.split()) < 40 and (n := rewrite.negate(s, rng))
            ]
            for i, negated in rng.sample(spots, min(4, len(spots))):
                old, new = (lines[i], negated) if rng.random() < 0.5 else (negated, lines[i])
                query = rewrite.question_of(old, rng)
                other = rewrite.question_of(new, rng)
                if query is None or other is None or query.split()[1:] == other.split()[1:]:
                    continue
                window = slice(max(0, i - 2), i + 3)
                texts = [
                    " ".join((*lines[window.start : i], s, *lines[i + 1 : window.stop])) for s in (old, new)
                ]
                yield Group("paragraphs", query, tuple(texts), (SAME, OPPOSITE), ranked=True)

    def questions(self, language: str, *, passages: float = 1.0) -> Iterator[Group]:
        """XQuAD's questions: rewritten (same), negated (opposite), with a question about the same paragraph
        (unrelated), and with the sentence that holds the answer and one that does not."""
        rng = self._rng
        spanish = language == "es"
        source = f"xquad.{language}"
        rows = self.rows(source)
        for row, following in zip(rows, [*rows[1:], rows[0]], strict=True):
            question = row["question"]
            yield pair(source, question, rewrite.paraphrase(question, rng, spanish=spanish), SAME)
            yield pair(source, question, following["question"], UNRELATED)
            negated = rewrite.negate_spanish(question) if spanish else rewrite.negate(question, rng)
            if negated:
                yield pair(source, question, negated, OPPOSITE)
                yield pair(source, rewrite.paraphrase(negated, rng, spanish=spanish), negated, SAME)
            lines = rewrite.sentences(row["passage"])
            holds = next((s for s in lines if row["answer"] in s), None)
            rest = [s for s in lines if s != holds and row["answer"] not in s]
            if holds and rest and rng.random() < passages:
                far = rng.choice(rows)["passage"]
                yield Group(
                    f"{source}.passages",
                    question,
                    (holds, rng.choice(rest), rng.choice(rewrite.sentences(far))),
                    (SAME, UNRELATED, UNRELATED),
                    ranked=True,
                )

    def strangers(self, count: int) -> Iterator[Group]:
        """Texts that have nothing to do with each other, of unlike kinds and lengths."""
        rng = self._rng
        pool = [
            s
            for passage in {r["passage"]: 0 for r in self.rows("xquad.en")}
            for s in rewrite.sentences(passage)
        ]
        pool += [s for pair_ in self._facts[::4] for s in pair_]
        for _ in range(count):
            size = rng.choice((1, 1, 2, 3))
            yield pair("strangers", rng.choice(pool), " ".join(rng.sample(pool, size)), UNRELATED)

    def _surroundings(self) -> tuple[list[str], list[str]]:
        """Sentences to stand before and after one: none, half of the time."""
        if self._rng.random() < 0.5:
            return [], []
        lines = [
            self._rng.choice(self._facts)[self._rng.randint(0, 1)] for _ in range(self._rng.randint(2, 4))
        ]
        cut = self._rng.randint(0, len(lines))
        return lines[:cut], lines[cut:]
