"""TREC qrels, runs and topics, read and written as trec_eval does."""
