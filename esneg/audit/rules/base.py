"""What a rule is, and the things that rules look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from esneg.analysis.fields import TextField
from esneg.audit.definitions import DefinitionProbe
from esneg.audit.families import Vector
from esneg.audit.model import Finding, Severity
from esneg.audit.probe import FieldProbe
from esneg.clusters import Cluster


@dataclass(frozen=True)
class IndexView:
    """An index as a whole, behind the probes of its fields.

    Attributes:
        fields: its text-like fields.
        vectors: its vector fields.
        losing: the paths of fields that lose cues on their index side.
    """

    fields: tuple[TextField, ...]
    vectors: tuple[Vector, ...]
    losing: frozenset[str]


@dataclass(frozen=True)
class ClusterView:
    """What belongs to no index: templates, stored scripts, pipelines.

    Attributes:
        cluster: to ask, read only.
        languages: the codes of the languages to probe with.
    """

    cluster: Cluster
    languages: tuple[str, ...]


@dataclass(frozen=True)
class Rule:
    """One way to lose negation, and how it is recognised. A rule has one of the four checks.

    Attributes:
        id: "NEG" and three digits; never used twice.
        name: the rule in two or three words.
        severity: of its findings.
        field: reads a probed field and yields findings. It leaves ``index`` empty and ``field`` as probed: the
            runner fills in every index and field that shares the analysis.
        index: reads a whole index; leaves ``index`` empty for the runner to fill in.
        definition: reads a probed analyzer that no field uses yet.
        cluster: asks the cluster; may raise a `ClusterError`, which the runner lists as not audited.
    """

    id: str
    name: str
    severity: Severity
    field: Callable[[FieldProbe], Iterator[Finding]] | None = None
    index: Callable[[IndexView], Iterator[Finding]] | None = None
    definition: Callable[[DefinitionProbe], Iterator[Finding]] | None = None
    cluster: Callable[[ClusterView], Iterator[Finding]] | None = None
