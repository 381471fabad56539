"""Reading and writing BVH against pybvh and pymotion, on the longest CMU clip.

Run alone with ``python -m benchmarks.bvh``. Rounds of all candidates are interleaved and the best of each
counts, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

CLIP = Path(__file__).resolve().parents[2] / "shared" / "data" / "cmu-bvh" / "01_01.bvh"
ROUNDS = 12


def _best(candidates: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Seconds of each candidate, the best of interleaved rounds."""
    best = dict.fromkeys(candidates, float("inf"))
    for _ in range(ROUNDS):
        for name, call in candidates.items():
            start = time.perf_counter()
            call()
            best[name] = min(best[name], time.perf_counter() - start)
    return best


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
    supple.read(clip)  # compiles
    return _best(candidates)


def _writing(clip: Path, folder: Path) -> dict[str, float]:
    from pybvh import read_bvh_file, write_bvh_file

    import supple

    motion, other = supple.read(clip), read_bvh_file(clip)
    return _best(
        {
            "supple": lambda: supple.write(motion, folder / "a.bvh", overwrite=True),
            "pybvh": lambda: write_bvh_file(other, folder / "b.bvh"),
        }
    )


def run() -> list[tuple[str, str, str, str]]:
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


if __name__ == "__main__":
    for row in run():
        print(f"{row[0]:44} {row[1]:>8} {row[2]:>7}  {row[3]}")
