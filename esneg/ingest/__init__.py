"""Bulk loading: files to documents, texts to vectors, both into an index; nothing lost, and resumable."""

from esneg.ingest.bulk import BulkOptions, LoadStopped
from esneg.ingest.fields import Fields
from esneg.ingest.loading import load
from esneg.ingest.options import LoadOptions, Progress
from esneg.ingest.report import LoadReport
from esneg.ingest.tally import Tally

__all__ = ["BulkOptions", "Fields", "LoadOptions", "LoadReport", "LoadStopped", "Progress", "Tally", "load"]
