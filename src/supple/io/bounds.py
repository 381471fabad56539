"""How much a file may unfold to, in proportion to its size."""

from __future__ import annotations

FREE_POSES = 250_000  # joints times frames that any file may have; more only in proportion to its size
_BYTES_PER_POSE = 5  # a capture has 16 bytes for every joint that turns in a frame


def most_frames(size: int, nodes: int) -> int:
    """How many frames a file of ``size`` bytes may have, so that a small file cannot ask for all memory."""
    return max((FREE_POSES + size // _BYTES_PER_POSE) // nodes, 2)
