"""Signing requests for Amazon OpenSearch Service and OpenSearch Serverless (SigV4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from esneg.clusters.options import AwsService
from esneg.errors import UsageError

Signer = Callable[[str, str, Any, Mapping[str, str] | None], dict[str, str]]


def signer(region: str, service: AwsService) -> Signer:
    """What signs a request: opensearch-py's own signer, with the credentials that boto3 finds.

    boto3 looks at the environment, ``~/.aws``, and the role of the machine or container, in that order.

    Raises:
        UsageError: boto3 is not installed, or finds no credentials.
    """
    try:
        import boto3
    except ImportError:
        raise UsageError(
            "signing requests for AWS needs boto3, which is not installed", remedy="pip install 'esneg[aws]'"
        ) from None
    from botocore.exceptions import BotoCoreError
    from opensearchpy import Urllib3AWSV4SignerAuth

    try:
        credentials = boto3.Session().get_credentials()
    except BotoCoreError as error:
        raise UsageError(f"the AWS credentials cannot be read: {error}", remedy=_REMEDY) from None
    if credentials is None:
        raise UsageError("no AWS credentials were found", remedy=_REMEDY)
    sign: Signer = Urllib3AWSV4SignerAuth(credentials, region, service)
    return sign


_REMEDY = "set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
