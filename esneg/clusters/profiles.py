"""Named connections in ``esneg.toml`` or in ``pyproject.toml``; secrets have no place there.

In ``esneg.toml``::

    default_profile = "dev"

    [profiles.dev]
    url = "http://localhost:9200"

    [profiles.prod]
    url = ["https://a.example.org:9200", "https://b.example.org:9200"]
    user = "auditor"
    password_env = "PROD_PASSWORD"

In ``pyproject.toml`` the same stands under ``[tool.esneg]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from esneg.clusters.options import shown_url
from esneg.configuration import find_configuration
from esneg.errors import UsageError

_FIELDS = {
    "url": "urls",
    "cloud_id": "cloud_id",
    "user": "username",
    "ca_certs": "ca_certs",
    "insecure": "insecure",
    "aws_region": "aws_region",
    "aws_service": "aws_service",
    "timeout": "timeout",
    "api_key_env": "api_key",
    "password_env": "password",
}

_SECRETS = ("api_key", "password")

_TYPES: Mapping[str, tuple[tuple[type[Any], ...], str]] = {
    "url": ((str, list), "a URL or a list of URLs"),
    "insecure": ((bool,), "true or false"),
    "timeout": ((int, float), "a number of seconds"),
}
_TEXT: tuple[tuple[type[Any], ...], str] = ((str,), "text")


def read(name: str | None, *, environment: Mapping[str, str], directory: Path) -> dict[str, Any]:
    """The fields of `ConnectionOptions` that a profile gives; none when no profile is meant.

    Args:
        name: the profile; the file's ``default_profile`` when absent.
        environment: where ``api_key_env`` and ``password_env`` look.
        directory: the nearest ``esneg.toml``, or ``pyproject.toml`` with ``[tool.esneg]``, from here upwards.

    Raises:
        UsageError: no such profile, a secret in the file, or a value that cannot be used.
    """
    found = find_configuration(directory)
    if found is None:
        if name is None:
            return {}
        raise UsageError(
            f'there is no profile "{name}": neither {directory} nor a directory above it has an esneg.toml, '
            "or a pyproject.toml with [tool.esneg]",
            remedy=f"write the connection into esneg.toml, under [profiles.{name}]",
        )
    path, table = found
    misplaced = sorted((_FIELDS.keys() | {*_SECRETS}) & table.keys())
    if misplaced:
        raise UsageError(
            f'{path}: "{misplaced[0]}" stands outside a profile', remedy="move it under [profiles.NAME]"
        )
    profiles = table.get("profiles", {})
    name = name or table.get("default_profile")
    if name is None:
        return {}
    if not isinstance(profiles, Mapping) or not isinstance(profiles.get(name), Mapping):
        known = ", ".join(sorted(profiles)) if isinstance(profiles, Mapping) and profiles else "none"
        raise UsageError(f'{path} has no profile "{name}"; it has: {known}')
    return _fields(profiles[name], where=f"{path}, profile {name}", base=path.parent, environment=environment)


def _fields(
    profile: Mapping[str, Any], *, where: str, base: Path, environment: Mapping[str, str]
) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, value in profile.items():
        if key in _SECRETS:
            raise UsageError(
                f'{where}: "{key}" is a secret, and files like this one get committed',
                remedy=f'take it out; name the environment variable that holds it: {key}_env = "MY_{key.upper()}"',
            )
        if key not in _FIELDS:
            raise UsageError(f'{where}: unknown setting "{key}"', remedy=f"known are: {', '.join(_FIELDS)}")
        fields[_FIELDS[key]] = _checked(key, value, where=where, base=base, environment=environment)
    return fields


def _checked(key: str, value: Any, *, where: str, base: Path, environment: Mapping[str, str]) -> Any:
    types, wanted = _TYPES.get(key, _TEXT)
    # TOML's true is Python's True, which is an int as well.
    if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
        raise UsageError(f'{where}: "{key}" must be {wanted}')
    if key == "url":
        return _checked_urls(value, where=where)
    if key == "ca_certs":
        return base / Path(value).expanduser()
    if key.endswith("_env"):
        if not environment.get(value):
            raise UsageError(f"{where}: the environment variable {value} ({key}) is not set")
        return environment[value]
    return value


def _checked_urls(value: str | list[Any], *, where: str) -> tuple[str, ...]:
    urls = (value,) if isinstance(value, str) else tuple(value)
    if not all(isinstance(url, str) for url in urls):
        raise UsageError(f'{where}: "url" must be {_TYPES["url"][1]}')
    for url in urls:
        if "@" in url:
            raise UsageError(
                f"{where}: the URL {shown_url(url)} holds a user name or password, and files like this one "
                "get committed",
                remedy='take it out; give user = "NAME" and password_env = "VARIABLE"',
            )
    return urls
