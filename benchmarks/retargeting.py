"""A walk between all pairs of differently built skeletons, judged on the written file, and how fast that is."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.measure import Row
from supple.core.motion import Motion
from supple.recipes.retarget.retargeting import retarget
from supple.recipes.walk import true_walk

TESTS = Path(__file__).resolve().parents[1] / "tests"
RATE, SECONDS, ROUNDS = 60.0, 30.0, 5


def run() -> list[Row]:
    """The table of pairs (where the shared motions are there), then the speed."""
    sys.path.insert(0, str(TESTS))  # how a pair is judged lives with the tests
    from support.shared import DATA

    return [*(pairs() if DATA.is_dir() else []), *speed()]


def pairs() -> list[Row]:
    """One row for each ordered pair, and the worst of all."""
    from support.retarget_pairs import PAIRS, judge

    found = {pair: judge(*pair) for pair in PAIRS}
    rows = [
        (
            f"{source} to {target}: slide [mm]",
            f"{j.slide_mm:.4f}",
            "1",
            f"penetration {j.penetration_mm:.4f} mm, limbs {j.direction_deg:.2f} deg (worst {j.worst_limb_deg:.1f}), "
            f"limits broken {j.limits_broken}, back {j.back_deg:.2f} deg (turns {j.back_turns_deg:.2f})",
        )
        for (source, target), j in found.items()
    ]
    bars = {"slide_mm": 1.0, "penetration_mm": 1.0, "direction_deg": 5.0, "worst_limb_deg": 5.0, "back_deg": 2.0,
            "back_turns_deg": 2.0}  # fmt: skip
    for name, bar in bars.items():
        worst = max(found, key=lambda pair: getattr(found[pair], name))
        rows.append((f"worst {name}", f"{getattr(found[worst], name):.3f}", f"{bar:g}", " to ".join(worst)))
    return rows


def speed() -> list[Row]:
    """Seconds of motion for each second of one core, and what each step takes of that."""
    walk, other = true_walk(SECONDS, RATE).motion, _other_figure()
    retarget(walk, other)  # compiles what is not compiled
    best, steps = float("inf"), dict[str, float]()
    for _ in range(ROUNDS):
        began = time.process_time()  # of this process alone: other work on the machine does not count
        found = retarget(walk, other)
        taken = time.process_time() - began
        if taken < best:
            best, steps = taken, dict(found.report.steps_s)
    given = _with_contacts(walk, other)
    total = sum(steps.values())
    shares = ", ".join(f"{name} {100 * value / total:.0f} %" for name, value in steps.items())
    return [
        (f"{SECONDS:g} s at {RATE:g} fps: times real time", f"{SECONDS / best:.0f}", "100", shares),
        ("the same with contacts given: times real time", f"{SECONDS / given:.0f}", "100", ""),
    ]


def _with_contacts(walk: Motion, other: Motion) -> float:
    """Seconds when the contacts of the source are known already."""
    from supple.recipes.detect import detect

    contacts, best = detect(walk), float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        retarget(walk, other, contacts=contacts)
        best = min(best, time.process_time() - began)
    return best


def _other_figure() -> Motion:
    """The walker with longer legs and shorter arms."""
    motion = true_walk(2.0, RATE).motion
    longer = np.array([1.2 if "Leg" in name or "Foot" in name else 0.9 for name in motion.skeleton.names])
    return replace(motion, skeleton=replace(motion.skeleton, offsets=motion.skeleton.offsets * longer[:, None]))
