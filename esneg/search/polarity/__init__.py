"""The polarity leg: BM25 that reads "not", inside the engine and without a model."""

from esneg.search.polarity.leg import PolarityLeg, polarity_leg
from esneg.search.polarity.plan import Clause, Plan, plan
from esneg.search.polarity.query import build_query, query_of
from esneg.search.polarity.weights import Weights

__all__ = ["Clause", "Plan", "PolarityLeg", "Weights", "build_query", "plan", "polarity_leg", "query_of"]
