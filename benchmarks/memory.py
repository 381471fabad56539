"""How much memory reading takes, in sizes of the motion that comes out."""

from __future__ import annotations

import tracemalloc

from benchmarks.measure import CLIP, Row


def run() -> list[Row]:
    """Rows of (what, measured, bar, details)."""
    import supple
    from supple.core.motion import Motion

    if not CLIP.exists():
        return [("peak memory of reading", "-", "-", f"skipped: {CLIP.name} is not there")]
    supple.read(CLIP)  # loads what reading needs
    tracemalloc.start()
    motion = supple.read(CLIP)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(motion, Motion)
    arrays = motion.rotations.nbytes + motion.root_positions.nbytes
    details = f"{peak / 1e6:.1f} MB, {arrays / 1e6:.1f} MB"
    return [(f"peak memory of reading {CLIP.name} against its arrays", f"{peak / arrays:.1f} x", "< 6 x", details)]
