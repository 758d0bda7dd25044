"""The command line: one module a command, found by its file name; parses, calls, prints; no logic.

A command module holds either ``command`` (a function; the module's name is the command's) or ``app`` (a
`typer.Typer` with sub-commands). It imports at its top nothing heavier than typer, so that ``esneg --help``
stays quick: what a command needs, it imports inside its function.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated

import typer

import esneg
from esneg.errors import EsnegError


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"esneg {esneg.__version__}")
        raise typer.Exit


def build_app() -> typer.Typer:
    """The whole command line, made of the modules in `esneg.cli.commands`."""
    from esneg.cli import commands

    app = typer.Typer(
        name="esneg",
        help="Keeps the word 'not' alive in Elasticsearch and OpenSearch.",
        no_args_is_help=True,
        add_completion=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )

    @app.callback()
    def root(
        version: Annotated[
            bool,
            typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave."),
        ] = False,
    ) -> None:
        pass

    for found in iter_modules(commands.__path__):
        module = import_module(f"{commands.__name__}.{found.name}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=found.name)
        else:
            app.command(name=found.name)(module.command)
    return app


def main() -> None:
    """Runs the command line; an `EsnegError` becomes its message, its remedy and exit status 2."""
    try:
        build_app()()
    except EsnegError as error:
        from esneg.cli.console import print_error

        print_error(error)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader (`| head`) has left; there is nobody to tell.
        sys.stderr.close()
        sys.exit(1)
