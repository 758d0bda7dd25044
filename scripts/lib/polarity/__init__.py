"""What `scripts/evaluate-polarity-model` measures: one file a test."""
