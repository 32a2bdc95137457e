"""What other systems found, as recorded runs."""
