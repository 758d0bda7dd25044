"""What lost negation costs: counted on the documents and on the queries that a cluster really has."""

from esneg.audit.cost.queries import cost_of_queries
from esneg.audit.cost.query_files import read_queries
from esneg.audit.cost.sample import sample_documents
from esneg.audit.cost_model import FieldSample, LosingQuery, QueryCost

__all__ = ["FieldSample", "LosingQuery", "QueryCost", "cost_of_queries", "read_queries", "sample_documents"]
