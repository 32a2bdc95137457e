"""What changed in the gold set between two revisions of the repository, in words of the domain."""
