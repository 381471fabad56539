"""A hand is dragged: the whole clip solved again, and the frame under the playhead first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from benchmarks.measure import CLIP, Row
from supple.constraints.model import Balance, Edit, PlaceGoal, Position, Preserve
from supple.constraints.names import Names
from supple.core.motion import Motion
from supple.core.threads import one_blas_thread
from supple.recipes.names import motion_names
from supple.recipes.walk import walking

SECONDS, FPS = 10.0, 60.0
FEET = ("left_ankle", "left_ball", "right_ankle", "right_ball")
DRAGS = (0.02, 0.05, 0.1, 0.2)  # [m] upwards
ROUNDS = 8


class Clip(NamedTuple):
    """A motion to drag in."""

    name: str
    motion: Motion
    names: Names


def clips() -> Iterator[Clip]:
    """Ten seconds of the walker, and of a captured motion where the file is present."""
    yield clip("walker", walking(SECONDS, FPS))
    captured = CLIP.with_name("14_27.bvh")
    if captured.exists():
        from supple.io.registry import read
        from supple.recipes.everyday.resample import resample

        motion = read(captured)
        assert isinstance(motion, Motion)
        first = int(motion.rest_rows) + 1
        cut = resample(motion.with_frames(first, motion.frames), FPS).motion
        yield clip("CMU 14_27", cut.with_frames(0, int(SECONDS * FPS)))


def clip(name: str, motion: Motion) -> Clip:
    """A motion with its names, which last while somebody drags."""
    return Clip(name, motion, motion_names(motion))


def drag(motion: Motion, lift: float) -> Edit:
    """Both feet, balance and the other hand all through, and a hand lifted over half of the clip."""
    end = (motion.frames - 1) * motion.frame_time
    when = (0.25 * end, 0.3 * end, 0.7 * end, 0.75 * end)
    goal = PlaceGoal(offset=(0.0, lift, 0.0), when=when)
    return Edit(
        constraints=(
            *(Preserve(effector=name, priority=1) for name in FEET),
            Balance(priority=2),
            Preserve(effector="left_wrist", priority=3),
            Position(effector="right_wrist", priority=4, goals=(goal,)),
        )
    )


def seconds_of(call: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The processor's time of the best of some calls, after one that does not count."""
    call()
    best = float("inf")
    for _ in range(rounds):
        begin = time.process_time()
        call()
        best = min(best, time.process_time() - begin)
    return best


def solve_clip(asked: Clip, edit: Edit) -> Callable[[], object]:
    """A call that solves all frames on one core."""
    from supple.solvers.prioritized import solve

    return lambda: solve(asked.motion, edit, asked.names, threads=1)


def solve_one(asked: Clip, edit: Edit, number: int) -> Callable[[], object]:
    """A call that solves one frame, from the document to the report."""
    from supple.solvers.prioritized import solve

    return lambda: solve(asked.motion, edit, asked.names, threads=1, frames=[number])


def dragged(asked: Clip) -> Iterator[Row]:
    """The whole clip at each length of the drag, and one frame."""
    from supple.solvers.prioritized import solve

    frames = asked.motion.frames
    for lift in DRAGS:
        edit = drag(asked.motion, lift)
        report = solve(asked.motion, edit, asked.names, threads=1).report
        seconds = seconds_of(solve_clip(asked, edit))
        worst = max(outcome.worst for outcome in report.constraints)
        details = f"{report.iterations} steps, {seconds / frames * 1e6:.0f} us a frame, worst miss {worst:.2g} mm"
        what = f"a hand dragged {lift * 100:.0f} cm in {frames} frames, {asked.name}"
        yield what, f"{seconds * 1e3:.0f} ms", "< 60 ms", details
    for share, where in ((0.5, ""), (0.27, " in a ramp")):
        seconds = seconds_of(solve_one(asked, drag(asked.motion, DRAGS[1]), int(share * frames)))
        yield (
            f"the frame under the playhead{where}, {asked.name}",
            f"{seconds * 1e3:.1f} ms",
            "< 5 ms",
            "with its report",
        )


def run() -> list[Row]:
    """Rows of (what, measured, bar, details)."""
    with one_blas_thread():
        return [row for asked in clips() for row in dragged(asked)]
