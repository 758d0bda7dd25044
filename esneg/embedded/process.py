"""The node as a process of the operating system: found again, checked, stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from esneg.embedded.problems import missing_extra
from esneg.errors import EsnegError

if TYPE_CHECKING:
    import psutil

STOP_TIMEOUT = 60
"""Seconds."""

# The start time is computed from the boot time, which moves a little when the clock is set.
_START_TIME_TOLERANCE = 2.0


def find_process(pid: int, start_time: float, mark: str) -> psutil.Process | None:
    """The node's process, or None when it is gone.

    A pid alone proves nothing after a reboot, so these must agree as well:

    Args:
        pid: of the process.
        start_time: when it started, in seconds since the epoch.
        mark: an argument that only this node's command line has.
    """
    if not pid:
        return None
    try:
        import psutil
    except ImportError as error:
        raise missing_extra("psutil") from error
    try:
        process = psutil.Process(pid)
        same_start = abs(process.create_time() - start_time) <= _START_TIME_TOLERANCE
        if same_start and is_alive(process):
            arguments = process.cmdline()
            # For an instant, while the script gives way to Java, there are none.
            if not arguments or mark in arguments:
                return process
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        pass
    return None


def is_alive(process: psutil.Process) -> bool:
    """Whether the process still runs; one that nobody has waited for yet does not."""
    import psutil

    try:
        # In a container nobody may collect the exit status of a node that was killed.
        return process.status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    except psutil.NoSuchProcess:
        return False


def stop(process: psutil.Process) -> None:
    """Stops the node: asks first, so that it closes its indices; kills it when it does not listen."""
    import psutil

    try:
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT)
        except psutil.TimeoutExpired:
            process.kill()
            process.wait(STOP_TIMEOUT)
    except psutil.NoSuchProcess:
        return
    except psutil.AccessDenied as error:
        raise EsnegError(
            f"the engine (pid {process.pid}) belongs to another user and cannot be stopped",
            remedy="run the command as the user who started it, or as root",
        ) from error
