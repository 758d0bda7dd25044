"""Groups made of our own sentence patterns (templates_<language>.yaml)."""

from __future__ import annotations

import random
from importlib.resources import files
from typing import Any

import yaml

from esneg.polarity_model.training.examples import OPPOSITE, SAME, UNRELATED, Group, pair


class Patterns:
    """One language's patterns, filled at random by the generator that it is given."""

    def __init__(self, language: str, rng: random.Random) -> None:
        text = (files(__package__) / f"templates_{language}.yaml").read_text("utf-8")
        self._data: dict[str, Any] = yaml.safe_load(text)
        self._rng = rng
        self._language = language

    def ranked(self, count: int) -> list[Group]:
        """Queries with the passage that answers, its minimal contrast, and passages on something near; one sentence
        or three to five of mixed polarity."""
        return [self._ranked_group() for _ in range(count)]

    def compared(self, count: int) -> list[Group]:
        """Pairs of questions and pairs of statements."""
        makers = (
            self._fact_pair,
            self._fact_pair,
            self._fact_pair,
            self._action_pair,
            self._contrast_pair,
            self._limit_pair,
        )
        return [self._rng.choice(makers)() for _ in range(count)]

    def _scene(self) -> tuple[dict[str, Any], str, dict[str, list[str]]]:
        domain = self._rng.choice(self._data["domains"])
        relation = self._rng.choice([r for r in self._data["relations"] if r in domain])
        return domain, relation, self._data["relations"][relation]

    def _ranked_group(self) -> Group:
        rng = self._rng
        domain, relation, forms = self._scene()
        first, second, third = rng.sample(domain["subjects"], 3)
        wanted, other, another = rng.sample(domain[relation], 3)
        sign = rng.choice(("pos", "neg"))
        turned = "neg" if sign == "pos" else "pos"
        named = rng.random() < 0.3
        size = 1 if rng.random() < 0.5 else rng.randint(3, 5)
        if named:
            second = first
            query = self._fill(rng.choice(forms[f"yn_{sign}"]), first, wanted, other, domain)
        elif rng.random() < 0.12:
            query = self._sentence(rng.choice(forms[sign]), domain["kind"], wanted, other, domain)
        else:
            query = self._fill(rng.choice(forms[f"wh_{sign}"]), first, wanted, other, domain)
        passages = [
            self._passage(domain, relation, first, wanted, sign, size),
            self._passage(domain, relation, second, wanted, turned, size),
            self._passage(domain, relation, third, rng.choice((other, another)), sign, size, avoid=wanted),
        ]
        labels = [SAME, OPPOSITE, UNRELATED]
        if rng.random() < 0.5:
            far, far_relation, _ = self._scene()
            if far is not domain:
                passages.append(
                    self._passage(
                        far,
                        far_relation,
                        rng.choice(far["subjects"]),
                        rng.choice(far[far_relation]),
                        turned,
                        size,
                    )
                )
                labels.append(UNRELATED)
        return Group(f"patterns.{self._language}.ranked", query, tuple(passages), tuple(labels), ranked=True)

    def _passage(
        self,
        domain: dict[str, Any],
        relation: str,
        subject: str,
        wanted: str,
        sign: str,
        size: int,
        avoid: str = "",
    ) -> str:
        rng = self._rng
        forms = self._data["relations"]
        others = [(r, o) for r in forms if r in domain for o in domain[r] if o not in {wanted, avoid}]
        partner = rng.choice([o for o in domain[relation] if o not in {wanted, avoid}])
        lines = [self._sentence(rng.choice(forms[relation][sign]), subject, wanted, partner, domain)]
        for r, o in rng.sample(others, min(size - 1, len(others))):
            if rng.random() < 0.25:
                lines.append(rng.choice(self._data["asides"]).format(N=rng.randint(1900, 2024)))
                continue
            own = [p for p in domain[r] if p not in {wanted, avoid, o}] or [o]
            form = rng.choice(
                [f for f in forms[r][rng.choice(("pos", "neg"))] if "{P}" not in f or own != [o]]
            )
            lines.append(self._sentence(form, subject, o, rng.choice(own), domain))
        rng.shuffle(lines)
        return " ".join(lines)

    def _fact_pair(self) -> Group:
        rng = self._rng
        domain, relation, forms = self._scene()
        subject, elsewhere = rng.sample(domain["subjects"], 2)
        wanted, other, partner = rng.sample(domain[relation], 3)
        sign = rng.choice(("pos", "neg"))
        turned = "neg" if sign == "pos" else "pos"
        kind = rng.choice(("", "", "yn_", "yn_", "wh_"))
        label = rng.choice((SAME, SAME, OPPOSITE, OPPOSITE, UNRELATED))
        second = (turned if label == OPPOSITE else sign, wanted, subject)
        if label == UNRELATED:
            second = (rng.choice((sign, turned)), *rng.choice(((other, subject), (wanted, elsewhere))))
            if kind == "wh_":
                second = (second[0], other, subject)

        def say(s: str, thing: str, who: str) -> str:
            form = rng.choice(forms[kind + s])
            return (
                self._sentence(form, who, thing, partner, domain)
                if kind == ""
                else self._fill(form, who, thing, partner, domain)
            )

        return pair(f"patterns.{self._language}.pairs", say(sign, wanted, subject), say(*second), label)

    def _action_pair(self) -> Group:
        rng = self._rng
        data = self._data["actions"]
        verbs = rng.choice(data["verbs"])
        do, undo = rng.sample(verbs, 2)
        thing, other = rng.sample(data["objects"], 2)
        roll = rng.random()
        source = f"patterns.{self._language}.actions"
        if roll < 0.15:
            i = rng.randrange(len(data["negated"]))
            return pair(
                source,
                data["asks"][data["negates"][i]].format(V=do, O=thing),
                data["negated"][i].format(V=do, O=thing),
                OPPOSITE,
            )
        if roll < 0.55:
            # Four of the frames ask how; the rest each ask something of their own.
            how = [
                f
                for f in data["asks"]
                if not f.startswith(("Where", "What happens", "Who", "When", "¿Quién", "¿Dónde"))
            ]
            a, b = rng.sample(how, 2)
            return pair(source, a.format(V=do, O=thing), b.format(V=do, O=thing), SAME)
        frame = rng.choice(data["asks"])
        if roll < 0.85:
            return pair(source, frame.format(V=do, O=thing), frame.format(V=undo, O=thing), OPPOSITE)
        return pair(
            source, frame.format(V=do, O=thing), frame.format(V=rng.choice(verbs), O=other), UNRELATED
        )

    def _contrast_pair(self) -> Group:
        rng = self._rng
        data = self._data["contrasts"]
        a, b = rng.sample(rng.choice(data["adjectives"]), 2)
        thing, other = rng.sample(data["things"], 2)
        frame = rng.choice(data["frames"])
        source = f"patterns.{self._language}.contrasts"
        if rng.random() < 0.5:
            return pair(source, frame.format(A=a, T=thing), frame.format(A=b, T=thing), OPPOSITE)
        if rng.random() < 0.6:
            frames = [f for f in data["frames"] if "last year" not in f]
            return pair(
                source, rng.choice(frames).format(A=a, T=thing), rng.choice(frames).format(A=a, T=thing), SAME
            )
        return pair(source, frame.format(A=a, T=thing), frame.format(A=a, T=other), UNRELATED)

    def _limit_pair(self) -> Group:
        rng = self._rng
        frame = rng.choice(self._data["limits"]["frames"])
        thing = rng.choice(self._data["actions"]["objects"])
        a, b = rng.sample(range(10, 99), 2)
        return pair(
            f"patterns.{self._language}.limits",
            frame.format(O=thing, N=a),
            frame.format(O=thing, N=b),
            UNRELATED,
        )

    def _sentence(self, form: str, subject: str, thing: str, partner: str, domain: dict[str, Any]) -> str:
        text = self._fill(form, subject, thing, partner, domain)
        return text[0].upper() + text[1:] + "."

    def _fill(self, form: str, subject: str, thing: str, partner: str, domain: dict[str, Any]) -> str:
        plural = not thing.startswith("~")
        text = form.format(
            S=subject, O=thing.lstrip("~"), P=partner.lstrip("~"), K=domain["kind"],
            **({"is": "are", "Is": "Are"} if plural else {"is": "is", "Is": "Is"}),
        )  # fmt: skip
        if self._language == "es":
            text = text.replace(" a el ", " al ").replace(" de el ", " del ")
        first = 1 if text.startswith("¿") else 0
        return text[:first] + text[first].upper() + text[first + 1 :] if text.endswith("?") else text
