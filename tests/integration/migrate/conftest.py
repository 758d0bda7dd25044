"""Fixtures of the tests of migrations."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from engines.pool import RunningEngine
from fakes.migration import Old, make_old


@pytest.fixture
def stem(engine: RunningEngine, fresh_index: str) -> Iterator[str]:
    """A name; every index whose name begins with it is deleted afterwards."""
    yield fresh_index
    found = engine.cluster.request("GET", f"/{fresh_index}*/_alias", params={"expand_wildcards": "all"})
    for index in found:
        engine.cluster.delete_index(index)


@pytest.fixture
def old(engine: RunningEngine, stem: str) -> Old:
    """Behind an alias."""
    return make_old(engine.cluster, stem, "alias")
