"""Pull requests of GitHub and merge requests of GitLab: what they change, and the one comment that says so."""
