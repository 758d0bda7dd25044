from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from esneg.embedded import Places
from esneg.embedded.configure import check_heap, jvm_options, node_settings, write_configuration
from esneg.embedded.java import Java
from esneg.errors import UsageError

SHIPPED = """\
## Comment
-Xms1g
-Xmx1g
11-:-XX:+UseG1GC
-Djava.io.tmpdir=${OPENSEARCH_TMPDIR}
-XX:+HeapDumpOnOutOfMemoryError
-XX:HeapDumpPath=data
-XX:ErrorFile=logs/hs_err_pid%p.log
9-:-Xlog:gc*:file=logs/gc.log
20-:--add-modules=jdk.incubator.vector
21-:-javaagent:agent/opensearch-agent.jar
"""
KEPT = [
    "11-:-XX:+UseG1GC",
    "-Djava.io.tmpdir=${OPENSEARCH_TMPDIR}",
    "21-:-javaagent:agent/opensearch-agent.jar",
]


def java(*modules: str) -> Java:
    return Java(home=Path("/java"), major=25, modules=frozenset(modules))


def test_the_node_listens_on_the_loopback_interface_alone(places: Places) -> None:
    settings = node_settings(9333, places)
    assert settings["network.host"] == "127.0.0.1"
    assert settings["http.port"] == 9333
    assert not {name for name in settings if name.endswith("host")} - {"network.host"}


def test_the_heap_is_ours_and_nothing_is_written_beside_the_server() -> None:
    lines = jvm_options(SHIPPED, java("java.base"), "2g").splitlines()
    assert lines[:2] == ["-Xms2g", "-Xmx2g"]
    assert lines[3:] == KEPT
    assert not [line for line in lines if "logs/" in line]


def test_the_vector_module_stays_where_the_runtime_has_it() -> None:
    assert "20-:--add-modules=jdk.incubator.vector" in jvm_options(
        SHIPPED, java("jdk.incubator.vector"), "1g"
    )


@pytest.mark.parametrize("heap", ["512m", "2g", "2G", "800000k"])
def test_a_heap_is_a_number_and_a_unit(heap: str) -> None:
    assert check_heap(heap) == heap.lower()


@pytest.mark.parametrize("heap", ["", "1", "g", "0g", "1.5g", "-1g", "1gb", "1g -version", "1t"])
def test_anything_else_is_refused(heap: str) -> None:
    with pytest.raises(UsageError, match="is not a size"):
        check_heap(heap)


def test_a_link_planted_in_the_configuration_leads_nowhere(places: Places, tmp_path: Path) -> None:
    server = tmp_path / "server"
    (server / "config").mkdir(parents=True)
    (server / "config" / "jvm.options").write_text(SHIPPED)
    victim = tmp_path / "victim"
    victim.write_text("untouched")
    places.config.mkdir(parents=True)
    (places.config / "opensearch.yml").symlink_to(victim)
    write_configuration(places, server, java(), port=9333, heap="1g")
    assert victim.read_text() == "untouched"
    assert yaml.safe_load((places.config / "opensearch.yml").read_text())["discovery.type"] == "single-node"
