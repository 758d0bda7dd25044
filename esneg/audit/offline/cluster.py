"""Files in the place of a cluster: it answers what an audit asks, so that every rule runs offline as it runs online.

The analysis itself is done by one of two back ends: static rules, or an engine that is sent the definitions inline.
The search side, which an engine would be asked about, follows the documented order of analyzers, with the
difference between the engines that was seen on running ones: OpenSearch and Elasticsearch 7 search with
``default_search`` even on a field that names its own analyzer; Elasticsearch 8 does not.
"""

from __future__ import annotations

import fnmatch
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from esneg.analysis.builtin import Chain, Component
from esneg.analysis.fields import TextField, text_fields
from esneg.analysis.inline import chain_of
from esneg.analysis.settings import AnalysisSettings
from esneg.analysis.stages import Stage
from esneg.audit.offline.files import Definitions
from esneg.audit.offline.merge import index_settings, resolved_template
from esneg.clusters import Capabilities, Cluster, ClusterInfo
from esneg.errors import NotFound, RequestFailed


class Backend(ABC):
    """What analyzes: given a chain, the stages of some texts."""

    @abstractmethod
    def stages(self, chain: Chain | str, texts: Sequence[str]) -> list[Stage]:
        """The stages of a chain, or of a built-in analyzer by its name.

        Raises:
            RequestFailed: it cannot be analyzed with.
        """

    @abstractmethod
    def info(self, dialect: str) -> ClusterInfo:
        """What the report says that judged."""


class OfflineCluster(Cluster):
    """Answers the requests of an audit from files.

    Args:
        definitions: what the files hold.
        backend: what analyzes.
        dialect: "opensearch" or "elasticsearch": whose order of analyzers the search side follows.
    """

    def __init__(self, definitions: Definitions, backend: Backend, dialect: str) -> None:
        super().__init__(backend.info(dialect))
        self._definitions = definitions
        self._backend = backend
        self._settings = {
            name: AnalysisSettings(index_settings(body).get("analysis") or {})
            for name, body in definitions.indices.items()
        }
        self._fields: dict[str, dict[str, TextField]] = {}

    @property
    def url(self) -> str:
        """Files have no address."""
        return "files"

    def capabilities(self) -> Capabilities:
        """Files can do nothing."""
        return Capabilities()

    def close(self) -> None:
        """Nothing to release."""

    def request_text(self, method: str, path: str, **rest: Any) -> str:
        """Not part of an audit."""
        raise RequestFailed(f"{method} {path}: there is no cluster behind files", status=400)

    def request(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout: float | None = None,
    ) -> Any:
        """See `Cluster.request`."""
        parts = [unquote(part) for part in path.strip("/").split("/")]
        if parts[:2] == ["_resolve", "index"]:
            return {"indices": [{"name": name, "attributes": ["open"]} for name in self._named(parts[2])]}
        if parts[-1] == "_analyze":
            return self._analyze(parts[0] if len(parts) > 1 else None, body)
        if parts[-2:] == ["_validate", "query"]:
            return self._explain(parts[0], body["query"])
        if parts[0].startswith("_"):
            return self._templates(parts)
        return {name: self._index(name) for name in parts[0].split(",")}

    def _named(self, target: str) -> list[str]:
        names = list(self._definitions.indices)
        return [target] if target in names else fnmatch.filter(names, target)

    def _index(self, name: str) -> Mapping[str, Any]:
        if name not in self._definitions.indices:
            raise NotFound(f"{name}: not in the files", status=404)
        mappings = self._definitions.indices[name].get("mappings")
        return {
            "settings": {"index": {"analysis": self._settings[name].raw}},
            "mappings": mappings if isinstance(mappings, Mapping) else {},
        }

    def _templates(self, parts: Sequence[str]) -> Any:
        held = self._definitions
        if parts == ["_index_template"]:
            return {
                "index_templates": [
                    {"name": name, "index_template": body} for name, body in held.index_templates.items()
                ]
            }
        if parts[:2] == ["_index_template", "_simulate"]:
            return {"template": resolved_template(held, parts[2])}
        if parts == ["_component_template"]:
            return {
                "component_templates": [
                    {"name": name, "component_template": body}
                    for name, body in held.component_templates.items()
                ]
            }
        return dict(held.legacy_templates) if parts == ["_template"] else {}

    # --- analysis ----------------------------------------------------------------------------------------------

    def _field(self, index: str, path: str) -> TextField:
        if index not in self._fields:
            self._fields[index] = {each.path: each for each in text_fields(self._index(index)["mappings"])}
        return self._fields[index][path]

    def _chain(self, index: str | None, body: Mapping[str, Any]) -> Chain | str:
        """The chain that an ``_analyze`` request means; the name of an analyzer that is not known as a chain."""
        settings = self._settings[index] if index else AnalysisSettings({})
        if "tokenizer" in body:
            tokenizer, *rest = (_component(each) for each in (body["tokenizer"], *body.get("filter", ())))
            return Chain(
                tokenizer, tuple(rest), tuple(_component(each) for each in body.get("char_filter", ()))
            )
        if "field" in body and index:
            field = self._field(index, body["field"])
            if field.normalizer:
                return self._chain(index, {"normalizer": field.normalizer})
            name = field.analyzer or ("default" if settings.defines("default") else "standard")
        else:
            name = str(body.get("analyzer") or body.get("normalizer"))
        try:
            chain = chain_of(settings, name)
        except ValueError as error:
            raise RequestFailed(f"analyzer '{name}' cannot be judged offline: {error}", status=400) from None
        if chain is not None and "normalizer" in body:
            return Chain(Component("keyword", "keyword"), chain.filters, chain.char_filters)
        return settings.builtin_type(name) or name if chain is None else chain

    def _analyze(self, index: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        texts = [body["text"]] if isinstance(body["text"], str) else list(body["text"])
        stages = self._backend.stages(self._chain(index, body), texts)
        if body.get("explain") and self._shows_result_only(index, body):
            stages = [Stage("analyzer", str(body.get("analyzer")), streams=stages[-1].streams)]
        raw = [(stage, _joined(stage, texts)) for stage in stages if stage.kind != "char_filter"]
        if not body.get("explain"):
            return {"tokens": raw[-1][1]}
        if stages[0].kind == "analyzer":
            return {"detail": {"analyzer": {"name": stages[0].name, "tokens": raw[0][1]}}}
        return {
            "detail": {
                "charfilters": [
                    {"name": stage.name, "filtered_text": list(stage.texts)}
                    for stage in stages
                    if stage.texts
                ],
                "tokenizer": {"name": raw[0][0].name, "tokens": raw[0][1]},
                "tokenfilters": [{"name": stage.name, "tokens": tokens} for stage, tokens in raw[1:]],
            }
        }

    def _shows_result_only(self, index: str | None, body: Mapping[str, Any]) -> bool:
        """Whether an engine would show a built-in analyzer here, of which it shows no stages."""
        settings = self._settings[index] if index else AnalysisSettings({})
        return "analyzer" in body and settings.builtin_type(str(body["analyzer"])) is not None

    def _explain(self, index: str, query: Mapping[str, Any]) -> Mapping[str, Any]:
        clauses = [each["constant_score"]["filter"] for each in query["bool"]["should"]]
        kinds = [
            (kind, path, options)
            for each in clauses
            for kind, inner in each.items()
            for path, options in inner.items()
        ]
        kind, path, options = kinds[0]
        field = self._field(index, path)
        name = options.get("analyzer") or self._search_analyzer(index, field, quoted=kind == "match_phrase")
        chain = self._chain(index, {"normalizer" if field.normalizer else "analyzer": name})
        streams = self._backend.stages(chain, [each["query"] for _, _, each in kinds])[-1].streams
        explained = (
            " ".join(f"{path}:{token.text.replace('(', ' ').replace(')', ' ')}" for token in stream)
            for stream in streams
        )
        return {
            "valid": True,
            "explanations": [{"explanation": " ".join(f"ConstantScore({each})" for each in explained)}],
        }

    def _search_analyzer(self, index: str, field: TextField, *, quoted: bool) -> str:
        settings = self._settings[index]
        if field.normalizer:
            return field.normalizer
        if quoted and field.search_quote_analyzer:
            return field.search_quote_analyzer
        if field.search_analyzer:
            return field.search_analyzer
        keeps_its_own = self.info.engine == "elasticsearch" and self.info.version_tuple[:1] != (7,)
        defaults = [name for name in ("default_search",) if settings.defines(name)]
        named = [field.analyzer] if field.analyzer else []
        order = [*named, *defaults] if keeps_its_own else [*defaults, *named]
        return [*order, *(["default"] if settings.defines("default") else []), "standard"][0]


def _component(definition: Any) -> Component:
    if isinstance(definition, Mapping):
        return Component(str(definition.get("type")), definition)
    return Component(str(definition), str(definition))


def _joined(stage: Stage, texts: Sequence[str]) -> list[dict[str, Any]]:
    """The tokens of several texts as one stream, the way ``_analyze`` answers: see `tokens.split_by_text`."""
    from esneg.analysis.tokens import utf16_length

    joined: list[dict[str, Any]] = []
    offset = position = 0
    for text, stream in zip(texts, stage.streams, strict=True):
        joined += [
            {
                "token": token.text,
                "position": position + token.position,
                "positionLength": token.length,
                "start_offset": offset + token.start,
                "end_offset": offset + token.end,
            }
            for token in stream
        ]
        offset += utf16_length(text) + 1
        position += 100 + max((token.position for token in stream), default=0)
    return joined
