"""Where the target's analysis comes from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from esneg.clusters import Cluster
from esneg.errors import UsageError
from esneg.migrate.definition import merged
from esneg.migrate.options import Patch
from esneg.repair import propose
from esneg.templates.packaged import named


@dataclass(frozen=True)
class Target:
    """What the target is to be.

    Attributes:
        patch: how it differs from the source.
        unresolved: findings that the patch does not remove, and why.
    """

    patch: Patch
    unresolved: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """Where the target's analysis comes from: by default the smallest repair, the one that ``esneg fix`` proposes.

    Attributes:
        settings: a JSON file with a merge patch.
        template: the name of a template that comes with esneg.
        language_default: esneg's own analyzer of its language for every field at fault.

    Raises:
        UsageError: more than one of them.
    """

    settings: Path | None = None
    template: str | None = None
    language_default: bool = False

    def __post_init__(self) -> None:
        if sum((self.settings is not None, self.template is not None, self.language_default)) > 1:
            raise UsageError(
                "--target-settings, --template and --language-default each say what the target is",
                remedy="give one of them",
            )

    def target(self, cluster: Cluster, index: str) -> Target:
        """The target for an index.

        Raises:
            UsageError: a file or a template that cannot be used.
        """
        if self.settings is not None:
            return Target(from_file(self.settings))
        if self.template is not None:
            return Target(from_template(cluster, self.template))
        proposal = propose(cluster, index, language_default=self.language_default)
        return Target(
            proposal.patch,
            tuple(f"not repaired: {each.what}: {each.why}; {each.remedy}" for each in proposal.unresolved),
        )


def from_file(path: Path) -> Patch:
    """A patch from a JSON file.

    Raises:
        UsageError: no such file, or no JSON object in it.
    """
    try:
        patch = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}", remedy="give --target-settings a file"
        ) from None
    except ValueError as error:
        raise UsageError(f"{path} is no JSON: {error}", remedy="correct the file") from None
    if not isinstance(patch, dict):
        raise UsageError(
            f"{path} holds no JSON object",
            remedy='write {"settings": {...}, "mappings": {"properties": {...}}}',
        )
    return patch


def from_template(cluster: Cluster, name: str) -> Patch:
    """Settings and mappings of a template that comes with esneg, those of its components included.

    Raises:
        UsageError: there is none of that name for this engine.
    """
    patch: Any = {}
    for part in _parts(cluster, name):
        patch = merged(patch, {kind: part[kind] for kind in ("settings", "mappings") if kind in part})
    found: Patch = patch
    return found


def _parts(cluster: Cluster, name: str) -> Iterator[dict[str, Any]]:
    body = named(cluster.info.engine, name).body
    for component in body.get("composed_of", ()):
        yield from _parts(cluster, component)
    yield dict(body.get("template", {}))
