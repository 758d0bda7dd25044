"""The target's settings and mappings: the source's, less what belongs to the source alone, plus the repair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from esneg.errors import UsageError
from esneg.migrate.options import Patch

_ENGINES_OWN = (
    "creation_date",
    "creation_date_string",
    "frozen",
    "history.uuid",
    "provided_name",
    "remote_store.",
    "resize.",
    "routing.allocation.initial_recovery.",
    "search.throttled",
    "shrink.",
    "store.snapshot.",
    "uuid",
    "verified_before_close",
    "version.",
)
"""What the engine writes itself, for this one index; it refuses most of it in a request.

Source: `IndexMetadata` and `MetadataCreateIndexService` of both engines.
"""

_LEFT_BEHIND = {
    "lifecycle.": "a policy acts on the age of an index, and the target is new: attach it after the switch",
    "plugins.index_state_management.": "a policy acts on the age of an index: attach it after the switch",
    "opendistro.index_state_management.": "a policy acts on the age of an index: attach it after the switch",
    "blocks.": "a block of the old index: put it on the target after the switch if you still want it",
}
"""Prefix of a setting -> why it is not carried over."""

_WHILE_COPYING: Mapping[str, Any] = {
    "refresh_interval": "-1",
    "number_of_replicas": "0",
    "auto_expand_replicas": "false",
    # Documents have been through their pipelines already.
    "default_pipeline": "_none",
    "final_pipeline": "_none",
    # A half-full target must not turn up in a wildcard search.
    "hidden": "true",
}
"""Settings of the target until all documents are in it."""


@dataclass(frozen=True)
class NotCarried:
    """Something of the source that the target does not get, and why."""

    what: str
    reason: str


@dataclass(frozen=True)
class Change:
    """One difference between source and target; None where a side has nothing.

    Attributes:
        path: dotted, beginning with "settings." or "mappings.".
    """

    path: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Definition:
    """Settings and mappings of an index.

    Attributes:
        settings: dotted names without "index.", and ``analysis`` as a tree.
        mappings: as the engine takes them.
    """

    settings: Mapping[str, Any]
    mappings: Mapping[str, Any]

    def for_copying(self) -> dict[str, Any]:
        """The settings of the target while it is being filled."""
        return {**self.settings, **_WHILE_COPYING}

    def after_copying(self) -> dict[str, Any]:
        """The settings to put when it is full; None takes a setting away. It stays hidden until the switch."""
        return {name: self.settings.get(name) for name in _WHILE_COPYING if name != "hidden"}


def carried(settings: Mapping[str, Any], mappings: Mapping[str, Any]) -> tuple[Definition, list[NotCarried]]:
    """What of an index's settings and mappings goes over, and what does not.

    Args:
        settings: ``settings.index`` as the engine gives it.
        mappings: the mappings.
    """
    kept: dict[str, Any] = {}
    left: list[NotCarried] = []
    for name, value in _settings(settings).items():
        if name.startswith(_ENGINES_OWN) or (name, value) == ("store.type", "snapshot"):
            continue
        reason = next((why for prefix, why in _LEFT_BEHIND.items() if name.startswith(prefix)), None)
        if reason is None:
            kept[name] = value
        else:
            left.append(NotCarried(f"setting index.{name}: {value}", reason))
    return Definition(kept, mappings), left


def repaired(source: Definition, patch: Patch) -> Definition:
    """The source's definition with a patch on it.

    Raises:
        UsageError: the patch is no body with ``settings`` and ``mappings``.
    """
    unknown = set(patch) - {"settings", "mappings"}
    if unknown or not all(isinstance(patch.get(part, {}), Mapping) for part in ("settings", "mappings")):
        raise UsageError(
            f"target settings: expected an object with settings and mappings, found {', '.join(sorted(patch))}",
            remedy='write {"settings": {"analysis": ...}, "mappings": {"properties": ...}}: only what is to change',
        )
    return Definition(
        merged(source.settings, _settings(patch.get("settings", {}))),
        merged(source.mappings, patch.get("mappings", {})),
    )


def changes(before: Definition, after: Definition) -> list[Change]:
    """Every difference, in the order of the paths."""
    old = {f"settings.{k}": v for k, v in _leaves(before.settings)} | {
        f"mappings.{k}": v for k, v in _leaves(before.mappings)
    }
    new = {f"settings.{k}": v for k, v in _leaves(after.settings)} | {
        f"mappings.{k}": v for k, v in _leaves(after.mappings)
    }
    return [
        Change(path, old.get(path), new.get(path))
        for path in sorted(old.keys() | new.keys())
        if _plain(old.get(path)) != _plain(new.get(path))
    ]


def _settings(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted names without "index.", whichever way they were written; ``analysis`` stays a tree."""
    flat: dict[str, Any] = {}
    analysis: dict[str, Any] = {}
    for name, value in _leaves(raw):
        name = name.removeprefix("index.")
        if name.startswith("analysis."):
            _plant(analysis, name.split(".", 3)[1:], value)
        else:
            flat[name] = value
    return {**flat, "analysis": analysis} if analysis else flat


def _plant(tree: dict[str, Any], path: list[str], value: Any) -> None:
    for step in path[:-1]:
        tree = tree.setdefault(step, {})
    tree[path[-1]] = value


def _leaves(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def merged(base: Any, patch: Any) -> Any:
    """RFC 7386: objects merge, null removes, anything else replaces."""
    if not isinstance(patch, Mapping):
        return patch
    result = dict(base) if isinstance(base, Mapping) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merged(result.get(name), value)
    return result


def _plain(value: Any) -> Any:
    # The engines give every setting back as a string.
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, (int, float)) else value
