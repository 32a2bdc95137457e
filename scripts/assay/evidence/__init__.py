"""Claim-level evidence: what recorded answers state, and which exact fragments support each statement."""
