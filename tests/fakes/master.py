"""A cluster of which only the master is there: indices, their aliases, and one change after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any
from urllib.parse import unquote

from esneg.clusters import Cluster
from esneg.clusters.base import ClusterInfo
from esneg.errors import NotFound, RequestFailed


def _missing(name: str, type: str = "index_not_found_exception") -> NotFound:
    return NotFound(f"no such thing: {name}", status=404, type=type, reason=f"[{name}] missing")


@dataclass
class _Index:
    aliases: dict[str, Any] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)


class Master(Cluster):
    """Answers what a hold asks of a cluster.

    Attributes:
        indices: what there is.
        knows_must_exist: whether it is one that knows this condition (Elasticsearch 7.10 does not).
        before: called with method and path before a request is carried out.
        after: called afterwards; may raise, as when an answer is lost.
    """

    url = "http://master"

    def __init__(self, *indices: str, knows_must_exist: bool = True) -> None:
        super().__init__(ClusterInfo("opensearch", "OpenSearch", "3.5.0", "10.3.2", "master"))
        self.indices = {name: _Index() for name in indices}
        self.knows_must_exist = knows_must_exist
        self.before: Callable[[str, str], None] = lambda method, path: None
        self.after: Callable[[str, str], None] = lambda method, path: None
        self._one_at_a_time = threading.RLock()

    def aliases(self, index: str) -> list[str]:
        return sorted(self.indices[index].aliases)

    def request(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout: float | None = None,
    ) -> Any:
        self.before(method, path)
        with self._one_at_a_time:
            answer = self._carry_out(method, [unquote(part) for part in path.strip("/").split("/")], body)
        self.after(method, path)
        return answer

    def request_text(self, *args: Any, **options: Any) -> str:
        raise NotImplementedError

    def close(self) -> None:
        pass

    def _carry_out(self, method: str, parts: list[str], body: Any) -> Any:
        match method, parts:
            case "POST", ["_aliases"]:
                return self._change(body["actions"])
            case "GET", ["_alias", pattern]:
                found = {
                    name: {
                        alias: each for alias, each in index.aliases.items() if fnmatchcase(alias, pattern)
                    }
                    for name, index in self.indices.items()
                }
                return {name: {"aliases": aliases} for name, aliases in found.items() if aliases}
            case "GET", [name, "_alias"]:
                return {name: {"aliases": self._concrete(name).aliases}}
            case "GET", [name, "_settings"]:
                self._concrete(name)
                return {name: {"settings": {"index": {"uuid": f"uuid of {name}"}}}}
            case "GET", [name, "_mapping"]:
                return {name: {"mappings": {"_meta": self._concrete(name).meta}}}
            case "PUT", [name, "_mapping"]:
                self._named(name).meta = body["_meta"]
                return {}
            case "PUT", [name]:
                if name in self.indices:
                    raise RequestFailed(name, status=400, type="resource_already_exists_exception")
                self.indices[name] = _Index()
                return {}
            case "DELETE", [name]:
                self.indices.pop(name, None)
                return {}
        raise NotImplementedError((method, parts))

    def _concrete(self, name: str) -> _Index:
        if name not in self.indices:
            raise _missing(name)
        return self.indices[name]

    def _named(self, name: str) -> _Index:
        for each in self.indices.values():
            if name in each.aliases:
                return each
        return self._concrete(name)

    def _change(self, actions: list[dict[str, dict[str, Any]]]) -> Any:
        """As the engines do it: indices go first, then one action after the other; all of it or nothing."""
        flat = [(kind, action) for each in actions for kind, action in each.items()]
        if any("must_exist" in action for _, action in flat) and not self.knows_must_exist:
            raise RequestFailed("bad", status=400, reason="[remove] unknown field [must_exist]")
        now = {name: dict(each.aliases) for name, each in self.indices.items()}
        for kind, action in flat:
            if action["index"] not in self.indices:
                raise _missing(action["index"])
            if kind == "remove_index":
                del now[action["index"]]
        for kind, action in flat:
            if kind == "remove_index":
                continue
            if action["index"] not in now:
                raise _missing(action["index"])
            aliases, name = now[action["index"]], action["alias"]
            if kind == "add":
                aliases[name] = {key: value for key, value in action.items() if key not in ("index", "alias")}
            elif aliases.pop(name, None) is None and action.get("must_exist"):
                raise _missing(name, "aliases_not_found_exception")
        self.indices = {name: self.indices[name] for name in now}
        for name, aliases in now.items():
            self.indices[name].aliases = aliases
        return {"acknowledged": True}
