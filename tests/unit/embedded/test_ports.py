from __future__ import annotations

import socket

import pytest

from esneg.embedded.ports import any_free, is_free, require_free
from esneg.errors import EsnegError, UsageError


def test_a_port_that_is_offered_is_free() -> None:
    port = any_free()
    assert is_free(port)
    require_free(port)


def test_a_port_with_a_listener_is_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert not is_free(port)
        with pytest.raises(EsnegError, match=f"port {port} is in use by another program") as caught:
            require_free(port)
        assert "--port" in caught.value.remedy


@pytest.mark.parametrize("port", [-1, 0, 22, 1023, 65536])
def test_a_port_that_no_ordinary_program_may_take_is_refused(port: int) -> None:
    with pytest.raises(UsageError, match="cannot be used"):
        require_free(port)
