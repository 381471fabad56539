"""Turns of limbs about their own axis, made smooth where no place shows them.

Tries that make places smooth do not see how a stretched limb lies about itself. So in the end, with all that is met or
missed as it is, sides of limbs are made smooth too; and only where that leaves places as smooth as they are.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from supple.core.progress import Progress, part_of
from supple.core.threads import one_blas_thread
from supple.solvers.prioritized.frames import Poses
from supple.solvers.prioritized.rough import ALLOWED, Allowed, allowed_jumps, jerk_weights, jumps_of, sharper
from supple.solvers.prioritized.runs import rough_parts
from supple.solvers.prioritized.span import Solved, Span
from supple.solvers.prioritized.tightening import holding

_REACH = 24  # frames on either side of a jump
_WEIGHT = 2.0  # of roughness
_ROOM = 0.05  # [rad] by which turns from frame to frame may differ more than those of the source: nobody sees it
_SHARPER = 3  # times with more weight where it jumps
_WORTH = 0.8  # times the jump before: what helps less is not tried again


def allowed_turns(solved: Solved, run: np.ndarray, first: int) -> Allowed:
    """What is allowed in a run (n,), of places and of sides; ``solved`` has sides.

    What wishes ask of turns is not known as it is of places, so there is more room for these.
    """
    allowed = allowed_jumps(solved.seen, solved.asked, run, first, solved.plan.size)
    room = np.zeros(len(allowed.whole))
    room[len(solved.motion.skeleton) :] = _ROOM * np.linalg.norm(solved.sides.arm, axis=1)
    return replace(allowed, whole=allowed.whole + room, added=allowed.added + room)


def may_turn(solved: Solved, places: np.ndarray, run: np.ndarray, first: int) -> bool:
    """Whether sides may jump more than is allowed in a run (n,): a quick look, that most edits pass.

    ``places`` (F, P, 3) are those of the poses.
    """
    count = len(solved.motion.skeleton)
    added = jumps_of(places[:, count:] - solved.seen[:, count:], run, first)
    return bool((added > ALLOWED * _ROOM * np.linalg.norm(solved.sides.arm, axis=1)).any())


def ease_turns(
    solved: Solved, poses: Poses, places: np.ndarray, allowed: Allowed, progress: Progress | None = None
) -> None:
    """Make sides smooth in a run of frames, in place, where they jump; ``solved`` has sides.

    ``places`` (F, P, 3) are those of the poses, and stay so.
    """
    count = len(solved.motion.skeleton)
    rough = allowed.shares(places, allowed.run)[:, count:].max(axis=1, initial=0.0) > ALLOWED
    parts = rough_parts(rough, allowed.run, _REACH)
    weights, none = jerk_weights(solved.seen, allowed.run, allowed.first), np.zeros_like(poses.missed)
    with one_blas_thread():
        for number, part in enumerate(parts):
            span = holding(solved, poses, places, part, _WEIGHT * weights[allowed.part(part)], none)
            _ease(span, allowed, count, part_of(progress, number, len(parts)))


def _ease(span: Span, allowed: Allowed, count: int, progress: Progress | None) -> None:
    """Keep what makes sides smoother, and nothing rougher than is allowed or than it was.

    A limb that passes from one end of its range to the other cannot be made smooth: then there is no second try.
    """

    def shares() -> np.ndarray:
        return allowed.shares(span.places, span.frames)

    def excess() -> float:
        return float(np.maximum(shares()[:, count:] - ALLOWED, 0.0).sum())

    most, kept, best = np.maximum(shares().max(axis=0), ALLOWED), span.pose(), excess()
    try:
        for number in range(_SHARPER):
            before = best
            span.settle(lambda: excess() == 0.0, part_of(progress, number, _SHARPER))
            span.bring_inside()
            span.costs()
            if excess() < best and (shares().max(axis=0) <= most).all():
                kept, best = span.pose(), excess()
            if best == 0.0 or best > _WORTH * before:
                break
            span.weights = span.weights * sharper(shares())
    finally:
        span.take_back(kept)
