"""What the numbers of a cross-encoder mean, read from its own configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from esneg.errors import UsageError

ToScore = Callable[[Sequence[float]], float]
"""From the logits of one pair to one score; more is better."""


def score_reader(num_labels: int, id2label: Mapping[int, str], name: str) -> ToScore:
    """How to read a model's logits.

    One logit is a relevance score, and is taken as it is: a sigmoid would make all confident scores 1.0. Three NLI
    labels give the logit of entailment minus that of contradiction. Models disagree on the order of the three, so it
    is read from the labels' names.

    Args:
        num_labels: how many logits the model gives.
        id2label: position -> label, from the model's configuration.
        name: the model, for messages.

    Raises:
        UsageError: neither one logit nor the three labels of natural language inference.
    """
    if num_labels == 1:
        return lambda logits: float(logits[0])
    positions = {str(label).lower(): int(at) for at, label in id2label.items()}
    entailment, contradiction = positions.get("entailment"), positions.get("contradiction")
    if num_labels != 3 or entailment is None or contradiction is None:
        raise UsageError(
            f"the model {name} gives {num_labels} logits named {', '.join(map(str, id2label.values()))}",
            remedy="a re-ranker gives one logit, or three named entailment, neutral and contradiction in the model's "
            "config.json (id2label)",
        )
    return lambda logits: float(logits[entailment]) - float(logits[contradiction])
