"""Which cluster is meant: flags, a profile named by one, ``ESNEG_*``, the default profile, what people have set."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from esneg.clusters import profiles
from esneg.clusters.options import ConnectionOptions, take_userinfo
from esneg.errors import UsageError

Layer = Mapping[str, Any]
"""Fields of `ConnectionOptions` that one source gives; absent ones are missing or None."""

_ESNEG_VARIABLES = {
    "urls": "ESNEG_URL",
    "cloud_id": "ESNEG_CLOUD_ID",
    "api_key": "ESNEG_API_KEY",
    "username": "ESNEG_USER",
    "password": "ESNEG_PASSWORD",
    "ca_certs": "ESNEG_CA_CERTS",
    "insecure": "ESNEG_INSECURE",
    "aws_region": "ESNEG_AWS_REGION",
    "aws_service": "ESNEG_AWS_SERVICE",
    "timeout": "ESNEG_TIMEOUT",
}

_SWITCHES = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}

# Each group is taken in one kind only, from the highest source that says anything: a key given as a flag is not
# mixed with a user name from the environment.
_ADDRESSES = (("urls",), ("cloud_id",))
_CREDENTIALS = (("api_key",), ("username", "password"), ("aws_region", "aws_service"))
_TRUST = (("insecure",), ("ca_certs",))


@dataclass(frozen=True)
class Family:
    """The environment variables that one engine's users have set, the first of each name winning."""

    name: str
    variables: Mapping[str, tuple[str, ...]]
    default_user: str | None = None

    def read(self, environment: Mapping[str, str]) -> dict[str, Any]:
        """What the environment says, with an API key preferred to a password."""
        found: dict[str, Any] = {}
        for field, names in self.variables.items():
            name = next((name for name in names if environment.get(name)), None)
            if name is not None:
                found[field] = _value(field, environment[name], name)
        if found.get("api_key"):
            found.pop("username", None)
            found.pop("password", None)
        elif found.get("password") and self.default_user:
            found.setdefault("username", self.default_user)
        return found


FAMILIES = (
    Family(
        "Elasticsearch",
        {
            "urls": ("ELASTICSEARCH_URL", "ES_URL", "ELASTICSEARCH_HOSTS"),
            "cloud_id": ("ELASTIC_CLOUD_ID", "ES_CLOUD_ID"),
            "api_key": ("ELASTIC_API_KEY", "ELASTICSEARCH_API_KEY", "ES_API_KEY"),
            "username": ("ELASTIC_USERNAME", "ELASTICSEARCH_USERNAME", "ES_USERNAME"),
            "password": ("ELASTIC_PASSWORD", "ELASTICSEARCH_PASSWORD", "ES_PASSWORD"),
        },
        # The built-in superuser, whose password ELASTIC_PASSWORD is in Elastic's own images.
        default_user="elastic",
    ),
    Family(
        "OpenSearch",
        {
            "urls": ("OPENSEARCH_URL",),
            "username": ("OPENSEARCH_USERNAME", "OPENSEARCH_USER"),
            "password": ("OPENSEARCH_PASSWORD",),
        },
    ),
)


def resolve_options(
    given: Layer | None = None,
    *,
    profile: str | None = None,
    environment: Mapping[str, str] | None = None,
    directory: Path | None = None,
) -> ConnectionOptions | None:
    """The options that hold, or None when nothing says where a cluster is.

    Args:
        given: what was said outright (command line flags), by field of `ConnectionOptions`.
        profile: the profile's name; ``ESNEG_PROFILE``, then the file's ``default_profile``, when absent.
        environment: the environment variables; the process's own when absent.
        directory: where the search for ``esneg.toml`` and ``pyproject.toml`` begins; the working directory when
            absent.

    Raises:
        UsageError: values that cannot be used, alone or together; a profile that does not exist or holds a
            secret; Elasticsearch's and OpenSearch's own variables set at once, with nothing to choose by.
    """
    environment = os.environ if environment is None else environment
    outright = {field: value for field, value in (given or {}).items() if value is not None}
    from_environment = _from_environment(environment)
    from_profile = profiles.read(
        profile or environment.get("ESNEG_PROFILE") or None,
        environment=environment,
        directory=directory or Path.cwd(),
    )
    # A profile that is named outright is as deliberate as a flag: `--profile staging` must never reach the
    # production cluster that happens to be exported in the shell.
    rest = (from_profile, from_environment) if profile else (from_environment, from_profile)
    sources: list[Layer] = [outright, *rest]
    merged = _merge(sources)
    if not (_has_address(merged) and _has_credentials(merged)):
        family = _choose_family(merged, environment)
        if family is not None:
            merged = _merge([*sources, family])
    if not _has_address(merged) and not _has_credentials(_merge([outright, from_environment])):
        return None
    return ConnectionOptions(**merged)


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    return {
        field: _value(field, environment[name], name)
        for field, name in _ESNEG_VARIABLES.items()
        if environment.get(name)
    }


def _value(field: str, text: str, variable: str) -> Any:
    if field == "urls":
        return split_urls([text])
    if field == "ca_certs":
        return Path(text)
    if field == "timeout":
        try:
            return float(text)
        except ValueError:
            raise UsageError(f'{variable} must be a number of seconds, not "{text}"') from None
    if field == "insecure":
        if text.lower() not in _SWITCHES:
            raise UsageError(f'{variable} must be true or false, not "{text}"')
        return _SWITCHES[text.lower()]
    return text


def split_urls(values: Iterable[str]) -> tuple[str, ...]:
    """The addresses in values that may each hold several, separated by commas.

    Only before the next ``http``: a password in a URL may hold a comma, and a part of it must not become a URL of
    its own.
    """
    split = (url.strip() for value in values for url in re.split(r",\s*(?=https?://|$)", value))
    return tuple(url for url in split if url)


def _merge(sources: Iterable[Layer]) -> dict[str, Any]:
    """One set of fields from several sources, the highest first."""
    layers = [dict(source) for source in sources]
    address_from = next((layer for layer in layers if layer.get("urls") or layer.get("cloud_id")), None)
    for layer in layers:
        if layer.get("urls"):
            layer["urls"], userinfo = take_userinfo(layer["urls"])
            # A name and password in a URL are for that URL, and go nowhere else.
            if userinfo and layer is address_from and not any(layer.get(kind[0]) for kind in _CREDENTIALS):
                layer["username"], layer["password"] = userinfo
    merged: dict[str, Any] = {}
    for kinds in (_ADDRESSES, _CREDENTIALS, _TRUST):
        deciding = next((layer for layer in layers if _kinds_in(layer, kinds)), None)
        for kind in _kinds_in(deciding, kinds) if deciding else ():
            merged |= {field: _first(layers, field) for field in kind}
    merged["timeout"] = _first(layers, "timeout")
    return {field: value for field, value in merged.items() if value is not None}


def _kinds_in(layer: Layer, kinds: tuple[tuple[str, ...], ...]) -> list[tuple[str, ...]]:
    # `insecure: False` says something too: it overrides a lower source.
    return [kind for kind in kinds if any(layer.get(field) not in (None, "", ()) for field in kind)]


def _first(layers: Iterable[Layer], field: str) -> Any:
    return next((layer[field] for layer in layers if layer.get(field) not in (None, "", ())), None)


def _has_address(fields: Layer) -> bool:
    return bool(fields.get("urls") or fields.get("cloud_id"))


def _has_credentials(fields: Layer) -> bool:
    return bool(fields.get("api_key") or fields.get("password") or fields.get("aws_region"))


def _choose_family(above: Layer, environment: Mapping[str, str]) -> dict[str, Any] | None:
    """The well-known variables to use: of the family that names a cluster, or else of the one with credentials."""
    read = [(family, family.read(environment)) for family in FAMILIES]
    wanted = _has_credentials if _has_address(above) else _has_address
    candidates = [(family, fields) for family, fields in read if wanted(fields)]
    if len(candidates) > 1:
        what = "credentials" if _has_address(above) else "clusters"
        names = " and ".join(family.name for family, _ in candidates)
        raise UsageError(
            f"the environment names {what} of {names} at once, and nothing says which is meant",
            remedy="say it with --url and --api-key or --user, with ESNEG_URL and the like, or with --profile",
        )
    return candidates[0][1] if candidates else None
