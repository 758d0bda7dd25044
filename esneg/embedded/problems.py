"""Errors of the machine (no space, no permission, a missing extra), said so that a user can act on them."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from esneg.errors import EsnegError

MEGABYTE = 1_000_000


def missing_extra(module: str) -> EsnegError:
    """The error for a library of the ``embedded`` extra that is not installed."""
    return EsnegError(
        f"the embedded engine needs the Python package {module}, which is not installed",
        remedy="pip install 'esneg[embedded]'",
    )


def require_space(directory: Path, needed: int, purpose: str) -> None:
    """Refuses to begin what the disk cannot hold.

    Args:
        directory: exists, on the disk in question.
        needed: bytes.
        purpose: what the space is for, to complete "... needs N MB".

    Raises:
        EsnegError: less than ``needed`` bytes are free.
    """
    free = shutil.disk_usage(directory).free
    if free < needed:
        raise EsnegError(
            f"the disk of {directory} is full: {purpose} needs {needed // MEGABYTE} MB, "
            f"{free // MEGABYTE} MB are free",
            remedy="free some space, or set ESNEG_HOME to a directory on a larger disk",
        )


@contextmanager
def explained(directory: Path) -> Iterator[None]:
    """Turns the operating system's refusals under ``directory`` into an `EsnegError`."""
    try:
        yield
    except PermissionError as error:
        raise EsnegError(
            f"no permission to write {error.filename or directory}",
            remedy="run as the user who owns it, or set ESNEG_HOME to a directory of your own",
        ) from error
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise EsnegError(
                f"cannot use {error.filename or directory}: {error.strerror or error}",
                remedy="set ESNEG_HOME to a directory on a local disk that can be written",
            ) from error
        raise EsnegError(
            f"the disk of {directory} is full ({error.strerror})",
            remedy="free some space and run it again, or set ESNEG_HOME to a directory on a larger disk",
        ) from error
