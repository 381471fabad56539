"""Frames that were solved one by one, made to go together in time.

Under conflict the best pose of a frame may lie far from that of the next: a knee straightens within a frame, or one of
two equally good postures takes over from the other. So where a joint jumps more than source and goals do, the frames
about it are solved again, together (:mod:`supple.solvers.prioritized.span`): first a few frames with a gentle weight of
roughness, then, where that is not enough, more of them with more weight. A try that does not help is taken back.
What gave way though it can be met is brought back in the end (:mod:`supple.solvers.prioritized.tightening`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core.motion import first_moving_frame
from supple.core.runs import runs_of
from supple.core.threads import one_blas_thread
from supple.solvers.prioritized.following import choose, other_ways
from supple.solvers.prioritized.frames import Poses, Progress, part_of
from supple.solvers.prioritized.rough import ALLOWED, allowed_jumps, jerk_weights, sharper
from supple.solvers.prioritized.span import Solved, Span, costs_of, placed
from supple.solvers.prioritized.tightening import tighten


class _Try(NamedTuple):
    reach: int  # frames on either side of a jump
    weight: float  # of roughness; second differences of frames are what a viewer sees, at any rate
    enough: float  # the share of the allowed jump that is let be


_ALL = 1_000_000  # frames
_TRIES = (_Try(24, 2.0, 1.25), _Try(48, 8.0, 1.25), _Try(96, 16.0, 1.25),
          _Try(_ALL, 8.0, 1.4), _Try(_ALL, 16.0, 1.4), _Try(_ALL, 32.0, 1.4))  # fmt: skip


def smooth_runs(solved: Solved, poses: Poses, cap: int, progress: Progress | None = None) -> None:
    """Smooth every run of solved frames that jumps more than source and goals do, in place."""
    runs = frames_of_runs(poses.steps > 0)
    places = placed(solved.motion, poses)
    with one_blas_thread():
        for number, run in enumerate(runs):
            smooth_run(solved, poses, places, run, cap, part_of(progress, number, len(runs)))
    if progress is not None:
        progress(1, 1)


def smooth_run(
    solved: Solved, poses: Poses, places: np.ndarray, run: np.ndarray, cap: int, progress: Progress | None = None
) -> None:
    """Smooth one run of frames (n,), in place; ``places`` (F, J, 3) are those of the poses, and stay so."""
    first = first_moving_frame(solved.motion)
    allowed = allowed_jumps(solved.source.positions, solved.asked, run, first, solved.plan.size)
    if allowed.shares(places, run).max() <= ALLOWED:
        return
    choose(solved, [poses, *other_ways(solved, run, poses, cap)], run)
    costs_of(solved, poses, places, run)
    weights, touched = jerk_weights(solved.source.positions, run, first), np.zeros(len(run), bool)
    used = _TRIES[0].weight * weights
    for number, (reach, weight, enough) in enumerate(_TRIES):
        if progress is not None:
            progress(number, len(_TRIES))
        for part in rough_parts(allowed.shares(places, run).max(axis=1) > enough, run, reach):
            used[allowed.part(part)] = weight * weights[allowed.part(part)]
            Span(solved, poses, places, part, used[allowed.part(part)]).smooth(allowed, enough)
            touched |= np.isin(run, part)
        weights *= sharper(allowed.shares(places, run))
    for part in frames_of_runs(touched):
        tighten(solved, poses, places, run[part], allowed, used[part[0] : part[-1] + 3])
        Span(solved, poses, places, run[part], weights[: len(part) + 2]).bring_inside()
    if touched.any():
        costs_of(solved, poses, places, run[touched])


def frames_of_runs(mask: np.ndarray) -> list[np.ndarray]:
    """The runs of consecutive frames in a mask (F,)."""
    return [np.arange(first, stop) for first, stop in runs_of(mask)]


def rough_parts(rough: np.ndarray, run: np.ndarray, reach: int) -> list[np.ndarray]:
    """The parts of a run (n,) within ``reach`` frames of those that are rough (n + 2,), which begins one before it."""
    near = np.zeros(len(run), bool)
    for at in np.flatnonzero(rough) - 1:
        near[max(at - reach, 0) : max(at + reach + 1, 0)] = True
    return [run[part] for part in frames_of_runs(near)]
