"""The smallest change to an index's own analysis that removes an audit's findings."""
