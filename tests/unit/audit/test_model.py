from dataclasses import replace
from typing import Any

import pytest
from fakes.findings import CLUSTER, FINDING

from esneg.audit.model import AuditReport, Unaudited


@pytest.mark.parametrize(
    ("severities", "unaudited", "options", "status"),
    [
        ([], [], {}, 0),
        (["warning"], [], {}, 0),
        (["warning"], [], {"fail_on": "warning"}, 1),
        (["warning"], [], {"fail_on": "info"}, 1),
        (["error"], [], {}, 1),
        (["error"], ["x"], {}, 2),
        ([], ["x"], {}, 2),
        ([], ["x"], {"allow_unaudited": True}, 0),
        (["error"], ["x"], {"allow_unaudited": True}, 1),
    ],
)
def test_the_exit_status_says_clean_findings_or_not_audited(
    severities: list[Any], unaudited: list[str], options: dict[str, Any], status: int
) -> None:
    report = AuditReport(
        CLUSTER,
        findings=tuple(replace(FINDING, severity=severity) for severity in severities),
        unaudited=tuple(Unaudited(target, "closed") for target in unaudited),
    )
    assert report.exit_status(**options) == status


def test_the_json_form_matches_its_schema() -> None:
    import json
    from importlib.resources import files

    import jsonschema

    schema = json.loads((files("esneg.audit") / "schema.json").read_text("utf-8"))
    report = AuditReport(
        CLUSTER, (FINDING,), (Unaudited("x", "closed"),), (Unaudited("i/l", "flattened"),), 0, 1, 1, 1
    )
    jsonschema.validate(report.to_dict(), schema, cls=jsonschema.Draft202012Validator)
    broken = report.to_dict()
    del broken["findings"][0]["remedy"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, schema)
