"""The gold set: queries, passages, their rules, and where the passages are in a snapshot."""
