"""NevIR (O. Weller, D. Lawrie, B. Van Durme, "NevIR: Negation in Neural Information Retrieval", EACL 2024).

Columns ``q1,q2,doc1,doc2`` (and ``id``) in CSV, TSV or JSON lines: q1 is answered by doc1, q2 by doc2.
"""

from __future__ import annotations

from pathlib import Path

from esneg.evaluation.items import PolicyItem
from esneg.evaluation.readers.tabular import rows

COLUMNS = ("q1", "q2", "doc1", "doc2")


def read(path: Path) -> list[PolicyItem]:
    """Reads the contrastive pairs as items of the policy suite, without rewordings."""
    return [
        PolicyItem(
            id=row["id"],
            passage=row["doc1"],
            opposite_passage=row["doc2"],
            question=row["q1"],
            opposite_question=row["q2"],
        )
        for row in rows(path, COLUMNS)
    ]
