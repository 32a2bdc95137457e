"""Two runs of the same scenarios side by side: what changed in each, and which claims differ."""
