"""Texts that a system found and gold does not know: shown, and decided on by people."""
