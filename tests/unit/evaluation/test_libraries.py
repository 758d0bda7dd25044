"""Without the extra, the next step is named."""

from __future__ import annotations

import pytest

from esneg.errors import EsnegError
from esneg.evaluation import libraries


def test_all_installed_is_fine() -> None:
    libraries.require_libraries()


def test_what_is_missing_is_named_with_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        libraries, "find_spec", lambda name: None if name in ("scipy", "sklearn") else object()
    )
    with pytest.raises(EsnegError, match="needs scipy, sklearn, which are not installed") as caught:
        libraries.require_libraries()
    assert "esneg[eval]" in caught.value.remedy
