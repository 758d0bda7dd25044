"""The index templates that keep negation: what they are, and putting them into a cluster."""
