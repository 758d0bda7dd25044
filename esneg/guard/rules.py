"""What rules alone can decide: conflicts of negation, antonyms, quantities, times, names and roles, and texts that
agree word for word. Everything else they leave open."""

from __future__ import annotations

from dataclasses import dataclass

from esneg.guard.lists import lists
from esneg.guard.profile import Profile, profile
from esneg.guard.verdict import Evidence, Kind, Outcome

# Of the words of both texts, the share that they must have in common before a turned sign means "opposite".
_OVERLAP = 0.5


@dataclass(frozen=True)
class Finding:
    """What the rules found.

    Attributes:
        outcome: None where they leave it open.
        evidence: the deciding piece first.
        suspect: left open, but only a word was changed or put in: a synonym, or another matter.
    """

    outcome: Outcome | None
    evidence: tuple[Evidence, ...] = ()
    suspect: bool = False


def judge(a: str, b: str, language: str, kind: Kind | None = None) -> Finding:
    """Compares two texts by rules.

    Args:
        a, b: the texts.
        language: a code of `esneg.negation.available`.
        kind: what both are; None: found out from each.

    Raises:
        UsageError: esneg has no data for the language.
    """
    first, second = profile(a, language, kind), profile(b, language, kind)
    if first.plain == second.plain:
        return Finding("same", (Evidence("identical", "same", note="the same words"),))
    return _Comparison(first, second, language).finding()


class _Comparison:
    def __init__(self, a: Profile, b: Profile, language: str) -> None:
        self.a, self.b, self.language = a, b, language
        self.lists = lists(language)
        self.shared = a.stems.keys() & b.stems.keys()
        self.only_a = set(a.stems) - self.shared
        self.only_b = set(b.stems) - self.shared
        self.evidence: list[Evidence] = []
        self.turns = 0
        self.converse: Evidence | None = None

    def finding(self) -> Finding:
        self._turn_by_affix()
        self._turn_by_antonyms()
        self._match_converses()
        self._turn_by_denying_words()
        self._turn_by_negation()
        common = len(self.shared) + len([e for e in self.evidence if e.rule == "antonym"])
        rest = len(self.only_a) + len(self.only_b)
        overlap = common / (common + rest) if common + rest else 1.0
        if self._may_cancel_out():
            note = "two negations may cancel out"
            return Finding(None, (Evidence("negation", "unsure", note=note), *self.evidence), suspect=True)
        if self.turns % 2 and overlap >= _OVERLAP:
            return Finding("opposite", tuple(self.evidence))
        if difference := self._difference(overlap):
            return Finding("different", (difference, *self.evidence))
        if self.converse and not self.turns and not rest and self._in_step():
            return Finding("different", (self.converse,))
        if not self.turns % 2 and not rest and not self.converse and self._agree_in_all_else():
            note = "two turns cancel out" if self.turns else "the same content in the same order"
            return Finding("same", (Evidence("words", "same", note=note), *self.evidence))
        if suspicion := self._suspicion() or self._other_modals():
            return Finding(None, (suspicion, *self.evidence), suspect=True)
        if not rest and not self.turns:
            note = "the same content, in another order or with other small words"
            return Finding(None, (Evidence("words", "different", note=note), *self.evidence))
        return Finding(None, tuple(self.evidence))

    # --- what turns the sense round ------------------------------------------------------------------------

    def _turn(self, rule: str, x: str, y: str, note: str) -> None:
        self.turns += 1
        self.evidence.append(Evidence(rule, "opposite", x, y, note))

    def _turn_by_affix(self) -> None:
        for mine, other, mine_first in ((self.a, self.b, True), (self.b, self.a, False)):
            own, others = (self.only_a, self.only_b) if mine_first else (self.only_b, self.only_a)
            for word in sorted(own & mine.bases.keys()):
                if (base := mine.bases[word]) in others:
                    own.discard(word)
                    others.discard(base)
                    pair = (mine.stems[word], other.stems[base])
                    self._turn("antonym", *(pair if mine_first else pair[::-1]), "one denies the other")

    def _turn_by_antonyms(self) -> None:
        for x in sorted(self.only_a):
            y = next((w for w in sorted(self.only_b) if frozenset((x, w)) in self.lists.antonyms), None)
            if y is not None:
                self.only_a.discard(x)
                self.only_b.discard(y)
                self._turn("antonym", self.a.stems[x], self.b.stems[y], "opposites of each other")

    def _match_converses(self) -> None:
        for x in sorted(self.only_a):
            y = next((w for w in sorted(self.only_b) if frozenset((x, w)) in self.lists.converses), None)
            if y is not None:
                self.only_a.discard(x)
                self.only_b.discard(y)
                note = "two sides of one affair"
                self.converse = Evidence("antonym", "different", self.a.stems[x], self.b.stems[y], note)

    def _in_step(self) -> bool:
        """Whether the texts agree word for word but for the words that stand for each other."""
        places = zip(self.a.order, self.b.order, strict=False)
        return len(self.a.order) == len(self.b.order) and sum(x != y for x, y in places) == 1

    def _turn_by_denying_words(self) -> None:
        for x in sorted(self.only_a & (self.a.denying | self.a.bases.keys())):
            self.only_a.discard(x)
            self._turn("negation", self.a.stems[x], "", "denies by itself")
        for y in sorted(self.only_b & (self.b.denying | self.b.bases.keys())):
            self.only_b.discard(y)
            self._turn("negation", "", self.b.stems[y], "denies by itself")

    def _turn_by_negation(self) -> None:
        """A word that one text's negation bears on, and that stands outside every negation of the other."""
        everything = self.shared | self.only_a | self.only_b
        for mine, other, mine_first in ((self.a, self.b, True), (self.b, self.a, False)):
            if not mine.cues:
                continue
            turned = (mine.focus & self.shared) - other.reached
            # "not covered" beside "excluded": what the negation bears on has gone with its antonym.
            gone = not (mine.focus & everything) - self.shared and not mine.focus & self.shared
            if turned or gone or (not other.cues and mine.focus - self.shared):
                cue = ", ".join(mine.cues)
                note = (
                    f"bears on {', '.join(sorted(mine.stems.get(w, w) for w in turned))}"
                    if turned
                    else "negates"
                )
                self._turn("negation", cue if mine_first else "", "" if mine_first else cue, note)
                # Scopes that changed places ("X but not Y", "Y but not X") are one turn, not two that cancel out.
                return

    def _may_cancel_out(self) -> bool:
        """Whether the one text holds two negations that bear on one word, and the other has none of them, or one that
        turned nothing: "No dogs are not allowed" beside "Dogs are allowed", or "are not allowed"."""
        more, less = sorted((self.a, self.b), key=lambda each: len(each.cues), reverse=True)
        missing = len(more.cues) - len(less.cues)
        return more.tangled and (missing > 1 or (missing == 1 and not self.turns))

    # --- what makes it another matter ------------------------------------------------------------------------

    def _difference(self, overlap: float) -> Evidence | None:
        a, b = self.a, self.b
        more_a, more_b = set(a.quantities) - set(b.quantities), set(b.quantities) - set(a.quantities)
        # Ninety days and three months are not compared: their units have no common measure.
        if {dimension for dimension, _ in more_a} & {dimension for dimension, _ in more_b}:
            return self._says(
                "number",
                a.quantity_words - b.quantity_words,
                b.quantity_words - a.quantity_words,
                "other numbers",
            )
        if (a.times - b.times) and (b.times - a.times):
            return self._says("date", a.times - b.times, b.times - a.times, "other times")
        if self._one_is_narrower(bool(more_a or a.times - b.times), bool(more_b or b.times - a.times)):
            return self._says(
                "date" if a.times != b.times else "number",
                (a.quantity_words - b.quantity_words) | (a.times - b.times),
                (b.quantity_words - a.quantity_words) | (b.times - a.times),
                "only one of them sets this limit",
            )
        mine = {n for n in a.names if n not in b.plain}
        others = {n for n in b.names if n not in a.plain}
        if mine and others:
            return self._says("name", mine, others, "other names")
        if self._swapped():
            return self._says("role", a.directions.items(), b.directions.items(), "directions changed places")
        if a.asked != b.asked and _specific(a.asked) and _specific(b.asked) and overlap >= _OVERLAP:
            return Evidence("asked", "different", a.asked, b.asked, "they ask for different things")
        return None

    def _one_is_narrower(self, more_a: bool, more_b: bool) -> bool:
        """Whether one text is the other with a time or a number put to it."""
        if more_a == more_b or self.turns:
            return False
        longer, shorter = (self.only_a, self.only_b) if more_a else (self.only_b, self.only_a)
        return not shorter and len(longer) <= 1

    def _suspicion(self) -> Evidence | None:
        """The words in which two texts differ that otherwise agree word for word, if they are so few."""
        if self.turns or not self.shared:
            return None
        mine, others = (", ".join(p.stems[w] for w in sorted(only)) for p, only in self._differing())
        if len(self.only_a) == len(self.only_b) == 1 and self._in_step():
            return Evidence("words", "different", mine, others, "one word changed")
        longer, shorter = (self.a, self.b) if self.only_a else (self.b, self.a)
        if bool(self.only_a) != bool(self.only_b) and _is_part(shorter.order, longer.order):
            return Evidence("words", "different", mine, others, "only one of them says this")
        return None

    def _other_modals(self) -> Evidence | None:
        """The verbs of mood and time in which two texts differ that have the same content: "Can I pay?" and "Should I
        pay?", "It may rain" and "It will rain". A question may do without one, unless it asks about the past: "Is it
        covered?", "Will it be covered?"."""
        a, b = self.a.modals, self.b.modals
        state = "statement" in (self.a.asked, self.b.asked)
        must_agree = state or (a and b) or "past" in a | b
        if a == b or self.only_a or self.only_b or not must_agree:
            return None
        return self._says("words", a, b, "other verbs of mood or time")

    def _differing(self) -> tuple[tuple[Profile, set[str]], tuple[Profile, set[str]]]:
        return (self.a, self.only_a), (self.b, self.only_b)

    def _swapped(self) -> bool:
        a, b = self.a.directions, self.b.directions
        both = a.keys() & b.keys()
        return (
            len(both) > 1 and any(a[p] != b[p] for p in both) and {a[p] for p in both} == {b[p] for p in both}
        )

    @staticmethod
    def _says(rule: str, x: object, y: object, note: str) -> Evidence:
        def words(found: object) -> str:
            return ", ".join(sorted(" ".join(w) if isinstance(w, tuple) else str(w) for w in found))  # type: ignore[attr-defined]

        return Evidence(rule, "different", words(x), words(y), note)

    def _agree_in_all_else(self) -> bool:
        a, b = self.a, self.b
        in_order = a.order == b.order or self.turns > 0
        return (
            in_order
            and a.weighty == b.weighty
            and a.quantities == b.quantities
            and a.times == b.times
            and a.asked == b.asked
            and not self._other_modals()
        )


def _is_part(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether the words of one text stand in the other, in their order."""
    rest = iter(long)
    return all(word in rest for word in short)


def _specific(asked: str) -> bool:
    return asked not in ("", "yes or no", "statement")
