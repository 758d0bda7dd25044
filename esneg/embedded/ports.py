"""Ports on the loopback interface."""

from __future__ import annotations

import socket

from esneg.errors import EsnegError, UsageError

LOOPBACK = "127.0.0.1"


def is_free(port: int) -> bool:
    """Whether a server could listen on the port now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As the engine does it: a port with only connections that are fading out is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def any_free() -> int:
    """A port that is free now, chosen by the operating system."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


def require_free(port: int) -> None:
    """Raises an `EsnegError` when another program listens on the port."""
    if not 1024 <= port <= 65535:
        # The node runs without the right to take a lower one.
        raise UsageError(f"port {port} cannot be used", remedy="take a number from 1024 to 65535")
    if not is_free(port):
        raise EsnegError(
            f"port {port} is in use by another program",
            remedy="choose another with --port, or leave --port out",
        )
