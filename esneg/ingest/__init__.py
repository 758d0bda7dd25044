"""Bulk loading: files to documents, texts to vectors, both into an index; nothing lost, and resumable."""
