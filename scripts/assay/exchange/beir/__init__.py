"""Folders of BEIR, read and written."""
