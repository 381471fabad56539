"""How long a person waits before a command does something."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Row

ROUNDS = 7


def _seconds(*command: str, env: dict[str, str] | None = None, rounds: int = ROUNDS) -> float:
    """The best of several runs of a whole process."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
        best = min(best, time.perf_counter() - start)
    return best


def run() -> list[Row]:
    """Rows of (what, measured, bar, details)."""
    python, supple = sys.executable, str(Path(sys.executable).with_name("supple"))
    numpy = _seconds(python, "-c", "import numpy")
    usage = _seconds(supple, "--help")
    rows = [
        ("supple --help against `import numpy`", f"{usage / numpy:.2f} x", "< 3 x", f"{usage:.2f} s, {numpy:.2f} s")
    ]
    with tempfile.TemporaryDirectory() as folder:
        clip = str(Path(folder) / "walk.bvh")
        subprocess.run([python, "-c", f"import supple; supple.write(supple.walking(), {clip!r})"], check=True)
        fresh = os.environ | {"SUPPLE_CACHE_DIR": str(Path(folder) / "cache")}
        cold = _seconds(supple, "info", clip, "--full", env=fresh, rounds=1)
        warm = _seconds(supple, "info", clip, "--full", env=fresh)
        rows.append(("first command that needs kernels, nothing compiled", f"{cold:.1f} s", "< 20 s", "info --full"))
        rows.append(("the same later", f"{warm:.2f} s", "< 2.5 s", "info --full"))
        everything = os.environ | {"SUPPLE_CACHE_DIR": str(Path(folder) / "cache2")}
        all_cold = _seconds(supple, "warmup", env=everything, rounds=1)
        rows.append(("supple warmup, nothing compiled", f"{all_cold:.0f} s", "< 120 s", ""))
        plain = _seconds(supple, "info", clip)
        rows.append(("supple info", f"{plain:.2f} s", "-", "imports neither numba nor scipy (tested)"))
    return rows
