"""A cluster of any size without an engine: settings and mappings from a few templates, a toy analysis behind them.

It answers the requests that an audit sends, in the engines' words, and counts them. Its analyzer ``english`` drops
"not" and "no"; every other one keeps all words. It proves nothing about engines: it shows what an audit costs.
"""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from collections.abc import Mapping
from threading import Lock
from typing import Any
from urllib.parse import unquote

from esneg.clusters import Capabilities, Cluster, ClusterInfo

_DROPPED = {"not", "no"}


class ReplayedCluster(Cluster):
    """``indices`` indices of ``fields`` text fields each, made from ``templates`` templates in turn."""

    def __init__(self, indices: int, fields: int, templates: int) -> None:
        super().__init__(ClusterInfo("opensearch", "3.5.0", "OpenSearch", "replayed"))
        self.names = [f"index-{number:05}" for number in range(indices)]
        self._definitions = [_definition(number, fields) for number in range(templates)]
        self.calls: Counter[str] = Counter()
        self._counting = Lock()

    @property
    def url(self) -> str:
        return "replayed"

    def capabilities(self) -> Capabilities:
        return Capabilities()

    def close(self) -> None:
        pass

    def _loses(self, index: str) -> bool:
        return int(index[-5:]) % len(self._definitions) == 0

    def request_text(self, method: str, path: str, **rest: Any) -> str:
        raise NotImplementedError("an audit asks for JSON")

    def request(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout: float | None = None,
    ) -> Any:
        parts = [unquote(part) for part in path.strip("/").split("/")]
        with self._counting:
            self.calls[_kind(parts)] += 1
        if path.startswith("/_resolve/index/"):
            wanted = fnmatch.filter(self.names, parts[-1])
            return {"indices": [{"name": name, "attributes": ["open"]} for name in wanted]}
        if parts[-1] == "_analyze":
            return _analyze(body, dropping=_drops(body) or ("field" in body and self._loses(parts[0])))
        if path.endswith("/_validate/query"):
            return _explain(body["query"], dropping=self._loses(parts[0]))
        if parts[0].startswith("_"):
            return {}
        return {
            name: self._definitions[int(name[-5:]) % len(self._definitions)] for name in parts[0].split(",")
        }


def _definition(number: int, fields: int) -> dict[str, Any]:
    analyzer = "english" if number == 0 else "own"
    own = {"type": "custom", "tokenizer": "whitespace", "filter": ["lowercase"], "number": number}
    return {
        "settings": {"index": {"analysis": {"analyzer": {"own": own}}}},
        "mappings": {
            "properties": {f"field_{each}": {"type": "text", "analyzer": analyzer} for each in range(fields)}
        },
    }


def _words(text: str, *, dropping: bool) -> list[re.Match[str]]:
    words = re.finditer(r"[^\s.,?]+", text)
    return [word for word in words if not (dropping and word.group().lower() in _DROPPED)]


def _drops(body: Mapping[str, Any]) -> bool:
    return body.get("analyzer") == "english" or any("stop" in str(each) for each in body.get("filter", ()))


def _analyze(body: Mapping[str, Any], *, dropping: bool) -> dict[str, Any]:
    texts = [body["text"]] if isinstance(body["text"], str) else body["text"]
    tokens, offset, position = [], 0, 0
    for text in texts:
        for word in _words(text, dropping=dropping):
            tokens.append(
                {
                    "token": word.group().lower(),
                    "position": position,
                    "start_offset": offset + word.start(),
                    "end_offset": offset + word.end(),
                }
            )
            position += 1
        offset += len(text) + 1
        position += 100
    if not body.get("explain"):
        return {"tokens": tokens}
    if "analyzer" in body:
        return {"detail": {"analyzer": {"name": body["analyzer"], "tokens": tokens}}}
    stages = [{"name": str(each), "tokens": tokens} for each in body.get("filter", ())]
    return {"detail": {"tokenizer": {"name": "standard", "tokens": tokens}, "tokenfilters": stages}}


def _explain(query: Mapping[str, Any], *, dropping: bool) -> dict[str, Any]:
    parts = []
    for clause in query["bool"]["should"]:
        ((_, match),) = clause["constant_score"]["filter"].items()
        ((field, options),) = match.items()
        words = _words(options["query"], dropping=dropping if "analyzer" not in options else _drops(options))
        parts.append("ConstantScore(" + " ".join(f"{field}:{word.group().lower()}" for word in words) + ")")
    return {"valid": True, "explanations": [{"explanation": " ".join(parts)}]}


def _kind(parts: list[str]) -> str:
    """What a request asks for: "_analyze", "query" (explained), "_resolve", "index" (settings and mappings)."""
    if parts[0].startswith("_"):
        return parts[0]
    return parts[-1] if len(parts) > 1 else "index"
