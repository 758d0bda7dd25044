"""What it takes to reach a cluster: one typed object, checked once, at the edge."""

from __future__ import annotations

import base64
import re
import ssl
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import SplitResult, quote, unquote, urlsplit

from esneg.errors import UsageError

AwsService = Literal["es", "aoss"]

DEFAULT_TIMEOUT = 30.0
"""Seconds."""

_DEFAULT_PORTS = {"http": 9200, "https": 443}

_MASK = "***"

_SHORTEST_MASKED = 4
"""Secrets shorter than this are not looked for in messages: "a" would be found in every word."""


def shown_url(url: str) -> str:
    """A URL as it may be shown to anybody: whatever could be user name and password is masked.

    Up to the last "@", and not only up to the one a URL parser takes: an unescaped "/" or "?" in a password
    ends the authority early. Without an http scheme the name and password may begin anywhere.
    """
    before, at, host = url.rpartition("@")
    if not at:
        return url
    scheme = re.match(r"https?://", before, re.IGNORECASE)
    return f"{scheme[0] if scheme else ''}{_MASK}@{host}"


def take_userinfo(urls: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, str | None] | None]:
    """Checks URLs and parts them from the user name and password in them.

    Returns:
        The URLs in full (with a port, without user name and password), and user name and password if any.

    Raises:
        UsageError: not the URL of a cluster, or several different user names or passwords.
    """
    clean: list[str] = []
    found: set[tuple[str, str | None]] = set()
    for url in urls:
        parts = _split(url)
        if parts.username is not None:
            found.add((unquote(parts.username), unquote(parts.password or "") or None))
        clean.append(_without_userinfo(parts))
    if len(found) > 1:
        raise UsageError(
            "the URLs hold different user names or passwords",
            remedy="all of them must lead to one cluster; take the user names out, and give --user and --password",
        )
    return tuple(clean), found.pop() if found else None


@dataclass(frozen=True)
class ConnectionOptions:
    """Where a cluster is and how to get in. Secrets are kept out of ``repr`` and of every message.

    User name and password in a URL are moved into ``username`` and ``password``, unless those are given.

    Attributes:
        urls: the addresses of its nodes, such as ``https://search.example.org:9200``; several share the load,
            and a dead one is passed over. Without a port: 9200 for http, 443 for https.
        cloud_id: an Elastic Cloud ID, in place of ``urls``.
        api_key: an Elasticsearch API key, encoded or as ``id:key``.
        username: for basic authentication.
        password: for basic authentication.
        ca_certs: a PEM file with the authority that signed the cluster's certificate.
        insecure: don't check the certificate.
        aws_region: sign requests (SigV4) for this region, with the credentials that boto3 finds.
        aws_service: "es" for Amazon OpenSearch Service domains, "aoss" for OpenSearch Serverless.
        timeout: seconds that one request may take.

    Raises:
        UsageError: values that cannot be used, alone or together.
    """

    urls: tuple[str, ...] = ()
    cloud_id: str | None = None
    api_key: str | None = field(default=None, repr=False)
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    ca_certs: Path | None = None
    insecure: bool = False
    aws_region: str | None = None
    aws_service: AwsService = "es"
    timeout: float = DEFAULT_TIMEOUT

    def __post_init__(self) -> None:
        self._take_userinfo_out_of_urls()
        self._check_address()
        self._check_credentials()
        if self.ca_certs is not None:
            _check_ca_file(self.ca_certs)
        if self.ca_certs is not None and self.insecure:
            raise UsageError("--ca-certs and --insecure contradict each other", remedy="give one of them")
        if not self.timeout > 0:
            raise UsageError(f"the timeout must be more than 0 seconds, not {self.timeout:g}")

    def _take_userinfo_out_of_urls(self) -> None:
        urls, userinfo = take_userinfo(self.urls)
        object.__setattr__(self, "urls", urls)
        if userinfo and not (self.username or self.password or self.api_key):
            object.__setattr__(self, "username", userinfo[0])
            object.__setattr__(self, "password", userinfo[1])

    def _check_address(self) -> None:
        if self.urls and self.cloud_id:
            raise UsageError(
                "a URL and a cloud ID both name a cluster", remedy="give --url or --cloud-id, not both"
            )
        if not self.urls and not self.cloud_id:
            raise UsageError("no address of a cluster is given", remedy="give --url or --cloud-id")

    def _check_credentials(self) -> None:
        if self.aws_service not in ("es", "aoss"):
            raise UsageError(f'the AWS service is "es" or "aoss", not "{self.aws_service}"')
        if self.aws_service == "aoss" and not self.aws_region:
            raise UsageError(
                "--aws-service aoss needs a region", remedy="give --aws-region, such as eu-central-1"
            )
        if self.api_key and (self.username or self.password):
            raise UsageError(
                "an API key and a user name or password are both given",
                remedy="give --api-key, or --user and --password",
            )
        if self.aws_region and (self.api_key or self.username or self.password):
            raise UsageError(
                "--aws-region signs requests with AWS credentials; no API key, user or password goes with it",
                remedy="leave one of the two out",
            )
        if self.password and not self.username:
            raise UsageError("a password without a user name", remedy="give --user or ESNEG_USER too")
        if self.username and not self.password:
            raise UsageError(
                "a user name without a password",
                remedy="set ESNEG_PASSWORD (or give --password, which other users of this machine may see)",
            )
        for name, secret in (("API key", self.api_key), ("user name", self.username)):
            if secret and re.search(r"[\x00-\x20\x7f]", secret):
                raise UsageError(
                    f"the {name} holds a space or a control character", remedy="copy it again, alone"
                )

    @property
    def authorization(self) -> str | None:
        """The ``Authorization`` header; none for anonymous access and for signed requests."""
        if self.api_key:
            key = _base64(self.api_key) if ":" in self.api_key else self.api_key
            return f"ApiKey {key}"
        if self.username:
            return f"Basic {_base64(f'{self.username}:{self.password}')}"
        return None

    def redact(self, text: str) -> str:
        """The text with every secret of these options masked, in whatever form it travels."""
        for secret in self._secrets():
            text = text.replace(secret, _MASK)
        return text

    def _secrets(self) -> list[str]:
        secrets = {each for each in (self.api_key, self.password) if each}
        if self.api_key and ":" in self.api_key:
            secrets.add(self.api_key.partition(":")[2])
        secrets |= {quote(each, safe="") for each in secrets} | {repr(each)[1:-1] for each in secrets}
        if self.authorization:
            secrets.add(self.authorization.partition(" ")[2])
        # The longest first: a secret may be a part of another one.
        return sorted((each for each in secrets if len(each) >= _SHORTEST_MASKED), key=len, reverse=True)


def _check_ca_file(path: Path) -> None:
    problem = ""
    try:
        ssl.create_default_context(cafile=path)
    except ssl.SSLError:
        problem = "holds no certificate in PEM form"
    except OSError as error:
        problem = f"cannot be read: {error.strerror}"
    if problem:
        raise UsageError(
            f"the CA file {path} {problem}",
            remedy="give --ca-certs the PEM file of the authority that signed the cluster's certificate",
        )


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode("ascii")


def _split(url: str) -> SplitResult:
    shown = shown_url(url)
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        # The parser's own message quotes what it takes for a port; in "http://me:secret" that is no port.
        masked = re.sub(r"^(\w+://[^/:]*):.*", rf"\1:{_MASK}", shown)
        raise UsageError(f"not a URL: {masked}", remedy=_URL_REMEDY) from None
    if parts.scheme not in _DEFAULT_PORTS or not host or "," in host:
        raise UsageError(f"not an http or https URL: {shown}", remedy=_URL_REMEDY)
    if parts.query or parts.fragment or "@" in parts.path:
        raise UsageError(f"the URL {shown} has more than a host, a port and a path", remedy=_URL_REMEDY)
    return parts


_URL_REMEDY = (
    "write it like https://localhost:9200; special characters in a user name or password are percent-encoded, "
    "or better given with --user and --password"
)


def _without_userinfo(parts: SplitResult) -> str:
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    port = parts.port or _DEFAULT_PORTS[parts.scheme]
    return f"{parts.scheme}://{host}:{port}{parts.path.rstrip('/')}"
