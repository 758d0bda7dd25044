"""What an audit costs grows with distinct analyses, never with indices or fields."""

from fakes.replayed_cluster import ReplayedCluster

from esneg.audit import audit


def probes(indices: int, fields: int, templates: int) -> tuple[int, int]:
    cluster = ReplayedCluster(indices, fields, templates)
    report = audit(cluster, ["index-*"])
    assert (report.indices, report.fields, report.analyses) == (indices, indices * fields, templates)
    assert report.unaudited == ()
    return cluster.calls["_analyze"], cluster.calls["query"]


def test_ten_times_the_indices_and_fields_cost_the_same_probes() -> None:
    assert probes(10, 4, 3) == probes(100, 40, 3)


def test_more_analyses_cost_more_probes() -> None:
    few, many = sum(probes(50, 4, 2)), sum(probes(50, 4, 10))
    assert few < many <= 5 * few


def test_settings_and_mappings_are_read_many_indices_a_request() -> None:
    cluster = ReplayedCluster(1000, 4, 3)
    audit(cluster, ["index-*"])
    assert cluster.calls["index"] <= 10
