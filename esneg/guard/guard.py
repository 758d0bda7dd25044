"""The guard: rules first, then the model where it is installed and knows the language; in doubt, "unsure"."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from esneg.errors import UsageError
from esneg.guard.asking import Answers, Asker, PolarityScores, Probabilities
from esneg.guard.rules import Finding, judge
from esneg.guard.verdict import Evidence, Kind, Outcome, Verdict
from esneg.negation import available

MODEL_LANGUAGES = ("en",)
"""Where the model's word is taken. Spanish is left out: there it calls one opposite question in seven the same
(docs/model-card.md)."""


@dataclass(frozen=True)
class Thresholds:
    """When the model's word is taken.

    Attributes:
        same: "same" from this probability of it, unless "opposite" comes first.
        opposite: "opposite" from this probability of it.
        suspect: what "same" needs where two texts agree word for word but for one that was changed or put in: the
            model has seen too few names to tell "the landlord pays" from "the tenant pays".
    """

    same: float = 0.55
    opposite: float = 0.5
    suspect: float = 0.8

    def __post_init__(self) -> None:
        for name in ("same", "opposite", "suspect"):
            if not 0 <= (value := getattr(self, name)) <= 1:
                raise UsageError(f"the threshold {name} is a probability, from 0 to 1, not {value:g}")

    def outcome(self, probabilities: Probabilities) -> Outcome:
        """What the probabilities amount to, the graver outcome first. Where no threshold is reached, the likeliest
        of the others counts if it is likelier than not."""
        same, unrelated, opposite = probabilities
        if opposite >= self.opposite:
            return "opposite"
        if same >= self.same:
            return "same"
        return "different" if unrelated > 0.5 else "unsure"


class PolarityGuard:
    """Says whether two texts ask, or state, the same or opposite things.

    Args:
        model: a model; "packaged" for the one that comes with esneg; "auto" for that one where the extra ``onnx`` is
            installed; None for rules alone.
        thresholds: when the model's word is taken.
        trust_similarity: without a model, a pair in which rules find no conflict counts as the same. Only for a
            cache whose own similarity threshold is strict: rules know no paraphrases.
        languages: in which the model's word is taken; elsewhere rules stand alone.
        timeout: seconds for the model's answer to one call; later is "unsure", and so are further calls while the
            late one still runs. None waits.

    Raises:
        UsageError: the packaged model is asked for and not installed, the timeout is no time, or esneg has no
            data for a language.
    """

    def __init__(
        self,
        model: PolarityScores | str | None = "auto",
        *,
        thresholds: Thresholds | None = None,
        trust_similarity: bool = False,
        languages: Sequence[str] = MODEL_LANGUAGES,
        timeout: float | None = None,
    ) -> None:
        model = _resolve(model)
        self._asker = Asker(model, timeout) if model is not None else None
        self._thresholds = thresholds or Thresholds()
        self._trust_similarity = trust_similarity
        self._languages = _known(languages)

    @property
    def has_model(self) -> bool:
        """Whether a model stands behind the rules."""
        return self._asker is not None

    @property
    def thresholds(self) -> Thresholds:
        """When the model's word is taken."""
        return self._thresholds

    @property
    def languages(self) -> tuple[str, ...]:
        """In which the model's word is taken."""
        return self._languages

    def with_languages(self, languages: Sequence[str]) -> PolarityGuard:
        """The same guard with the model's word taken in other languages; the model is shared."""
        guard = copy(self)
        guard._languages = _known(languages)
        return guard

    def with_thresholds(self, thresholds: Thresholds) -> PolarityGuard:
        """The same guard with other thresholds; the model is shared."""
        guard = copy(self)
        guard._thresholds = thresholds
        return guard

    def check(self, a: str, b: str, kind: Kind | None = None, language: str = "en") -> Verdict:
        """Compares two texts.

        Args:
            a: the new text: the question asked, the document to be added.
            b: the one that is there: the cached question, the document in the index.
            kind: what both are. In statements "Isn't ..." denies, and "when" and "where" only join clauses; questions
                need no question mark. None: each text tells by itself.
            language: of both, a code of `esneg.negation.available`.

        Raises:
            UsageError: esneg has no data for the language, or `kind` is neither.
        """
        return self.check_many([(a, b)], kind, language)[0]

    def check_many(
        self, pairs: Sequence[tuple[str, str]], kind: Kind | None = None, language: str = "en"
    ) -> list[Verdict]:
        """`check` for many pairs: the model sees those that rules leave open, in one call."""
        if kind not in ("question", "statement", None):
            raise UsageError(f"kind is question or statement, not {kind!r}")
        _known([language])
        found = [_by_rules(a, b, language, kind) for a, b in pairs]
        unsettled = [at for at, finding in enumerate(found) if finding.outcome is None]
        scores = self._ask([pairs[at] for at in unsettled], language) if unsettled else []
        by_model = dict(zip(unsettled, scores, strict=True))
        return [self._verdict(finding, by_model.get(at), language) for at, finding in enumerate(found)]

    def _verdict(self, finding: Finding, scores: Probabilities | str | None, language: str) -> Verdict:
        hints = finding.evidence
        if finding.outcome is not None:
            return Verdict(
                finding.outcome, "nothing" if finding.outcome == "unsure" else "rules", evidence=hints
            )
        if isinstance(scores, str):
            return Verdict("unsure", "nothing", evidence=(Evidence("failure", "unsure", note=scores), *hints))
        if scores is not None:
            outcome = self._thresholds.outcome(scores)
            if outcome == "same" and finding.suspect and scores[0] < self._thresholds.suspect:
                outcome = "different"
            named = dict(zip(("same", "unrelated", "opposite"), scores, strict=True))
            says = Evidence("model", outcome, note=", ".join(f"{k} {v:.2f}" for k, v in named.items()))
            return Verdict(outcome, "nothing" if outcome == "unsure" else "model", named, (says, *hints))
        why = "rules alone; no model is installed"
        if self._asker:
            why = f"rules alone; the model is asked in {' and '.join(self._languages)}, not {language}"
        open_ = Evidence("language" if self._asker else "words", "unsure", note=why)
        conflict = finding.suspect or any(e.says in ("opposite", "different") for e in hints)
        if self._trust_similarity and not conflict:
            note = f"no conflict found; {why}"
            return Verdict("same", "rules", evidence=(Evidence("words", "same", note=note), *hints))
        return Verdict("unsure", "nothing", evidence=(open_, *hints))

    def _ask(self, pairs: Sequence[tuple[str, str]], language: str) -> Answers | list[None]:
        """The model's answers, or for all pairs None when it is not asked."""
        if self._asker is None or language not in self._languages:
            return [None] * len(pairs)
        return self._asker.ask(pairs)


def _known(languages: Sequence[str]) -> tuple[str, ...]:
    for language in languages:
        if language not in available():
            raise UsageError(
                f"no negation data for language {language!r}", remedy=f"use one of: {', '.join(available())}"
            )
    return tuple(languages)


def _by_rules(a: str, b: str, language: str, kind: Kind | None) -> Finding:
    try:
        if not a.strip() or not b.strip():
            return Finding("unsure", (Evidence("failure", "unsure", a, b, "an empty text"),))
        return judge(a, b, language, kind)
    except Exception as error:  # like one of the model's it ends here, in a verdict that is never served
        note = f"the rules failed: {type(error).__name__}"
        return Finding("unsure", (Evidence("failure", "unsure", note=note),))


def _resolve(model: PolarityScores | str | None) -> PolarityScores | None:
    if not isinstance(model, str):
        return model
    from esneg.polarity_model import PolarityModel, missing

    if model not in ("auto", "packaged"):
        raise UsageError(f"unknown model {model!r}", remedy='pass "packaged", "auto", None, or a model')
    if model == "auto" and missing():
        return None
    return PolarityModel.packaged()
