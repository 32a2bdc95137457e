"""What systems that live elsewhere answer, asked by a person's command and kept as it came."""
