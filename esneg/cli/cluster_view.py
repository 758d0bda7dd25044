"""A cluster and its abilities, printed (`esneg cluster`, `esneg engine status`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

_ABILITIES = {
    "rrf": "fuse by rank in the engine (RRF)",
    "knn": "store and search vectors (k-NN)",
    "reindex": "reindex inside the cluster",
}


def print_as_json(description: Mapping[str, Any]) -> None:
    """Prints a cluster's description (`esneg.clusters.describe`) as JSON on stdout."""
    print(json.dumps(description, indent=2, ensure_ascii=False))


def print_as_table(description: Mapping[str, Any], console: Console) -> None:
    """Prints a cluster's description (`esneg.clusters.describe`) for a person."""
    reasons = description["reasons"]
    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    engine = f"{description['distribution']} {description['version']}".strip()
    lucene = f" (Lucene {description['lucene_version']})" if description["lucene_version"] else ""
    rows = {
        "engine": engine + lucene,
        "cluster": description["cluster_name"],
        "address": description["url"],
        "licence": description["licence"] or reasons.get("licence", ""),
        "plugins": ", ".join(description["plugins"]) or reasons.get("plugins", ""),
    }
    for name, value in rows.items():
        if value:
            table.add_row(name, Text(value))
    for name, able in description["abilities"].items():
        answer = Text("yes", style="green") if able else Text("no", style="yellow")
        if not able and reasons.get(name):
            answer.append(f": {reasons[name]}", style="default")
        table.add_row(name, answer.append(f"  [{_ABILITIES[name]}]", style="dim"))
    console.print(table)
