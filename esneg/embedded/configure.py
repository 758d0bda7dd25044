"""The node's configuration files, written anew at each start."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import yaml

from esneg.embedded.java import Java
from esneg.embedded.places import CLUSTER_NAME, Places
from esneg.embedded.ports import LOOPBACK
from esneg.errors import UsageError

VECTOR_MODULE = "jdk.incubator.vector"

# The heap, which esneg sets, comments, and what would be written beside the server: it is read-only.
_UNWANTED = ("#", "-Xms", "-Xmx", "-Xlog:gc", "-Xloggc", "-XX:+HeapDump", "-XX:HeapDump", "-XX:ErrorFile")
# The server's script knows the directory; no other form survives a path with spaces.
_CRASH_REPORT = "-XX:ErrorFile=${OPENSEARCH_TMPDIR}/hs_err_pid%p.log"

# One stream, which esneg sends to one file: the distribution's six rolling files would only hide the cause
# of a failed start.
_LOG4J2 = """\
status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] %marker%m%n
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
"""


def node_settings(port: int, places: Places) -> dict[str, Any]:
    """``opensearch.yml``."""
    return {
        "cluster.name": CLUSTER_NAME,
        "node.name": "esneg",
        "path.logs": str(places.log.parent),
        "network.host": LOOPBACK,
        "http.port": port,
        # Nobody else joins this node: any free port will do.
        "transport.port": 0,
        "discovery.type": "single-node",
        # A nearly full laptop disk would otherwise leave every shard unassigned.
        "cluster.routing.allocation.disk.threshold_enabled": False,
        # Counts the memory of the native libraries, which this distribution of the plugin lacks.
        "knn.memory.circuit_breaker.enabled": False,
    }


def jvm_options(shipped: str, java: Java, heap: str) -> str:
    """The distribution's ``jvm.options`` with this heap, less what cannot be done here.

    Left out: the collector's log and the dumps (written beside the server), and the vector module where the
    runtime was built without it.
    """
    unwanted = list(_UNWANTED)
    if VECTOR_MODULE not in java.modules:
        unwanted.append(f"--add-modules={VECTOR_MODULE}")
    lines = [line for line in shipped.splitlines() if line.strip()]
    # A line may begin with the Java versions that it is for: "20-:--add-modules=...".
    kept = [line for line in lines if not re.sub(r"^[\d-]+:", "", line).startswith(tuple(unwanted))]
    return "\n".join([f"-Xms{heap}", f"-Xmx{heap}", _CRASH_REPORT, *kept]) + "\n"


def check_heap(heap: str) -> str:
    """Returns the heap as Java reads it: a whole number and k, m or g.

    Raises:
        UsageError: anything else.
    """
    if not re.fullmatch(r"[1-9]\d*[kmgKMG]", heap):
        raise UsageError(f"heap {heap!r} is not a size", remedy="give a whole number with m or g: 512m, 2g")
    return heap.lower()


def write_configuration(places: Places, server: Path, java: Java, *, port: int, heap: str) -> None:
    """Makes the configuration directory anew."""
    # The node's user owns the old one: a link planted in it must not lead root elsewhere.
    shutil.rmtree(places.config, ignore_errors=True)
    places.config.mkdir(parents=True)
    shipped = (server / "config" / "jvm.options").read_text(encoding="utf-8")
    files = {
        "opensearch.yml": yaml.safe_dump(node_settings(port, places), sort_keys=False),
        "jvm.options": jvm_options(shipped, java, heap),
        "log4j2.properties": _LOG4J2,
    }
    for name, text in files.items():
        (places.config / name).write_text(text, encoding="utf-8")
