"""What a file says, quoted in a message: never more of it than a person reads."""

from __future__ import annotations

LONGEST = 80  # characters


def quoted(found: str, most: int = LONGEST) -> str:
    """Text between quotes, cut where it is long."""
    return repr(shortened(found, most))


def shortened(found: str, most: int = LONGEST) -> str:
    """Text that ends in ``...`` where it is longer than ``most`` characters."""
    return found if len(found) <= most else f"{found[: most - 3]}..."
