"""An index searches by vectors, and no text field beside them keeps cues.

**Anti-pattern.** A vector field alone, or beside text fields that all lose negation. Sentence embeddings put a
statement and its negation close together (0.97 at cosine is usual), so the dense leg cannot tell them apart; and
no lexical leg is left that could.

**Better.** A text field whose analysis keeps cues, searched together with the vectors and fused by rank.
"""

from __future__ import annotations

from collections.abc import Iterator

from esneg.audit.model import Cause, Evidence, Finding
from esneg.audit.rules.base import IndexView, Rule


def check(view: IndexView) -> Iterator[Finding]:
    """Yields a finding when an index has vectors and no text field that keeps cues on its index side."""
    searchable = [field.path for field in view.fields if field.analyzed and field.indexed]
    if not view.vectors or set(searchable) - view.losing:
        return
    vector = view.vectors[0]
    beside = (
        f"its text fields all lose cues ({', '.join(searchable)})" if searchable else "it has no text field"
    )
    yield Finding(
        rule=RULE.id,
        severity=RULE.severity,
        index="",
        field=vector.path,
        side="search",
        field_type=vector.type,
        analyzer="",
        language="",
        cause=Cause("mapping", vector.path, {"type": vector.type}),
        lost_cues=(),
        pairs_collapsed=1,
        pairs_probed=1,
        evidence=Evidence("", "", (), ()),
        consequence=f"the index is searched by vectors, which hardly see negation, and {beside}",
        remedy="add a text field whose analysis keeps cues and search it beside the vectors",
    )


RULE = Rule("NEG010", "no lexical leg", "warning", index=check)
