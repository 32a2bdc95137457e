"""Two systems on the same questions: what differs, how surely, and where."""
