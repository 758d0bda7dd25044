"""Runs suites with models and an engine, and notes all that it takes to run them again."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import esneg
from esneg.errors import UsageError
from esneg.evaluation import models
from esneg.evaluation.data import Dataset, built_in, own
from esneg.evaluation.model import EvaluationRun, SuiteResult
from esneg.evaluation.ranking import MOST_HITS
from esneg.evaluation.stages import RERANK_DEPTH
from esneg.evaluation.statistics import RESAMPLES, SEED
from esneg.evaluation.suites import SUITES, suite
from esneg.evaluation.suites.base import Context, Named

if TYPE_CHECKING:
    from esneg.clusters import Cluster

Progress = Callable[[str, int, int], None]

DEFAULT_ENCODER = "all-MiniLM-L6-v2"

_LIBRARIES = (
    "elasticsearch", "opensearch-py", "numpy", "scipy", "scikit-learn", "ir-measures", "sentence-transformers",
    "transformers", "torch", "onnxruntime", "tokenizers",
)  # fmt: skip


@dataclass(frozen=True)
class Request:
    """What to evaluate.

    Attributes:
        suites: names; all of `SUITES` when empty and there is no data set of one's own.
        encoders: names or folders of sentence-transformers models.
        rerankers: names or folders of cross-encoders, or "packaged". When empty, the packaged one if it is there;
            ("none",) for no re-ranking.
        dataset: a file, folder or ``irds:NAME`` to measure on instead of the built-in data.
        format: of the data set; guessed when empty.
        language: of the text, for the engine's analyzers.
        threads: of the CPU, for the models; all of them when absent.
    """

    suites: Sequence[str] = ()
    encoders: Sequence[str] = (DEFAULT_ENCODER,)
    rerankers: Sequence[str] = ()
    dataset: str = ""
    format: str = ""
    language: str = "en"
    threads: int | None = None

    def datasets(self) -> list[Dataset]:
        """The data of each suite to run, in order.

        Raises:
            UsageError: an unknown suite, or data that cannot be read or belongs to another suite.
        """
        for name in self.suites:
            suite(name)
        if self.dataset:
            if len(self.suites) > 1:
                raise UsageError(f"--dataset belongs to one suite, and {len(self.suites)} are named")
            wanted = self.suites[0] if self.suites else ""
            found = own(self.dataset, suite=wanted, format=self.format)
            if wanted and found.suite != wanted:
                raise UsageError(
                    f"{self.dataset} ({found.format}) is data of the suite {found.suite}, not {wanted}",
                    remedy=f"leave --suite out, or name {found.suite}",
                )
            return [found]
        if "retrieval" in self.suites:
            raise UsageError(
                "the retrieval suite has no data of its own",
                remedy="give --dataset: a BEIR or TREC folder, irds:NAME",
            )
        return [built_in(name) for name in self.suites or SUITES]

    def needs_engine(self) -> bool:
        """Whether a suite asks a cluster; of data of one's own this is known by its format."""
        if self.dataset and not self.suites:
            return self.datasets()[0].suite in ("policy", "retrieval")
        return any(suite(name).needs_engine for name in self.suites or SUITES)


@dataclass
class Evaluation:
    """A run, and the TREC run files that it made (name -> lines)."""

    run: EvaluationRun
    trec_runs: Mapping[str, Sequence[str]] = field(default_factory=dict)


def evaluate(
    request: Request, cluster: Cluster | None = None, *, progress: Progress = lambda step, done, total: None
) -> Evaluation:
    """Runs the suites.

    Args:
        request: what to evaluate.
        cluster: for the suites that need one; the same indices that it is left with were there before.
        progress: told (step, done, of how many).

    Raises:
        UsageError: an unknown suite or model, wrong data, or a suite that needs an engine without one.
        ClusterError: the cluster could not be asked.
    """
    started, clock = datetime.now(timezone.utc), time.monotonic()
    datasets = request.datasets()
    if cluster is None and any(suite(each.suite).needs_engine for each in datasets):
        raise UsageError("a suite needs an engine, and none is given", remedy="give --engine")
    progress("loading models", 0, 1)
    context, noted, missing = _context(request, cluster, progress)
    results = []
    for data in datasets:
        result = suite(data.suite).measure(data, context)
        results.append(_with_notes(result, missing))
    return Evaluation(
        EvaluationRun(
            versions=versions(),
            models=tuple(noted),
            engine=_engine(cluster) if cluster else {},
            settings=_settings(request, [each.suite for each in datasets]),
            seed=SEED,
            suites=tuple(results),
            started=started.isoformat(timespec="seconds"),
            seconds=round(time.monotonic() - clock, 1),
        ),
        context.runs,
    )


def versions() -> dict[str, str]:
    """esneg, Python, and the libraries that compute, as far as they are installed."""
    found = {"esneg": esneg.__version__, "python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _context(
    request: Request, cluster: Cluster | None, progress: Progress
) -> tuple[Context, list[Mapping[str, Any]], str]:
    """The context, what is noted of its models, and why the packaged model is missing ("" when it is not)."""
    if not request.encoders:
        raise UsageError("no encoder is named", remedy=f"give --encoder {DEFAULT_ENCODER}")
    encoders = [models.load_encoder(name, threads=request.threads) for name in request.encoders]
    missing = models.packaged_missing()
    wanted = [name for name in request.rerankers if name != models.NONE]
    if not request.rerankers and not missing:
        wanted = [models.PACKAGED]
    rerankers = [models.load_reranker(name) for name in wanted]
    polarity = None if missing or models.NONE in request.rerankers else models.packaged_polarity()
    for found, option in ((encoders, "--encoder"), (rerankers, "--reranker")):
        models.check_distinct([named for named, _ in found], option)
    context = Context(
        encoders=_names(encoders),
        rerankers=_names(rerankers),
        polarity=polarity and polarity[0],
        cluster=cluster,
        progress=progress,
        language=request.language,
    )
    noted = [noted for _, noted in (*encoders, *rerankers, *((polarity,) if polarity else ()))]
    return context, noted, "" if wanted or models.NONE in request.rerankers else missing


def _names(loaded: Sequence[tuple[Named, Mapping[str, Any]]]) -> tuple[Named, ...]:
    return tuple(named for named, _ in loaded)


def _with_notes(result: SuiteResult, missing: str) -> SuiteResult:
    from dataclasses import replace

    if not missing or result.suite not in ("policy", "retrieval", "distractors"):
        return result
    return replace(result, notes=(*result.notes, f"the packaged re-ranker cannot run: {missing}"))


def _engine(cluster: Cluster) -> dict[str, Any]:
    from esneg.clusters import describe

    described = describe(cluster)
    kept = ("engine", "distribution", "version", "lucene_version", "licence", "abilities", "reasons")
    return {name: described[name] for name in kept}


def _settings(request: Request, suites: Sequence[str]) -> dict[str, Any]:
    return {
        "suites": list(suites),
        "encoders": list(request.encoders),
        "rerankers": list(request.rerankers),
        "dataset": request.dataset,
        "format": request.format,
        "language": request.language,
        "threads": request.threads,
        "confidence": 0.95,
        "resamples": RESAMPLES,
        "rrf": {"rank_constant": 60, "weights": None, "window": f"all passages, 100 to {MOST_HITS}"},
        "rerank_depth": RERANK_DEPTH,
    }
