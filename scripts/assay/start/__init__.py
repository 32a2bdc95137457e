"""The start of a team's own repository: made fresh, filled by a talk, and looked over for what is not set up."""
