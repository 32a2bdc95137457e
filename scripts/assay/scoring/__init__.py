"""Scoring: what a run found of what people labelled, and the metrics made of it."""
