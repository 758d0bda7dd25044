"""The connection options, the same on every command that asks a cluster.

::

    @connected
    def command(cluster: Cluster, target: ...) -> None: ...

gives ``command`` the options ``--url``, ``--api-key`` and so on, and calls it with a connected cluster, which is
closed afterwards.
"""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from esneg.errors import UsageError

if TYPE_CHECKING:
    from esneg.clusters import Cluster, ConnectionOptions

_PANEL = "Connection"


class AwsService(str, Enum):
    """What --aws-service takes."""

    es = "es"
    aoss = "aoss"


def _option(*names: str, variable: str, help: str, metavar: str | None = None) -> Any:
    # Typer's own `envvar` would make flags and environment one source; `resolve_options` ranks them.
    return typer.Option(*names, help=f"{help} (env: {variable})", metavar=metavar, rich_help_panel=_PANEL)


def _connection_options(
    url: Annotated[
        list[str] | None,
        _option(
            "--url",
            variable="ESNEG_URL",
            metavar="URL",
            help="Address of the cluster; for several nodes separate by commas, or repeat.",
        ),
    ] = None,
    cloud_id: Annotated[
        str | None, _option("--cloud-id", variable="ESNEG_CLOUD_ID", metavar="ID", help="Elastic Cloud ID.")
    ] = None,
    api_key: Annotated[
        str | None,
        _option(
            "--api-key",
            variable="ESNEG_API_KEY",
            metavar="KEY",
            help="Elasticsearch API key, encoded or id:key.",
        ),
    ] = None,
    user: Annotated[
        str | None, _option("--user", variable="ESNEG_USER", metavar="NAME", help="User name.")
    ] = None,
    password: Annotated[
        str | None,
        _option(
            "--password",
            variable="ESNEG_PASSWORD",
            metavar="PASSWORD",
            help="Password; better in the environment, where other users do not see it.",
        ),
    ] = None,
    ca_certs: Annotated[
        Path | None,
        _option(
            "--ca-certs",
            variable="ESNEG_CA_CERTS",
            metavar="FILE",
            help="PEM file of the authority that signed the cluster's certificate.",
        ),
    ] = None,
    insecure: Annotated[
        bool | None,
        _option(
            "--insecure/--no-insecure",
            variable="ESNEG_INSECURE",
            help="Do not check the cluster's certificate.",
        ),
    ] = None,
    aws_region: Annotated[
        str | None,
        _option(
            "--aws-region",
            variable="ESNEG_AWS_REGION",
            metavar="REGION",
            help="Sign requests with AWS credentials, for this region.",
        ),
    ] = None,
    aws_service: Annotated[
        AwsService | None,
        _option(
            "--aws-service",
            variable="ESNEG_AWS_SERVICE",
            help="es: Amazon OpenSearch Service (default); aoss: OpenSearch Serverless.",
        ),
    ] = None,
    timeout: Annotated[
        float | None,
        _option(
            "--timeout",
            variable="ESNEG_TIMEOUT",
            metavar="SECONDS",
            help="Longest wait for one answer (default: 30).",
        ),
    ] = None,
    profile: Annotated[
        str | None,
        _option(
            "--profile",
            variable="ESNEG_PROFILE",
            metavar="NAME",
            help="Connection named in esneg.toml or pyproject.toml.",
        ),
    ] = None,
) -> ConnectionOptions | None:
    """The options that hold, or None when no cluster is named."""
    from esneg.clusters.resolve import resolve_options, split_urls

    given = {
        "urls": split_urls(url or ()),
        "cloud_id": cloud_id,
        "api_key": api_key,
        "username": user,
        "password": password,
        "ca_certs": ca_certs,
        "insecure": insecure,
        "aws_region": aws_region,
        "aws_service": aws_service and aws_service.value,
        "timeout": timeout,
    }
    return resolve_options(given, profile=profile)


def connected(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the connection options, and its ``cluster`` argument a connected cluster.

    When no cluster is named, it is the embedded engine if that runs, and else a `UsageError`.
    """
    return _with_options(command, _cluster_or_embedded)


def connected_if_given(command: Callable[..., Any]) -> Callable[..., Any]:
    """As `connected`, but ``cluster`` is None when no cluster is named."""
    return _with_options(command, _cluster_or_none)


def connected_when(
    needed: Callable[[Mapping[str, Any]], bool],
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """As `connected` for the calls that need a cluster; for the others ``cluster`` is None and nothing is asked.

    Args:
        needed: told the command's own arguments.
    """
    return lambda command: _with_options(command, _cluster_or_embedded, needed)


def connectable(command: Callable[..., Any]) -> Callable[..., Any]:
    """As `connected_if_given`, but ``cluster`` is a function that connects when called, and gives a context manager.

    An argument ``engine`` of the command that holds an address counts as ``--url``.
    """
    return _with_options(command, _deferred)


def _with_options(
    command: Callable[..., Any],
    open_cluster: Callable[[ConnectionOptions | None], Any],
    needed: Callable[[Mapping[str, Any]], bool] = lambda arguments: True,
) -> Callable[..., Any]:
    # `Cluster` is imported for type checkers only: the real one would load with `esneg --help`.
    own = inspect.signature(command, eval_str=True, locals={"Cluster": Any})
    shared = inspect.signature(
        _connection_options, eval_str=True, locals={"ConnectionOptions": Any}
    ).parameters
    kept = [each for each in own.parameters.values() if each.name != "cluster"]

    @functools.wraps(command)
    def run(**arguments: Any) -> Any:
        given = {name: arguments.pop(name) for name in shared}
        if "://" in str(arguments.get("engine") or ""):
            given["url"] = [arguments["engine"]]
        if not needed(arguments):
            return command(cluster=None, **arguments)
        options = _connection_options(**given)
        with open_cluster(options) as cluster:
            return command(cluster=cluster, **arguments)

    parameters = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in (*kept, *shared.values())]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


@contextmanager
def _cluster_or_none(options: ConnectionOptions | None) -> Iterator[Cluster | None]:
    if options is None:
        yield None
        return
    with _open(options) as cluster:
        yield cluster


@contextmanager
def _deferred(options: ConnectionOptions | None) -> Iterator[Callable[[], Any]]:
    yield functools.partial(_cluster_or_none, options)


@contextmanager
def _cluster_or_embedded(options: ConnectionOptions | None) -> Iterator[Cluster]:
    with _open(options or _embedded()) as cluster:
        yield cluster


@contextmanager
def _open(options: ConnectionOptions) -> Iterator[Cluster]:
    from esneg.clusters import connect

    if options.insecure:
        from esneg.cli.console import stderr

        stderr().print(
            "warning: --insecure: the cluster's certificate is not checked; anybody on the way can read and "
            "change what is sent",
            style="yellow",
            soft_wrap=True,
        )
    with warnings.catch_warnings():
        # The clients turn a cluster's deprecation notices into Python warnings, file and line included.
        warnings.filterwarnings("ignore", module=r"(esneg\.clusters|opensearchpy|elasticsearch)\b")
        with connect(options) as cluster:
            yield cluster


def _embedded() -> ConnectionOptions:
    from esneg.clusters import ConnectionOptions
    from esneg.embedded import EmbeddedEngine

    running = EmbeddedEngine().status()
    if running is None:
        raise UsageError(
            "no cluster is named, and the embedded engine does not run",
            remedy="give --url or set ESNEG_URL (or ELASTICSEARCH_URL, OPENSEARCH_URL), name a --profile, or start a "
            "local engine: esneg engine up",
        )
    return ConnectionOptions(urls=(running.url,))
