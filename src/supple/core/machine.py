"""What the machine has."""

from __future__ import annotations

import os


def memory_bytes() -> int | None:
    """All the memory of the machine [bytes]; None where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None
