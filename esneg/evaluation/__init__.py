"""What each stage of a search does to negation, measured: data, suites, statistics, the runner."""
