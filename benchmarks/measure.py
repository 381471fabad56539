"""The clip that the claims are about, and how long things take."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

CLIP = Path(__file__).resolve().parents[2] / "shared" / "data" / "cmu-bvh" / "01_01.bvh"

Row = tuple[str, str, str, str]  # what, measured, bar, details


def best_seconds(candidates: dict[str, Callable[[], object]], rounds: int = 12) -> dict[str, float]:
    """Seconds of each candidate, after one run that does not count.

    Rounds of all candidates are interleaved and the best of each counts, so that a busy machine slows all alike.
    """
    for call in candidates.values():
        call()
    best = dict.fromkeys(candidates, float("inf"))
    for _ in range(rounds):
        for name, call in candidates.items():
            start = time.perf_counter()
            call()
            best[name] = min(best[name], time.perf_counter() - start)
    return best


def processor_seconds(candidates: dict[str, Callable[[], object]], rounds: int = 24) -> dict[str, list[float]]:
    """Processor seconds of each candidate in every round, after one run that does not count.

    All take turns, and each is repeated until it has run about as long as one call of the slowest: a short one would
    find quiet moments of a busy machine that a long one cannot.
    """
    for call in candidates.values():
        call()
    once = {name: _processor(call, 1) for name, call in candidates.items()}
    times = {name: max(1, round(max(once.values()) / seconds)) for name, seconds in once.items()}
    found: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds):
        for name, call in candidates.items():
            found[name].append(_processor(call, times[name]))
    return found


def _processor(call: Callable[[], object], times: int) -> float:
    """Processor seconds of a call that is repeated."""
    start = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - start) / times
