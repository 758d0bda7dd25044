"""Hybrid search: legs of words and of vectors fused by reciprocal rank, the first hits re-ranked."""

from __future__ import annotations

import hashlib
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from esneg.analysis.explain import Explanation, explain
from esneg.clusters import Cluster
from esneg.errors import RequestFailed, UsageError
from esneg.search.asking import Asker
from esneg.search.client_fusion import fuse_in_client, single_leg
from esneg.search.clock import Clock
from esneg.search.deadline import Deadline
from esneg.search.elasticsearch import ElasticsearchDialect
from esneg.search.embedder import differences
from esneg.search.engine_fusion import fuse_in_engine
from esneg.search.fusion import Rrf
from esneg.search.index_fields import IndexFields
from esneg.search.legs import DenseLeg, Leg, LexicalLeg, QueryBuilder, QueryEncoder, match
from esneg.search.noted_encoder import loader, noted_encoder
from esneg.search.once import Once
from esneg.search.opensearch import OpenSearchDialect, pipeline_of
from esneg.search.pipelines import ensure_pipeline
from esneg.search.place import ClientFusionNotice, FuseIn, after_refusal, choose
from esneg.search.polarity import Plan, PolarityLeg, polarity_leg
from esneg.search.question import Dialect, Found, Question
from esneg.search.rerank.base import Reranker, ScoreFunction, as_reranker
from esneg.search.rerank.polarity import Demote, Polarity, PolarityPolicy
from esneg.search.rerank.stage import Candidate, Judging, candidates
from esneg.search.results import Fusion, Hit, SearchResult

DEFAULT_LEGS = ("bm25", "dense")
DEFAULT_RERANK_DEPTH = 50

PER_QUESTION: Literal["per question"] = "per question"
"""The default of ``preference``: one question always asks the same copies of the shards, so that its pages fit."""


@dataclass(frozen=True)
class _Ready:
    """What is found out about an index before its first search."""

    fields: IndexFields
    text_fields: tuple[str, ...]
    legs: tuple[Leg, ...]
    source: Any

    @property
    def needs_vector(self) -> bool:
        return any(leg.needs_vector for leg in self.legs)


class HybridSearcher:
    """Searches an index by several legs at once. Threads may share one.

    Args:
        cluster: a connected cluster; stays the caller's to close.
        index: an index, an alias or a pattern.
        text_fields: the fields of the lexical leg, which are also what the re-ranker reads; "title^2" weighs more. By
            default the only text field, or the one named "text".
        vector_field: of the dense leg; by default the only vector field.
        encoder: makes the question's vector: an `Encoder` or any object with `encode_queries`, a function that loads
            one (called once, when first needed), or the name of a sentence-transformers model. By default the model
            that the index was made with, if `esneg index` made it.
        reranker: a `Reranker`, or any function of the question and a list of passages to a list of scores.
        rerank_depth: how many of the first hits are re-ranked; the others follow in fused order. Fixed, whatever the
            page, so that pages fit together.
        polarity: tells passages that say the opposite of what is asked.
        policy: what that does to the order; see `esneg.search.rerank.polarity`.
        fusion: how legs are fused.
        fuse_in: "auto" (in the engine when it can), "engine" (or fail), "client".
        legs: "bm25", "dense", "polarity", or objects like `LexicalLeg`, `DenseLeg`. One alone is searched unfused.
        lexical: makes the query of the leg "bm25" out of the question; by default `esneg.search.legs.match`.
        source: the ``_source`` option of the engines; by default everything but vectors.
        pipeline: on OpenSearch, the name of the search pipeline that fuses: made when absent, and kept up to date
            when its name begins with "esneg-". By default each search brings its own.
        preference: which copies of the shards answer. `PER_QUESTION` keeps the order of equal scores the same from
            page to page; None leaves the choice to the engine.
        force: search also when the index was made with another model than the encoder.
    """

    def __init__(
        self,
        cluster: Cluster,
        index: str,
        *,
        text_fields: Sequence[str] = (),
        vector_field: str | None = None,
        encoder: QueryEncoder | Callable[[], QueryEncoder] | str | None = None,
        reranker: Reranker | ScoreFunction | None = None,
        rerank_depth: int = DEFAULT_RERANK_DEPTH,
        polarity: Polarity | None = None,
        policy: PolarityPolicy | None = None,
        fusion: Rrf | None = None,
        fuse_in: FuseIn = "auto",
        legs: Sequence[str | Leg] = DEFAULT_LEGS,
        lexical: QueryBuilder | None = None,
        source: Any = None,
        pipeline: str | None = None,
        preference: str | None = PER_QUESTION,
        force: bool = False,
    ) -> None:
        if fuse_in not in ("auto", "engine", "client"):
            raise UsageError(f'fuse_in is "auto", "engine" or "client", not {fuse_in!r}')
        if rerank_depth < 1:
            raise UsageError(f"rerank_depth must be at least 1, not {rerank_depth}")
        self.cluster = cluster
        self.index = index
        self.fusion = fusion or Rrf()
        self._text_fields = tuple([text_fields] if isinstance(text_fields, str) else text_fields)
        self._vector_field = vector_field
        self._encoder = None if encoder is None else Once(loader(encoder))
        self._reranker = None if reranker is None else as_reranker(reranker)
        self._rerank_depth = rerank_depth
        self._polarity = polarity
        self._policy = policy or Demote()
        self._fuse_in: FuseIn = fuse_in
        self._legs = tuple(legs)
        self._lexical = lexical
        self._source = source
        self._pipeline = pipeline
        self._preference = preference
        self._force = force
        self._dialect: Dialect = (
            OpenSearchDialect(pipeline) if cluster.info.engine == "opensearch" else ElasticsearchDialect()
        )
        self._ready = Once(self._get_ready)
        self._refused: Fusion | None = None
        self._noticed = False
        # Tokenizers of the `tokenizers` library fail when two threads use one ("Already borrowed").
        self._encoding = threading.Lock()

    def search(
        self,
        query: str,
        k: int = 10,
        *,
        offset: int = 0,
        filter: Mapping[str, Any] | None = None,
        explain: bool = True,
        timeout: float | None = None,
        strict: bool = False,
    ) -> SearchResult:
        """Searches.

        Args:
            query: the user's words.
            k: how many hits to return.
            offset: how many to pass over: the second page of ten has ``offset=10``. The window of the fusion must
                reach to the end of the page.
            filter: a query that every hit must match, in every leg; it changes no score.
            explain: find out where each leg put each hit. Fused in Python this is free; inside OpenSearch the legs
                run once more beside the fused search (in the same round trip), inside Elasticsearch it explains.
            timeout: seconds for the whole search, re-ranking included; None leaves each request the time that the
                connection gives it.
            strict: a re-ranker or polarity model that fails or is late is an error, and not a warning.

        Raises:
            UsageError: something that cannot be searched so: no such field, another model, a page past the window.
            OutOfTime: no hits within ``timeout``.
            ClusterError: the cluster could not be asked, or failed, also when only a part of its shards did.
        """
        self._check(query, k, offset)
        deadline = Deadline(timeout)
        clock = Clock()
        with clock("prepare"):
            ready = deadline.run("looking at the index", self._ready.get)
        with clock("encode"):
            vector = deadline.run("encoding the question", lambda: self._vector(query, ready))
        asker = Asker(self.cluster, deadline, self._preference_for(query))
        question = Question(
            index=self.index,
            legs=tuple(leg.query(query, vector, self.fusion.window) for leg in ready.legs),
            fusion=self.fusion,
            filter=filter,
            source=ready.source,
            explain=explain,
        )
        need = max(offset + k, self._judged)
        with clock("engine"):
            fusion, found = self._find(asker, deadline, question, min(need, self.fusion.window))
        judging = Judging(query, ready.text_fields, self._rerank_depth, deadline, strict)
        ranked = candidates(found)
        if self._reranker is not None:
            with clock("rerank"):
                ranked = judging.rerank(ranked, self._reranker)
        if self._polarity is not None:
            with clock("polarity"):
                ranked = judging.judge_polarity(ranked, self._polarity, self._policy)
        page = enumerate(ranked[offset : offset + k], offset + 1)
        return SearchResult(
            query=query,
            hits=tuple(_hit(each, rank) for rank, each in page),
            fusion=fusion,
            legs=question.names,
            reranked=judging.reranked,
            truncated=judging.truncated,
            warnings=tuple(judging.warnings),
            requests=tuple(asker.requests),
            seconds=clock.seconds(),
        )

    @property
    def text_fields(self) -> tuple[str, ...]:
        """The text fields that are searched and read; the index is asked when none were given."""
        return self._ready.get().text_fields

    def explain_analysis(self, query: str) -> dict[str, list[Explanation]]:
        """How each text field reads the question on the search side, and where its negation cues go.

        Fields named by a pattern are left out. Behind an alias, the first index speaks for all.
        """
        paths = (field.partition("^")[0] for field in self.text_fields)
        return {
            path: [side for side in explain(self.cluster, self.index, path, query) if side.side == "search"]
            for path in paths
            if "*" not in path
        }

    def explain_polarity(self, query: str) -> dict[str, Plan]:
        """What the polarity leg makes of a question, by field; empty for a search without that leg."""
        legs = [leg for leg in self._ready.get().legs if isinstance(leg, PolarityLeg)]
        return {path: plan for leg in legs for path, plan in leg.plans(query).items()}

    def _check(self, query: str, k: int, offset: int) -> None:
        if not query.strip():
            raise UsageError("the question is empty")
        if k < 1 or offset < 0:
            raise UsageError(f"k must be at least 1 and offset at least 0, not {k} and {offset}")
        if offset + k > self.fusion.window:
            raise UsageError(
                f"hits {offset + 1} to {offset + k} lie past the window of {self.fusion.window} that is fused",
                remedy="widen it, for all pages alike: fusion=Rrf(window=...) (--window)",
            )

    def _get_ready(self) -> _Ready:
        fields = IndexFields.of(self.cluster, self.index)
        text_fields = self._text_fields or self._found_text_fields(fields)
        fields.check_text(text_fields)
        legs = tuple(self._leg(leg, fields, text_fields) for leg in self._legs)
        if not legs or len({leg.name for leg in legs}) < len(legs):
            raise UsageError("a search needs at least one leg, and each of them once")
        self.fusion.leg_weights(len(legs))
        for leg in legs:
            if isinstance(leg, DenseLeg):
                fields.check_vector(leg.field)
        if any(leg.needs_vector for leg in legs):
            self._check_vectors(fields)
        return _Ready(fields, text_fields, legs, self._source_option(fields, text_fields))

    def _found_text_fields(self, fields: IndexFields) -> tuple[str, ...]:
        try:
            return (fields.only_text_field(),)
        except UsageError:
            # Without words to search and models that read, the text is for display alone.
            if {"bm25", "polarity"} & set(self._legs) or self._reranker or self._polarity:
                raise
            return ()

    def _source_option(self, fields: IndexFields, text_fields: tuple[str, ...]) -> Any:
        if self._source is None:
            vectors = sorted(fields.all_vector_fields())
            return {"excludes": vectors} if vectors else True
        if isinstance(self._source, (list, tuple)) and (self._reranker or self._polarity):
            # Whatever else is wanted, models need the text. Of a multi-field it stands in the parent.
            paths = {field.partition("^")[0] for field in text_fields}
            needed = paths | {path.rpartition(".")[0] for path in paths if "." in path}
            return [*self._source, *sorted(needed - set(self._source))]
        return self._source

    def _leg(self, leg: str | Leg, fields: IndexFields, text_fields: tuple[str, ...]) -> Leg:
        if not isinstance(leg, str):
            return leg
        if leg == "bm25":
            return LexicalLeg(self._lexical or match(text_fields))
        if leg == "polarity":
            return polarity_leg(fields, self._text_fields)
        if leg == "dense":
            return DenseLeg(self._vector_field or fields.only_vector_field())
        raise UsageError(
            f"there is no leg {leg}",
            remedy="the legs are bm25, polarity and dense; or give an object like LexicalLeg",
        )

    def _check_vectors(self, fields: IndexFields) -> None:
        capabilities = self.cluster.capabilities()
        if not capabilities.knn:
            raise UsageError(
                f"{self.cluster.url} cannot search vectors: {capabilities.reasons.get('knn', 'no kNN')}",
                remedy="search it with words alone: legs=('bm25',) (--legs bm25)",
            )
        noted = fields.embedder()
        if self._encoder is None and noted is None:
            raise UsageError(
                f"the dense leg needs an encoder, and {self.index} does not say what it was made with",
                remedy="give encoder (--encoder), or leave the leg out: legs=('bm25',) (--legs bm25)",
            )
        if self._encoder is None:
            self._encoder = Once(lambda: noted_encoder(noted or {}))
        if noted is None or self._force:
            return
        meta = getattr(self._encoder.get(), "meta", None)
        if meta is not None and (unlike := differences(noted, meta())):
            raise UsageError(
                f"{self.index} was embedded with another model: {'; '.join(unlike)}",
                remedy="search with the model that the index was made with, or give force=True (--force)",
            )

    def _vector(self, query: str, ready: _Ready) -> list[float] | None:
        if not ready.needs_vector:
            return None
        assert self._encoder is not None  # `_check_vectors` has seen to it
        encoder = self._encoder.get()
        with self._encoding:
            row = encoder.encode_queries([query])[0]
        vector = [float(number) for number in row]
        for leg in ready.legs:
            if isinstance(leg, DenseLeg):
                ready.fields.check_dims(leg.field, len(vector))
        return vector

    def _find(
        self, asker: Asker, deadline: Deadline, question: Question, need: int
    ) -> tuple[Fusion, list[Found]]:
        fusion = self._refused or deadline.run(
            "asking what the cluster can do",
            lambda: choose(self.cluster, self._dialect, question, self._fuse_in),
        )
        if fusion.where == "none":
            return fusion, single_leg(self._dialect, asker, question, need)
        if fusion.where == "engine":
            try:
                deadline.run("seeing to the search pipeline", lambda: self._pipeline_once(question))
                return fusion, fuse_in_engine(self._dialect, asker, question, need)
            except RequestFailed as error:
                instead = after_refusal(self.cluster, error, self._fuse_in)
                if instead is None:
                    raise
                self._refused = fusion = instead
        self._notice(fusion)
        return fusion, fuse_in_client(self._dialect, asker, question, need)

    def _pipeline_once(self, question: Question) -> None:
        name = self._pipeline  # read once: a search that is out of time may still be at it in its thread
        if name is not None and isinstance(self._dialect, OpenSearchDialect):
            ensure_pipeline(self.cluster, name, pipeline_of(question))
            self._pipeline = None

    def _notice(self, fusion: Fusion) -> None:
        if self._fuse_in == "auto" and not self._noticed:
            self._noticed = True
            warnings.warn(
                f"{self.cluster.url} does not fuse ({fusion.reason}): esneg fuses in Python; {fusion.remedy}",
                ClientFusionNotice,
                stacklevel=4,
            )

    @property
    def _judged(self) -> int:
        """How many of the first hits models want to see, whatever the page."""
        if self._polarity is not None:
            return self._rerank_depth
        if self._reranker is None:
            return 0
        return min(self._rerank_depth, self._reranker.reads or self._rerank_depth)

    def _preference_for(self, query: str) -> str | None:
        if self._preference != PER_QUESTION:
            return self._preference
        # Elasticsearch keeps names that begin with "_" to itself; this one cannot.
        return f"esneg-{hashlib.sha256(query.encode()).hexdigest()[:12]}"


def _hit(candidate: Candidate, rank: int) -> Hit:
    found = candidate.found
    return Hit(
        id=found.hit.id,
        index=found.hit.index_name,
        rank=rank,
        fused_rank=candidate.fused_rank,
        fused_score=found.score,
        legs=found.legs,
        rerank_score=candidate.rerank_score,
        p_opposite=candidate.p_opposite,
        source=found.hit.source,
    )
