"""From documents to chunks, and from topics to results."""
