"""A small cross-encoder that reads "not": its weights, and a loader that needs onnxruntime and tokenizers alone."""

from esneg.polarity_model.model import PACKAGED, PolarityModel, missing

__all__ = ["PACKAGED", "PolarityModel", "missing"]
