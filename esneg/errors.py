"""The errors that a user may see: one line that says what and where, and the next step.

The command line prints ``message`` and ``remedy`` and leaves with ``exit_code``; a caller in Python catches
`EsnegError`. Secrets never enter a message: whoever raises one has redacted it first.
"""

from __future__ import annotations


class EsnegError(Exception):
    """Anything that esneg itself reports.

    Args:
        message: one line: what went wrong, and where.
        remedy: one line: what to do next; may be empty when the message already says it.
        details: lines that help to find the cause (the end of a log, say); printed below, never needed to
            understand the message.
    """

    exit_code = 2

    def __init__(self, message: str, *, remedy: str = "", details: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.details = details


class UsageError(EsnegError):
    """An argument, option, file or configuration value that cannot be used."""


class ClusterError(EsnegError):
    """A cluster that could not be asked, or that answered with an error."""


class Unreachable(ClusterError):
    """No answer: refused connection, unknown host, bad certificate, time-out."""


class AccessDenied(ClusterError):
    """The cluster answered 401 or 403."""


class RequestFailed(ClusterError):
    """The cluster answered with an error status.

    Attributes:
        status: the HTTP status.
        type: the engine's name for the error, such as ``index_not_found_exception``; "" when it gave none.
        reason: the engine's reason, taken from the deepest cause that has one.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        type: str = "",
        reason: str = "",
        remedy: str = "",
        details: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message, remedy=remedy, details=details)
        self.status = status
        self.type = type
        self.reason = reason


class NotFound(RequestFailed):
    """The cluster answered 404: no such index, template, pipeline, document."""
