"""Evaluation of retrieval as data: labels, runs and reports, reproducible byte for byte."""
