"""What small verbs cost: each on ten seconds of capture, against reading that clip from a file and writing it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import supple
from benchmarks.measure import CLIP, Row, best_seconds

SECONDS = 10.0
ROUNDS = 7
TIMES = 3.0


def run() -> list[Row]:
    """Rows of (what, measured, bar, details): all in one process, with everything loaded."""
    if not CLIP.exists():
        return [("small verbs", "skipped", "-", "needs the real motions of ../shared/data")]
    whole = supple.read(CLIP)
    motion = whole.with_frames(0, round(SECONDS / whole.frame_time))
    contacts = supple.detect(motion)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "clip.bvh"
        supple.write(motion, path)

        def there_and_back() -> None:
            supple.write(supple.read(path), Path(folder) / "again.bvh", overwrite=True)

        seconds = best_seconds({"read and write": there_and_back, **_verbs(motion, contacts)}, ROUNDS)
    unit = seconds.pop("read and write")
    head = ("reading and writing 10 s of capture", f"{unit * 1e3:.1f} ms", "-", f"{motion.frames} frames")
    return [head, *(_row(name, value, unit) for name, value in seconds.items())]


def _row(name: str, seconds: float, unit: float) -> Row:
    bar = "-" if name == "detect" else f"< {TIMES:g} x"
    return f"supple.{name}", f"{seconds / unit:.2f} x", bar, f"{seconds * 1e3:.1f} ms"


def _verbs(motion: supple.Motion, contacts: supple.Contacts) -> dict[str, Callable[[], object]]:
    half = motion.frames // 2
    pieces = [supple.trim(motion, 0, half), supple.trim(motion, half)]
    names = {name: f"{name}_1" for name in motion.skeleton.names if not name.endswith("_end")}
    return {
        "trim": lambda: supple.trim(motion, 10, half),
        "resample to 60": lambda: supple.resample(motion, 60),
        "resample to 240": lambda: supple.resample(motion, 240),
        "concat of halves": lambda: supple.concat(pieces),
        "concat, blended": lambda: supple.concat(pieces, blend=0.3),
        "detect": lambda: supple.detect(motion),
        "smooth, contacts found first": lambda: supple.smooth(motion, 6.0),
        "smooth, contacts given": lambda: supple.smooth(motion, 6.0, contacts=contacts),
        "smooth, without feet": lambda: supple.smooth(motion, 6.0, keep_feet=False),
        "loop, contacts found first": lambda: supple.loop(motion),
        "loop, contacts given": lambda: supple.loop(motion, contacts=contacts),
        "loop, cycle given, without feet": lambda: supple.loop(motion, 100, 400, keep_feet=False),
        "mirror": lambda: supple.mirror(motion),
        "floor, contacts found first": lambda: supple.floor(motion),
        "floor, contacts given": lambda: supple.floor(motion, contacts=contacts),
        "orient": lambda: supple.orient(motion, heading_deg=90.0),
        "inplace": lambda: supple.inplace(motion),
        "rename": lambda: supple.rename(motion, names),
        "prune": lambda: supple.prune(motion, drop=("fingers", "toes")),
        "scale_units": lambda: supple.scale_units(motion, factor=2.0),
        "diff": lambda: supple.diff(motion, pieces[0].motion),
        "join": lambda: supple.join(pieces[0].motion, motion),
    }
