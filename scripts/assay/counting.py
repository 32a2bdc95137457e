"""Counts in messages."""


def counted(number: int, one: str, many: str = "") -> str:
    """``1 problem``, ``2 problems``; ``many`` where an s does not make the plural."""
    return f"{number} {one if number == 1 else many or one + 's'}"
