from __future__ import annotations

import sys

import pytest
from fakes.server import ELASTICSEARCH, OPENSEARCH, Answer, serving

from esneg.clusters import ConnectionOptions, connect
from esneg.clusters.opensearch import OpenSearchCluster
from esneg.errors import UsageError


@pytest.fixture
def aws_credentials(monkeypatch, tmp_path):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAEXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "example-secret-key")
    _no_other_credentials(monkeypatch, tmp_path)


def _no_other_credentials(monkeypatch, tmp_path):
    for name in ("AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_DEFAULT_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "config"))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "credentials"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")


@pytest.mark.parametrize("root", [OPENSEARCH, ELASTICSEARCH])
def test_requests_are_signed_for_the_region_and_service(aws_credentials, root):
    with serving({"GET /": Answer(root)}) as server:
        with connect(ConnectionOptions(urls=(server.url,), aws_region="eu-central-1")) as cluster:
            assert isinstance(cluster, OpenSearchCluster)
        header = server.asked[0].headers["authorization"]
    assert header.startswith("AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE/")
    assert "/eu-central-1/es/aws4_request" in header
    assert "example-secret-key" not in str(server.asked[0].headers)


def test_without_boto3_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "boto3", None)
    with pytest.raises(UsageError, match="boto3") as caught:
        connect(ConnectionOptions(urls=("http://127.0.0.1:9",), aws_region="eu-central-1"))
    assert caught.value.remedy == "pip install 'esneg[aws]'"


def test_without_credentials_the_variables_are_named(monkeypatch, tmp_path):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name, raising=False)
    _no_other_credentials(monkeypatch, tmp_path)
    with pytest.raises(UsageError, match="no AWS credentials") as caught:
        connect(ConnectionOptions(urls=("http://127.0.0.1:9",), aws_region="eu-central-1"))
    assert "AWS_ACCESS_KEY_ID" in caught.value.remedy


def test_an_aws_profile_that_does_not_exist_is_named(monkeypatch, tmp_path):
    _no_other_credentials(monkeypatch, tmp_path)
    monkeypatch.setenv("AWS_PROFILE", "nowhere")
    with pytest.raises(UsageError, match="nowhere"):
        connect(ConnectionOptions(urls=("http://127.0.0.1:9",), aws_region="eu-central-1"))
