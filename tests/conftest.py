"""What the tests on real engines share: the ``engine`` fixture, two markers, and the closing summary.

``engine``            runs the test once on every engine of the matrix; its ``cluster`` is connected.
``fresh_index``       the name of an index that does not exist yet and is deleted afterwards.
``@pytest.mark.engines("opensearch-3.5", ...)``    only these engines of the matrix.
``@pytest.mark.needs("rrf", "reindex")``           skip where the engine lacks one of these abilities.

See docs/testing.md.
"""

from __future__ import annotations

import signal
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # `engines`, the package beside this file

from engines.catalogue import MATRIX
from engines.containers import EngineFailed
from engines.pool import EnginePool, RunningEngine, matrix

POOL = pytest.StashKey[EnginePool]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "engines(*names): run on these engines of the matrix only")
    config.addinivalue_line(
        "markers", "needs(*abilities): skip where the engine lacks one: rrf, knn, reindex"
    )
    config.stash[POOL] = EnginePool()
    # A terminated run tears down like an interrupted one, so that its containers go too.
    signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def pytest_unconfigure(config: pytest.Config) -> None:
    if POOL in config.stash:
        config.stash[POOL].close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "engine" not in metafunc.fixturenames:
        return
    names: list[Any] = matrix()
    if marker := metafunc.definition.get_closest_marker("engines"):
        if unknown := set(marker.args) - set(MATRIX):
            raise pytest.UsageError(
                f"{metafunc.definition.nodeid}: no such engine: {', '.join(sorted(unknown))}"
            )
        # A cluster that was already up goes by its family's name alone.
        wanted = {*marker.args, *(name.rpartition("-")[0] for name in marker.args)}
        names = [name for name in names if name in wanted]
        if not names:
            reason = f"for {', '.join(marker.args)}, none of which this run has"
            names = [pytest.param("", marks=pytest.mark.skip(reason=reason), id="none")]
    metafunc.parametrize("engine", names, indirect=True, scope="session")


@pytest.fixture(scope="session")
def engine_pool(request: pytest.FixtureRequest) -> EnginePool:
    """The engines of the run by name, for a test that needs a certain one or several at once."""
    return request.config.stash[POOL]


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest) -> RunningEngine:
    """A running engine. One that cannot be started fails the test: it never skips it."""
    try:
        return request.config.stash[POOL].get(request.param)
    except EngineFailed as error:
        reason = str(error)
    pytest.fail(f"{request.param} could not be started: {reason}", pytrace=False)


@pytest.fixture(autouse=True)
def _skip_without_ability(request: pytest.FixtureRequest) -> None:
    marker = request.node.get_closest_marker("needs")
    if marker is None:
        return
    engine: RunningEngine = request.getfixturevalue("engine")
    capabilities = engine.cluster.capabilities()
    for ability in marker.args:
        if not getattr(capabilities, ability):
            request.config.stash[POOL].skipped[engine.name, ability] += 1
            pytest.skip(
                f"{engine.name} lacks {ability}: {capabilities.reasons.get(ability, 'no reason given')}"
            )


@pytest.fixture
def fresh_index(engine: RunningEngine) -> Iterator[str]:
    """The name of an index that does not exist; deleted after the test when the test has made it."""
    name = f"esneg-test-{uuid.uuid4().hex[:12]}"
    yield name
    engine.cluster.delete_index(name, missing_ok=True)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    pool = config.stash[POOL]
    if not pool.running and not pool.failures:
        return
    terminalreporter.section("engines")
    for engine in pool.running.values():
        took = f", up in {engine.seconds:.0f} s" if engine.seconds else ""
        terminalreporter.write_line(f"{engine.name}: {engine.version}, {engine.origin}{took}")
    for name, reason in pool.failures.items():
        terminalreporter.write_line(f"{name}: NOT STARTED: {reason.splitlines()[0]}", red=True)
    for (name, ability), count in sorted(pool.skipped.items()):
        terminalreporter.write_line(f"{name}: {count} skipped, for the engine lacks {ability}")
