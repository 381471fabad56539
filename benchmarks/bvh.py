"""Reading and writing BVH against pybvh and pymotion."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import CLIP, Row, best_seconds


def _pymotion_reader() -> Callable[[Path], object]:
    from pymotion.io.bvh import BVH

    def read(path: Path) -> object:
        file = BVH()
        file.load(str(path))
        return file

    return read


def _reading(clip: Path) -> dict[str, float]:
    import numba  # noqa: F401  # loaded, so that the compiled number reader is used
    from pybvh import read_bvh_file

    import supple

    candidates: dict[str, Callable[[], object]] = {
        "supple": lambda: supple.read(clip),
        "pybvh": lambda: read_bvh_file(clip),
    }
    try:
        pymotion = _pymotion_reader()
        candidates["pymotion"] = lambda: pymotion(clip)
    except ImportError as error:
        print(f"pymotion is left out: {error}", file=sys.stderr)
    return best_seconds(candidates)


def _writing(clip: Path, folder: Path) -> dict[str, float]:
    from pybvh import read_bvh_file, write_bvh_file

    import supple

    motion, other = supple.read(clip), read_bvh_file(clip)
    return best_seconds(
        {
            "supple": lambda: supple.write(motion, folder / "a.bvh", overwrite=True),
            "pybvh": lambda: write_bvh_file(other, folder / "b.bvh"),
        }
    )


def run() -> list[Row]:
    """Rows of (what, measured, bar, details)."""
    if not CLIP.exists():
        return [("reading and writing BVH", "-", "-", f"skipped: {CLIP.name} is not there")]
    reading = _reading(CLIP)
    with tempfile.TemporaryDirectory() as folder:
        writing = _writing(CLIP, Path(folder))
    bars = [("reading", reading, "pybvh", 3), ("reading", reading, "pymotion", 8), ("writing", writing, "pybvh", 3)]
    return [
        (
            f"{verb} {CLIP.name} against {peer}",
            f"{times[peer] / times['supple']:.1f} x",
            f"> {bar} x",
            f"{1e3 * times['supple']:.1f} ms, {1e3 * times[peer]:.1f} ms",
        )
        for verb, times, peer, bar in bars
        if peer in times
    ]
