"""What was published, proved again: a revision reproduced, packed for others, held against another."""
