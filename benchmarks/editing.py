"""Editing against other people's inverse kinematics, and one prioritized step against Pinocchio's Jacobians."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import product
from typing import NamedTuple

from benchmarks.kinematics import pinocchio_loop, random_clip
from benchmarks.measure import Row, best_seconds
from benchmarks.one_step import LEVELS, ROWS, step_loop
from benchmarks.peers.reach import (
    CLOSE,
    KEPT,
    LIFT,
    LIFTED,
    MET,
    Reach,
    Solved,
    clips,
    effector_paths,
    farthest,
    solves,
)
from benchmarks.peers.search import solver
from supple.constraints.model import Constraint, PlaceGoal, Position, Preserve
from supple.core.threads import one_blas_thread
from supple.errors import SuppleError

BARS = {"mink": "> 40 x", "placo": "> 4 x", "pink": ""}
ROUNDS, OWN_ROUNDS = 5, 20  # ours are a few milliseconds each, which need more of them to find a quiet moment


def wishes(reach: Reach) -> tuple[Constraint, ...]:
    """The same goals in our words."""
    kept = tuple(Preserve(effector=name, priority=1) for name in KEPT)
    return (*kept, Position(effector=LIFTED, priority=2, goals=(PlaceGoal(offset=LIFT, when=reach.when),)))


class Ours(NamedTuple):
    """What we need for a clip."""

    solved: Solved  # with the time of the processor, of all cores together: others use one, and so it counts
    waited: float  # [s] by the clock, on all cores


def ours(reach: Reach) -> Ours | str:
    """Our time for a clip, all of ``supple.edit`` counted; or, in words, why there is none."""
    from supple.recipes.edit import edit

    asked, seconds, waited = wishes(reach), float("inf"), float("inf")
    try:
        result = edit(reach.motion, asked)  # compiles the kernels
    except SuppleError as error:
        return str(error)
    for _ in range(OWN_ROUNDS):
        begin, began = time.process_time(), time.perf_counter()
        result = edit(reach.motion, asked)
        seconds, waited = min(seconds, time.process_time() - begin), min(waited, time.perf_counter() - began)
    found = effector_paths(result.motion)
    missed = sum(farthest(places, goals) > MET for places, goals in zip(found, reach.goals, strict=True))
    return Ours(Solved(seconds, result.report.iterations, farthest(found, reach.goals), missed), waited)


def in_words(who: str, solved: Solved, frames: int) -> str:
    """Time, steps and misses of one program."""
    late = f", {solved.missed} frames missed" if solved.missed else ""
    each = f"{solved.seconds / frames * 1e6:.0f} us and {solved.steps / frames:.2f} steps a frame"
    return f"{who} {each}, worst {solved.worst * 1e3:.2g} mm{late}"


def against_peers() -> Iterator[Row]:
    """300 frames, five effectors: all goals met to 1 mm by others, then to the thousandth of it that ours comes to."""
    for reach in clips():
        mine = ours(reach)
        for met, (program, bar) in product((MET, CLOSE), BARS.items()):
            what = f"{program}'s 300 frames with 5 goals to {met * 1e3:g} mm against ours, {reach.name}"
            yield what, *_against(program, reach, met, mine, bar if met == MET else "")


def _against(program: str, reach: Reach, met: float, mine: Ours | str, bar: str) -> tuple[str, str, str]:
    """How many times our time a program takes, from the better of two starts; the bar; both in words."""
    if find_spec(program) is None:
        return "-", bar, f"{program} is not installed"
    starts, frames = solves(solver(program, reach), reach.goals, ROUNDS, met), reach.motion.frames
    details = "; ".join(in_words(f"{program} {start}", s, frames) for start, s in starts.items())
    if isinstance(mine, str):
        return "-", bar, f"{details}; ours: {mine}"
    theirs, own = next(iter(starts.values())), in_words("ours", mine.solved, frames)
    clock = f"by the clock {mine.waited / frames * 1e6:.0f} us on {os.cpu_count()} cores"
    return f"{theirs.seconds / mine.solved.seconds:.1f} x", bar, f"{details}; {own}, {clock}"


def one_step() -> Row:
    """A step of a body of 25 ball joints against Pinocchio's Jacobians of the same tree."""
    body = random_clip(200, 25)  # short enough to run between two interruptions by other work
    step = step_loop(body)
    assert step() == ROWS * LEVELS * body.frames, "levels lost directions"
    times = best_seconds({"ours": step, "pinocchio": pinocchio_loop(body, "computeJointJacobians")}, rounds=8)
    mine, bare = (seconds / body.frames for seconds in times.values())
    what = "one prioritized step of 5 levels against Pinocchio's Jacobians"
    return what, f"{mine / bare:.2f} x", "< 6 x", f"{mine * 1e6:.2f} us, {bare * 1e6:.2f} us a pose of 25 ball joints"


def run() -> list[Row]:
    """Rows of (what, measured, bar, details)."""
    with one_blas_thread():
        return [one_step(), *against_peers()]
