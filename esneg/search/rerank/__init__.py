"""Re-ranking in two layers that stay apart: models give evidence, a policy decides the order."""
