"""What a suite is, and what it is given to measure with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from esneg.evaluation.data import Dataset
from esneg.evaluation.model import Comparison, DataInfo, SuiteResult
from esneg.evaluation.statistics.holm import holm
from esneg.evaluation.statistics.permutation import PermutationTest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from esneg.clusters import Cluster
    from esneg.search.embedder import TextEncoder


class ScoreFunction(Protocol):
    """A re-ranker: a score for each candidate, in their order; more is better."""

    def __call__(self, query: str, candidates: Sequence[str], /) -> Sequence[float]: ...  # noqa: D102


@dataclass(frozen=True)
class Named:
    """A model and what tables call it; ``model`` is a `TextEncoder`, a `ScoreFunction` or a `Polarity`."""

    name: str
    model: Any


@dataclass(frozen=True)
class Context:
    """What a suite measures with.

    Attributes:
        encoders: at least one for every suite; their ``model`` is a `TextEncoder`.
        rerankers: their ``model`` is a `ScoreFunction`.
        polarity: tells passages that say the opposite; its ``model`` is a `Polarity`. None when there is none.
        cluster: None when no suite of the run needs one.
        progress: told (step, done, of how many).
        language: of the text that engines analyze, a code such as "en".
        notes: what was left out of the running suite and why; the suite empties it into its result.
        runs: TREC run files by name, as the suites fill them: an iterable of lines each.
    """

    encoders: Sequence[Named]
    rerankers: Sequence[Named] = ()
    polarity: Named | None = None
    cluster: Cluster | None = None
    progress: Callable[[str, int, int], None] = lambda step, done, total: None
    language: str = "en"
    notes: list[str] = field(default_factory=list)
    runs: dict[str, list[str]] = field(default_factory=dict)


class Suite(ABC):
    """One protocol: what it measures, on what, and how that is written down.

    Class attributes:
        name: on the command line and in results.
        title: for a person.
        primary: the figure that speaks for the suite.
        better: whether more or less of it is better.
        needs_engine: whether it asks a cluster.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    primary: ClassVar[str]
    better: ClassVar[Literal["more", "less"]]
    needs_engine: ClassVar[bool] = False

    @abstractmethod
    def measure(self, data: Dataset, context: Context) -> SuiteResult:
        """Runs the suite.

        Raises:
            UsageError: the data lacks what the suite compares.
        """

    def result(self, data: Dataset, **parts: Any) -> SuiteResult:
        """A `SuiteResult` with what the suite says of itself filled in."""
        info = DataInfo(data.name, data.format, data.checksum, len(data))
        notes = (*data.notes, *parts.pop("notes", ()))
        return SuiteResult(self.name, self.title, self.primary, self.better, info, notes=notes, **parts)


def similarities(encoder: TextEncoder, first: Sequence[str], second: Sequence[str], side: str) -> list[float]:
    """The cosine of each pair of texts.

    Args:
        side: "queries" when both are questions, "passages" when both are statements.
    """
    encode = encoder.encode_queries if side == "queries" else encoder.encode_passages
    if not first:
        return []
    distinct = list(dict.fromkeys([*first, *second]))
    place = {text: at for at, text in enumerate(distinct)}
    vectors = unit(encode(distinct))
    return [float(vectors[place[a]] @ vectors[place[b]]) for a, b in zip(first, second, strict=True)]


def unit(vectors: Any) -> NDArray[np.float64]:
    """The vectors with length 1, in double precision; a vector of length 0 stays so."""
    import numpy as np

    rows = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths == 0, 1, lengths))


def corrected(tests: Sequence[tuple[str, str, str, PermutationTest]]) -> tuple[Comparison, ...]:
    """(measure, first, second, test) with Holm's correction over all of them."""
    adjusted = holm([test.p for *_, test in tests])
    return tuple(
        Comparison(measure, first, second, test.difference, test.p, p_adjusted, test.exact, test.n)
        for (measure, first, second, test), p_adjusted in zip(tests, adjusted, strict=True)
    )


def each_two(named: Sequence[Named]) -> Iterator[tuple[Named, Named]]:
    """Every pair of models, in order."""
    return combinations(named, 2)
