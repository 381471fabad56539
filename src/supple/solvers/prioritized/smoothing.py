"""Frames that were solved one by one, made to go together in time.

Under conflict the best pose of a frame may lie far from that of the next: a knee straightens within a frame, or one of
two equally good postures takes over from the other. So where a joint jumps more than source and goals do, the frames
about it are solved again, together (:mod:`supple.solvers.prioritized.span`): first a few frames with a gentle weight of
roughness, then, where that is not enough, more of them with more weight. A try that does not help is taken back.
Postures that no try makes go together are joined (:mod:`supple.solvers.prioritized.bridging`). What gave way though it
can be met is brought back in the end (:mod:`supple.solvers.prioritized.tightening`), and what cannot be met is brought
near (:mod:`supple.solvers.prioritized.nearing`). Where all is met in the end, a closer look is taken
(:mod:`supple.solvers.prioritized.closer`): out of reach it would be long, and hardly ever find a way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.core.motion import first_moving_frame
from supple.core.progress import Enough, Progress, part_of
from supple.core.threads import one_blas_thread
from supple.solvers.prioritized.bridging import bridge
from supple.solvers.prioritized.closer import look_closer
from supple.solvers.prioritized.following import choose, other_ways
from supple.solvers.prioritized.frames import Poses
from supple.solvers.prioritized.nearing import come_nearer
from supple.solvers.prioritized.rough import ALLOWED, Allowed, allowed_jumps, held_on, jerk_weights, sharper
from supple.solvers.prioritized.runs import frames_of_runs, rough_parts
from supple.solvers.prioritized.sides import seen_of
from supple.solvers.prioritized.span import Solved, Span, costs_of, missed_tasks, without_sides
from supple.solvers.prioritized.tightening import tighten
from supple.solvers.prioritized.turning import allowed_turns, ease_turns, may_turn


class _Try(NamedTuple):
    reach: int  # frames on either side of a jump
    weight: float  # of roughness; second differences of frames are what a viewer sees, at any rate
    enough: float  # the share of the allowed jump that is let be


_ALL = 1_000_000  # frames
_ENDING = 4  # parts of progress after the tries: bridges, wishes that gave way, those out of reach, a closer look
_TRIES = (_Try(24, 2.0, 1.25), _Try(48, 8.0, 1.25), _Try(96, 16.0, 1.25),
          _Try(_ALL, 8.0, 1.4), _Try(_ALL, 16.0, 1.4), _Try(_ALL, 32.0, 1.4))  # fmt: skip


def smooth_runs(
    solved: Solved, poses: Poses, cap: int, jumped: list[Allowed], progress: Progress | None = None, threads: int = 1
) -> None:
    """Smooth every run of solved frames that jumps more than source and goals do, in place.

    What is allowed in those runs is added to ``jumped``, run by run, for who wants to know what is left; also of those
    that are finished when somebody has enough.
    """
    runs, seen = frames_of_runs(poses.steps > 0), without_sides(solved)
    whole, first = seen_of(solved.motion, poses, solved.sides), first_moving_frame(solved.motion)
    places = np.ascontiguousarray(whole[:, : seen.seen.shape[1]])
    steady = bool(solved.steady.any())
    told = solved._replace(asked=held_on(solved.asked, solved.working, solved.steady)) if steady else solved
    for number, run in enumerate(runs):
        tell = part_of(progress, number, len(runs))
        rough = smooth_run(seen, poses, places, run, cap, part_of(tell, 0, 2), threads)
        if rough:
            whole[run] = seen_of(solved.motion, poses, solved.sides, run)
        if turns := may_turn(solved, whole, run, first):
            ease_turns(solved, poses, whole, allowed_turns(solved, run, first), part_of(tell, 1, 2))
        if rough or turns or steady:
            jumped.append(allowed_turns(told, run, first))
    if progress is not None:
        progress(1, 1)


def smooth_run(
    solved: Solved,
    poses: Poses,
    places: np.ndarray,
    run: np.ndarray,
    cap: int,
    progress: Progress | None = None,
    threads: int = 1,
) -> bool:
    """Smooth one run of frames (n,), in place; ``places`` (F, P, 3) are those of the poses, and stay so.

    Returns whether something was to be done.
    """
    about = solved.seen, solved.asked, run, first_moving_frame(solved.motion), solved.plan.size
    allowed = allowed_jumps(*about)
    if (
        allowed.shares(places, run).max() <= ALLOWED
    ):  # choice: smooth drags are left as they are, each frame what it is by itself
        return False
    choose(solved, [poses, *other_ways(solved, run, poses, cap, threads)], run)
    costs_of(solved, poses, places, run)
    stages = [part_of(progress, number, len(_TRIES) + _ENDING) for number in range(len(_TRIES) + _ENDING)]
    with one_blas_thread():
        _smooth_jumps(solved, poses, places, allowed, stages)
        if allowed.shares(places, run).max() <= ALLOWED and not missed_tasks(solved, poses)[run].any():
            look_closer(solved, poses, places, allowed_jumps(*about, close=True), stages[-1])
    return True


def _smooth_jumps(
    solved: Solved, poses: Poses, places: np.ndarray, allowed: Allowed, stages: Sequence[Progress | None]
) -> None:
    """One try after the other where a run jumps, and what gave way for it brought back."""
    try:
        touched, used, gentle = _try_all(solved, poses, places, allowed, stages)
    except Enough:
        _bring_inside(solved, poses, places, allowed.run)
        raise
    for number, part in enumerate(touched):
        tell, nearer = (part_of(stages[len(_TRIES) + 1 + k], number, len(touched)) for k in range(2))
        frames, about = allowed.run[part], slice(part[0], part[-1] + 3)
        try:
            if not tighten(solved, poses, places, frames, allowed, used[about], tell) and gentle is not None:
                last = _state(poses, places, used)
                _return_to(gentle, poses, places, frames)
                if not tighten(solved, poses, places, frames, allowed, gentle.used[about], tell):
                    _return_to(last, poses, places, frames)
        finally:
            _bring_inside(solved, poses, places, frames)
        come_nearer(solved, poses, places, frames, allowed, used[about], nearer)


def _try_all(
    solved: Solved, poses: Poses, places: np.ndarray, allowed: Allowed, stages: Sequence[Progress | None]
) -> tuple[list[np.ndarray], np.ndarray, _State | None]:
    """One try after the other where a run jumps; a part that one did not help is not tried again as it is.

    Returns which parts of the run were touched, the weights (n + 2, P) that were used, and the first state that jumps
    no more than is allowed.
    """
    run = allowed.run
    weights, touched = jerk_weights(solved.seen, run, allowed.first), np.zeros(len(run), bool)
    used, in_vain = _TRIES[0].weight * weights, set[tuple[int, int]]()
    gentle: _State | None = None
    for number, (reach, weight, enough) in enumerate(_TRIES):
        shares = allowed.shares(places, run).max(axis=1)
        if number > 0 and gentle is None and shares.max() <= ALLOWED:
            gentle = _state(poses, places, used)
        parts = rough_parts(shares > enough, run, reach)
        for k, part in enumerate(parts):
            ends, about = (int(part[0]), int(part[-1])), allowed.part(part)
            if ends in in_vain:
                continue
            used[about] = weight * weights[about]
            tell = part_of(stages[number], k, len(parts))
            if not Span(solved, poses, places, part, used[about]).smooth(allowed, enough, tell):
                in_vain.add(ends)
            touched |= np.isin(run, part)
        weights *= sharper(allowed.shares(places, run))
    heavy = _TRIES[-1].weight * weights
    for part in frames_of_runs(bridge(solved, poses, places, allowed, heavy, stages[len(_TRIES)])):
        touched[part] = True
        used[part[0] : part[-1] + 3] = heavy[part[0] : part[-1] + 3]
    return frames_of_runs(touched), used, gentle


def _bring_inside(solved: Solved, poses: Poses, places: np.ndarray, frames: np.ndarray) -> None:
    """Put joints of some frames (n,) on the limits that soft ones let them pass."""
    Span(solved, poses, places, frames, np.zeros((len(frames) + 2, places.shape[1]))).bring_inside()
    costs_of(solved, poses, places, frames)


class _State(NamedTuple):
    """Poses between two tries, and the weights that led to them."""

    root: np.ndarray  # (F, 3)
    rotations: np.ndarray  # (F, J, 4)
    places: np.ndarray  # (F, P, 3)
    used: np.ndarray  # (n + 2, P)


def _state(poses: Poses, places: np.ndarray, used: np.ndarray) -> _State:
    return _State(poses.root.copy(), poses.rotations.copy(), places.copy(), used.copy())


def _return_to(state: _State, poses: Poses, places: np.ndarray, frames: np.ndarray) -> None:
    poses.root[frames], poses.rotations[frames] = state.root[frames], state.rotations[frames]
    places[frames] = state.places[frames]
