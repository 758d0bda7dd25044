"""Which fields of a record go where: the id, the texts that are embedded, what else is kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

DEFAULT_TEXT = ("text",)

_ID_DIGITS = 32
"""Hexadecimal: 128 bits. That two of a billion different documents share an id has a probability below 1e-20."""


_LONGEST_ID = 512
"""Bytes of UTF-8. The engines refuse a whole bulk request for one id that is longer."""


class Unusable(Exception):
    """A record that cannot become a document; the message is the reason."""


@dataclass(frozen=True)
class Prepared:
    """A record as it will be indexed, but for its vector.

    Attributes:
        id: the document's ``_id``.
        source: the document's JSON.
        passage: the text to embed: the text fields, a line each.
    """

    id: str
    source: str
    passage: str


@dataclass(frozen=True)
class Fields:
    """Which fields of a record are used, and for what. A dot in a name leads into an object (``meta.title``).

    Attributes:
        text: the fields whose text is embedded, in this order; in an index that is created they also get the
            analyzer that keeps negation.
        id: the field whose value becomes the document's ``_id``. None: the id is made from the content
            (`content_id`), so that loading the same document again replaces it.
        metadata: the other fields to keep; None keeps all of them.
    """

    text: tuple[str, ...] = DEFAULT_TEXT
    id: str | None = None
    metadata: tuple[str, ...] | None = None

    def prepare(self, document: Mapping[str, Any], *, vector: str | None) -> Prepared:
        """The document of a record.

        Args:
            document: the record.
            vector: the field that the vector will be put into; None when there will be none.

        Raises:
            Unusable: no text, no id, or a value that no index takes.
        """
        source = self._kept(document)
        passage = self._passage(document) if vector is not None else ""
        if vector is not None and vector.partition(".")[0] in source:
            raise Unusable(f'the record has a field "{vector}" of its own, where the vector would go')
        identifier = content_id(source) if self.id is None else self._given_id(document, self.id)
        return Prepared(identifier, to_json(source), passage)

    def _kept(self, document: Mapping[str, Any]) -> dict[str, Any]:
        if self.metadata is None:
            return {name: value for name, value in document.items() if name != "_id"}
        kept: dict[str, Any] = {}
        for name in (*self.text, *self.metadata):
            _copy(document, name, kept)
        return kept

    def _passage(self, document: Mapping[str, Any]) -> str:
        texts = [text for name in self.text for text in _texts(name, value_of(document, name))]
        passage = "\n".join(texts)
        if not passage.strip():
            raise Unusable(f"there is no text in {' or '.join(self.text)}")
        return passage

    @staticmethod
    def _given_id(document: Mapping[str, Any], field: str) -> str:
        value = value_of(document, field)
        if isinstance(value, bool) or not isinstance(value, (str, int)) or value == "":
            shown = "is missing" if value is None else f"is {json.dumps(value, default=str)[:60]}"
            raise Unusable(f"the id field {field} {shown}")
        found = str(value)
        if len(found.encode(errors="replace")) > _LONGEST_ID:
            raise Unusable(f"the id is longer than the {_LONGEST_ID} bytes that the engines take")
        return found


def value_of(document: Mapping[str, Any], name: str) -> Any:
    """The value of a field: by its literal name, or else along the dots; None when there is none."""
    if name in document:
        return document[name]
    head, dot, rest = name.partition(".")
    inner = document.get(head)
    return value_of(inner, rest) if dot and isinstance(inner, Mapping) else None


def content_id(source: Mapping[str, Any]) -> str:
    """The id of a document without one: the first 32 hexadecimal digits of the SHA-256 of its canonical JSON.

    Canonical JSON: UTF-8, names sorted, no white space. The vector is no part of it, so the id stays when the
    model changes.

    Raises:
        Unusable: a value that JSON lacks.
    """
    return hashlib.sha256(to_json(source, sort_keys=True).encode()).hexdigest()[:_ID_DIGITS]


def to_json(value: Any, *, sort_keys: bool = False) -> str:
    """Compact JSON that every engine reads.

    Raises:
        Unusable: a value that JSON lacks.
    """
    try:
        text = json.dumps(
            value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=sort_keys
        )
        text.encode()
    except UnicodeEncodeError:
        raise Unusable("a text holds half of a surrogate pair, which is no character") from None
    except (ValueError, TypeError) as error:
        raise Unusable(f"a value cannot be written as JSON: {error}") from None
    return text


def _texts(name: str, value: Any) -> list[str]:
    if value is None:
        return []
    values = value if isinstance(value, list) else [value]
    for each in values:
        if not isinstance(each, str):
            raise Unusable(
                f"the text field {name} holds {json.dumps(each, default=str)[:60]}, which is no text"
            )
    return list(values)


def _copy(document: Mapping[str, Any], name: str, target: dict[str, Any]) -> None:
    """Copies a field to the same place of another document; a field that is absent is left out."""
    if name in document:
        target[name] = document[name]
        return
    head, dot, rest = name.partition(".")
    inner = document.get(head)
    if dot and isinstance(inner, Mapping):
        nested = target.setdefault(head, {})
        if isinstance(nested, dict):
            _copy(inner, rest, nested)
            if not nested:
                del target[head]
