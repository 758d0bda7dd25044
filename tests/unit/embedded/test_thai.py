from __future__ import annotations

import zipfile
from pathlib import Path

from esneg.embedded.thai import add_break_iterator

BREAK_ITERATOR = "META-INF/services/java.text.spi.BreakIteratorProvider"
NUMBER_FORMAT = "META-INF/services/java.text.spi.NumberFormatProvider"


def test_icu_serves_word_boundaries_and_nothing_else(tmp_path: Path) -> None:
    icu, provider, lib = tmp_path / "icu4j-1.jar", tmp_path / "icu4j-localespi-1.jar", tmp_path / "lib"
    lib.mkdir()
    icu.write_bytes(b"icu")
    with zipfile.ZipFile(provider, "w") as jar:
        for name in (BREAK_ITERATOR, NUMBER_FORMAT, "com/ibm/icu/Provider.class"):
            jar.writestr(name, name)
    add_break_iterator(icu, provider, lib)
    assert (lib / icu.name).read_bytes() == b"icu"
    with zipfile.ZipFile(lib / provider.name) as jar:
        assert jar.namelist() == [BREAK_ITERATOR, "com/ibm/icu/Provider.class"]
        assert jar.read(BREAK_ITERATOR).decode() == BREAK_ITERATOR
