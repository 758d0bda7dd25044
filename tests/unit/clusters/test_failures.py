from __future__ import annotations

import pytest
from fakes.recorded import exchange

from esneg.clusters.failures import HttpFailure, read_error, translated
from esneg.errors import AccessDenied, NotFound, RequestFailed


def error_for(recorded):
    failure = HttpFailure(recorded["status"], recorded["response"])
    return translated(failure, request="POST /x/_search", where="http://h:9200")


@pytest.mark.parametrize(
    ("source", "note", "reason"),
    [
        # Under suppressed[].failed_shards[].reason.caused_by:
        (
            "elasticsearch",
            "wrong vector dimension",
            "The query vector has a different number of dimensions [2] than the document vectors [4].",
        ),
        # Under caused_by, with an empty root_cause:
        (
            "opensearch",
            "past the end",
            "Reached end of search result, increase pagination_depth value to see more results",
        ),
        # "all shards failed" says nothing:
        ("opensearch", "from without depth", "pagination_depth param is missing in the search request"),
        # The cause says less than the error:
        ("elasticsearch", "rrf retriever unknown", "unknown retriever [rrf]"),
        ("opensearch", "hybrid query unknown", "unknown query [hybrid]"),
        ("elasticsearch", "per-retriever weight (9.2 form)", "[1:40] unknown field [retriever]"),
    ],
)
def test_the_reason_is_the_most_telling_one(source, note, reason):
    error = error_for(exchange(source, note))
    assert isinstance(error, RequestFailed)
    assert error.reason == reason
    assert reason in error.message


def test_the_type_is_the_engines_own_and_the_reasons_above_are_kept():
    error = error_for(exchange("elasticsearch", "wrong vector dimension"))
    assert error.type == "status_exception"
    assert any("all shards failed" in line for line in error.details)


def test_a_licence_that_lacks_the_feature_is_no_matter_of_permission():
    error = error_for(exchange("elasticsearch", "rrf retriever"))
    assert isinstance(error, RequestFailed)
    assert error.status == 403


def test_a_blocked_index_is_no_matter_of_permission():
    payload = {"error": {"type": "cluster_block_exception", "reason": "index [x] blocked by: [FORBIDDEN/8]"}}
    assert isinstance(error_for({"status": 403, "response": payload}), RequestFailed)


def test_a_missing_permission_and_refused_credentials_are_access_denied():
    payload = {"error": {"type": "security_exception", "reason": "action [x] is unauthorized for user [low]"}}
    denied = error_for({"status": 403, "response": payload})
    assert isinstance(denied, AccessDenied)
    assert "user [low]" in denied.message
    refused = error_for({"status": 401, "response": "Unauthorized"})
    assert isinstance(refused, AccessDenied)
    assert "--api-key" in refused.remedy


def test_a_missing_index_is_not_found():
    error = error_for(exchange("elasticsearch", "search on missing index"))
    assert isinstance(error, NotFound)
    assert error.type == "index_not_found_exception"


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        ({"error": "no handler found for uri [/x]", "status": 400}, "no handler found for uri [/x]"),
        ({"message": "Missing Authentication Token"}, "Missing Authentication Token"),
        ({"Message": "User: anonymous is not authorized"}, "User: anonymous is not authorized"),
        ("Unauthorized\n", "Unauthorized"),
        ("<html><body><h1>502 Bad Gateway</h1></body></html>", ""),
        ({}, ""),
        (None, ""),
        ([], ""),
        ({"error": {"root_cause": [], "caused_by": None, "failed_shards": [], "suppressed": None}}, ""),
    ],
)
def test_every_shape_of_error_answer_is_read(payload, reason):
    assert read_error(payload).reason == reason


def test_a_reason_is_one_short_line():
    reason = read_error({"error": "a\nb " * 1000}).reason
    assert "\n" not in reason
    assert len(reason) < 500
