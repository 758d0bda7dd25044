"""Intervals, tests and thresholds, by scipy and scikit-learn; every seed is fixed."""

SEED = 20240229
"""Of every bootstrap and Monte Carlo test; printed in each run."""

RESAMPLES = 9999
"""Of every bootstrap, and of a permutation test that cannot go through all labelings (p is at least 1/10000)."""
