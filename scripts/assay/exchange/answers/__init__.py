"""Answers of a system in use, brought in as a recorded run."""
