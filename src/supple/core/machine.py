"""What the machine has."""

from __future__ import annotations

import os


def memory_bytes() -> int | None:
    """All the memory of the machine [bytes]; None where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None


def cores() -> int:
    """Cores that this process may use: fewer than the machine has where somebody set bounds."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
