"""Makes characters that steer a terminal or reorder text visible: names and texts from a cluster can hold any."""

from __future__ import annotations

import re

_STEERING = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # control characters, the escape of terminal sequences among them
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction marks, embeddings, overrides, isolates
    "\u2028\u2029"  # line and paragraph separators
    "\ud800-\udfff"  # half of a surrogate pair, which no encoding can write
    "\ufffe\uffff"  # no characters: XML refuses them
    "]"
)


def visible(text: str) -> str:
    """The text with every steering character as its escape, such as ``\\x1b`` or ``\\u202e``.

    Joiners (U+200C, U+200D) stay: Persian and Indic words are spelled with them.
    """
    return _STEERING.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
