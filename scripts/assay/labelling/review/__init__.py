"""Stale labels, one by one: what became of each text, and what a person decides."""
