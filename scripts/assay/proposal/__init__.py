"""A proposed change of the gold set as people review it: what changed, and what that does to every recorded run."""
