#!/usr/bin/env python3
"""What an audit costs at the size of a real cluster.

Two figures, each printed with what it was measured on:

- On an engine (--url, the embedded one by default): 900 indices of 40 fields from 5 templates. The wall time of the
  audit as a ratio to fetching the same settings and mappings alone, both in this run, in turn, several times.
- Replayed (no engine): 10,000 indices of 100 fields. Peak memory of a process that audits them, and the time at half
  the size and at the full size: twice the size may cost twice the time, not four times.

    .venv/bin/python benchmarks/audit_scale.py [--url URL] [--indices 900] [--runs 5]
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

PREFIX = "esneg-scale"


def analysis(number: int) -> dict[str, object]:
    """The analysis of one template; each differs from the others."""
    stop = {"type": "stop", "stopwords": [*["the", "no", "not"][: 1 + number % 3], f"word{number}"]}
    chain = {"type": "custom", "tokenizer": "standard", "filter": ["lowercase", "own_stop"]}
    return {"filter": {"own_stop": stop}, "analyzer": {"own": chain}}


def on_an_engine(url: str | None, indices: int, fields: int, templates: int, runs: int) -> None:
    """Builds the indices, measures, removes them."""
    from esneg.audit import audit
    from esneg.audit.targets import read, resolve
    from esneg.clusters import ConnectionOptions, connect
    from esneg.embedded import EmbeddedEngine

    where = url or EmbeddedEngine().up().url
    with connect(ConnectionOptions(urls=(where,), timeout=120)) as cluster:
        names = [f"{PREFIX}-{number:04}" for number in range(indices)]
        properties = {f"field_{each}": {"type": "text", "analyzer": "own"} for each in range(fields)}
        try:
            for number, name in enumerate(names):
                settings = {
                    "number_of_shards": 1,
                    "number_of_replicas": 0,
                    "analysis": analysis(number % templates),
                }
                cluster.request(
                    "PUT",
                    f"/{name}",
                    params={"wait_for_active_shards": 0},
                    body={"settings": settings, "mappings": {"properties": properties}},
                )
            fetches, audits = [], []
            for _ in range(runs):
                start = time.perf_counter()
                found, _ = resolve(cluster, [f"{PREFIX}-*"])
                count = sum(1 for _ in read(cluster, found))
                fetches.append(time.perf_counter() - start)
                start = time.perf_counter()
                report = audit(cluster, [f"{PREFIX}-*"])
                audits.append(time.perf_counter() - start)
        finally:
            for at in range(0, len(names), 50):
                cluster.request(
                    "DELETE", "/" + ",".join(names[at : at + 50]), params={"ignore_unavailable": True}
                )
        ratios = [each / fetch for each, fetch in zip(audits, fetches, strict=True)]
        info = cluster.info
        size = f"{count} indices x {fields} fields from {templates} templates, {runs} runs"
        ratio = statistics.median(ratios)
        print(f"{info.distribution} {info.version}: {size}; {len(report.findings)} findings")
        print(f"  fetching settings and mappings   median {statistics.median(fetches):.2f} s")
        print(f"  audit                            median {statistics.median(audits):.2f} s")
        print(
            f"  ratio audit / fetching           median {ratio:.2f}, {min(ratios):.2f} to {max(ratios):.2f}"
        )


def replayed(indices: int, fields: int) -> None:
    """One audit of a replayed cluster; prints its seconds and this process's peak memory."""
    from fakes.replayed_cluster import ReplayedCluster

    from esneg.audit import audit

    cluster = ReplayedCluster(indices, fields, 5)
    start = time.perf_counter()
    report = audit(cluster, ["index-*"])
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{report.indices} {report.fields} {len(report.findings)} {seconds:.3f} {peak:.0f}")


def in_a_process(indices: int, fields: int) -> tuple[float, float, str]:
    """Seconds and peak MB of an audit in a fresh process, and what it audited."""
    command = [sys.executable, __file__, "--replay", str(indices), str(fields)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    count, found_fields, findings, seconds, peak = done.stdout.split()
    return float(seconds), float(peak), f"{count} indices, {found_fields} fields, {findings} findings"


def main() -> None:
    """Parses the arguments and prints both figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--url", help="an engine that is up; the embedded one by default")
    parser.add_argument("--indices", type=int, default=900)
    parser.add_argument("--fields", type=int, default=40)
    parser.add_argument("--templates", type=int, default=5)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--replay", type=int, nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.replay:
        replayed(*given.replay)
        return
    half, _, _ = in_a_process(5_000, 100)
    full, peak, what = in_a_process(10_000, 100)
    print(f"replayed: {what}")
    print(f"  peak memory {peak:.0f} MB; {full:.1f} s, {full / half:.2f} times the time of half the indices")
    on_an_engine(given.url, given.indices, given.fields, given.templates, given.runs)


if __name__ == "__main__":
    main()
