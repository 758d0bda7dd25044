"""A real single-node OpenSearch with k-NN on this machine, as a plain local process."""

from esneg.embedded.engine import EmbeddedEngine, RunningEngine
from esneg.embedded.places import Places
from esneg.embedded.progress import Progress, Report

__all__ = ["EmbeddedEngine", "Places", "Progress", "Report", "RunningEngine"]
