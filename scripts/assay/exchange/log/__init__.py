"""Questions drawn from a log."""
