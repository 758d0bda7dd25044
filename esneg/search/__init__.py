"""Search that keeps negation: BM25 and vectors fused by reciprocal rank, the best hits re-ranked."""
