"""Errors on the terminal: what is in them cannot steer it."""

import pytest

from esneg.cli.console import print_error
from esneg.errors import UsageError


def test_an_error_with_control_characters_shows_their_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    print_error(UsageError("\x1b[2Jno such index", remedy="\x07look", details=("\x9b31m",)))
    shown = capsys.readouterr().err
    assert "\\x1b[2Jno such index" in shown
    assert "\\x07look" in shown
    assert "\\x9b31m" in shown
    assert not any(character in shown for character in "\x1b\x07\x9b")
