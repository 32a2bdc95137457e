"""Questions and labels of other tools as rows of the gold set."""
