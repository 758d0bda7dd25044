"""``esneg demo`` on a cluster that is given. (On the embedded engine: tests/e2e/test_engine_cli.py starts one.)"""

from __future__ import annotations

import re

import pytest
from engines.pool import RunningEngine
from fakes.command_line import Cli


@pytest.mark.engines("opensearch-3.5", "elasticsearch-8.19")
def test_the_stock_index_puts_the_opposite_first_and_esnegs_puts_the_answer_first(
    cli: Cli, engine: RunningEngine
) -> None:
    done = cli("demo", "--url", engine.url)
    for index in ("esneg-demo-stock", "esneg-demo-kept"):
        engine.cluster.delete_index(index)
    assert done.returncode == 0, done.stderr
    ranks = [re.findall(r"rank (\d+)", line) for line in done.stdout.splitlines() if "rank" in line]
    assert ranks == [["2", "1"], ["1", "2"]]  # the answer, its opposite: stock, then esneg's
    assert "english_stop" in done.stdout
    assert "clean" in done.stdout
    assert "esneg audit --url https://my-cluster:9200" in done.stdout
