"""Frames that were solved one by one, made to go together in time.

Under conflict the best pose of a frame may lie far from that of the next: a knee straightens within a frame, or one of
two equally good postures takes over from the other. So where a joint jumps more than source and goals do, the frames
about it are solved again, together (:mod:`supple.solvers.prioritized.span`): first a few frames with a gentle weight of
roughness, then, where that is not enough, more of them with more weight. A try that does not help is taken back.
What gave way though it can be met is brought back in the end (:mod:`supple.solvers.prioritized.tightening`), and what
cannot be met is brought near (:mod:`supple.solvers.prioritized.nearing`). Where all is met in the end, a closer look is
taken (:mod:`supple.solvers.prioritized.closer`): out of reach it would be long, and hardly ever find a way.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core.motion import first_moving_frame
from supple.core.progress import Progress, part_of
from supple.core.threads import one_blas_thread
from supple.solvers.prioritized.closer import look_closer
from supple.solvers.prioritized.following import choose, other_ways
from supple.solvers.prioritized.frames import Poses
from supple.solvers.prioritized.nearing import come_nearer
from supple.solvers.prioritized.rough import ALLOWED, Allowed, allowed_jumps, jerk_weights, sharper
from supple.solvers.prioritized.runs import frames_of_runs, rough_parts
from supple.solvers.prioritized.span import Solved, Span, costs_of, missed_tasks, placed
from supple.solvers.prioritized.tightening import tighten


class _Try(NamedTuple):
    reach: int  # frames on either side of a jump
    weight: float  # of roughness; second differences of frames are what a viewer sees, at any rate
    enough: float  # the share of the allowed jump that is let be


_ALL = 1_000_000  # frames
_TRIES = (_Try(24, 2.0, 1.25), _Try(48, 8.0, 1.25), _Try(96, 16.0, 1.25),
          _Try(_ALL, 8.0, 1.4), _Try(_ALL, 16.0, 1.4), _Try(_ALL, 32.0, 1.4))  # fmt: skip


def smooth_runs(
    solved: Solved, poses: Poses, cap: int, progress: Progress | None = None, threads: int = 1
) -> tuple[Allowed, ...]:
    """Smooth every run of solved frames that jumps more than source and goals do, in place.

    Returns what is allowed in those runs, for who wants to know what is left.
    """
    runs = frames_of_runs(poses.steps > 0)
    places = placed(solved.motion, poses)
    jumped = [
        smooth_run(solved, poses, places, run, cap, part_of(progress, number, len(runs)), threads)
        for number, run in enumerate(runs)
    ]
    if progress is not None:
        progress(1, 1)
    return tuple(allowed for allowed in jumped if allowed is not None)


def smooth_run(
    solved: Solved,
    poses: Poses,
    places: np.ndarray,
    run: np.ndarray,
    cap: int,
    progress: Progress | None = None,
    threads: int = 1,
) -> Allowed | None:
    """Smooth one run of frames (n,), in place; ``places`` (F, J, 3) are those of the poses, and stay so.

    Returns what is allowed in a run that jumped; None: nothing was to be done.
    """
    about = solved.source.positions, solved.asked, run, first_moving_frame(solved.motion), solved.plan.size
    allowed = allowed_jumps(*about)
    if (
        allowed.shares(places, run).max() <= ALLOWED
    ):  # choice: smooth drags are left as they are, each frame what it is by itself
        return None
    choose(solved, [poses, *other_ways(solved, run, poses, cap, threads)], run)
    costs_of(solved, poses, places, run)
    with one_blas_thread():
        _smooth_jumps(solved, poses, places, allowed, progress)
        if allowed.shares(places, run).max() <= ALLOWED and not missed_tasks(solved, poses)[run].any():
            look_closer(solved, poses, places, allowed_jumps(*about, close=True))
    return allowed


def _smooth_jumps(
    solved: Solved, poses: Poses, places: np.ndarray, allowed: Allowed, progress: Progress | None
) -> None:
    """One try after the other where a run jumps; a part that one did not help is not tried again as it is."""
    run = allowed.run
    weights, touched = jerk_weights(solved.source.positions, run, allowed.first), np.zeros(len(run), bool)
    used, in_vain = _TRIES[0].weight * weights, set[tuple[int, int]]()
    gentle: _State | None = None  # the first that jumps no more than is allowed
    for number, (reach, weight, enough) in enumerate(_TRIES):
        if progress is not None:
            progress(number, len(_TRIES))
        shares = allowed.shares(places, run).max(axis=1)
        if number > 0 and gentle is None and shares.max() <= ALLOWED:
            gentle = _state(poses, places, used)
        for part in rough_parts(shares > enough, run, reach):
            ends = int(part[0]), int(part[-1])
            if ends in in_vain:
                continue
            used[allowed.part(part)] = weight * weights[allowed.part(part)]
            if not Span(solved, poses, places, part, used[allowed.part(part)]).smooth(allowed, enough):
                in_vain.add(ends)
            touched |= np.isin(run, part)
        weights *= sharper(allowed.shares(places, run))
    for part in frames_of_runs(touched):
        about = slice(part[0], part[-1] + 3)
        if not tighten(solved, poses, places, run[part], allowed, used[about]) and gentle is not None:
            last = _state(poses, places, used)
            _return_to(gentle, poses, places, run[part])
            if not tighten(solved, poses, places, run[part], allowed, gentle.used[about]):
                _return_to(last, poses, places, run[part])
        Span(solved, poses, places, run[part], weights[: len(part) + 2]).bring_inside()
        costs_of(solved, poses, places, run[part])
        come_nearer(solved, poses, places, run[part], allowed, used[about])


class _State(NamedTuple):
    """Poses between two tries, and the weights that led to them."""

    root: np.ndarray  # (F, 3)
    rotations: np.ndarray  # (F, J, 4)
    places: np.ndarray  # (F, J, 3)
    used: np.ndarray  # (n + 2, J)


def _state(poses: Poses, places: np.ndarray, used: np.ndarray) -> _State:
    return _State(poses.root.copy(), poses.rotations.copy(), places.copy(), used.copy())


def _return_to(state: _State, poses: Poses, places: np.ndarray, frames: np.ndarray) -> None:
    poses.root[frames], poses.rotations[frames] = state.root[frames], state.rotations[frames]
    places[frames] = state.places[frames]
