"""A closer look at what is added to a smooth motion.

What an edit adds may hide behind what the source does (:mod:`supple.solvers.prioritized.rough`): behind its jerks, and
in a first look behind its smooth swings too, so that the tip of a swinging arm may get added half as much again as the
goal asks. A closer look lets it hide behind jerks alone. What it finds is made smooth with all that is met or missed as
it is, and only where that brings it to what is allowed; so nothing ever jumps more than a first look allows.
"""

from __future__ import annotations

import numpy as np

from supple.core.progress import Enough, Progress, part_of
from supple.solvers.prioritized.frames import Poses
from supple.solvers.prioritized.rough import ALLOWED, Allowed, jerk_weights
from supple.solvers.prioritized.runs import rough_parts
from supple.solvers.prioritized.span import Solved
from supple.solvers.prioritized.tightening import holding

_TRIES = ((24, 2.0), (48, 8.0))  # frames on either side of a jump, weight of roughness


def look_closer(
    solved: Solved, poses: Poses, places: np.ndarray, close: Allowed, progress: Progress | None = None
) -> None:
    """Make a run smooth that jumps more than is allowed on a closer look, in place; where it cannot be, it stays.

    ``places`` (F, P, 3) are those of the poses, and stay so.
    """
    run = close.run
    weights, none = jerk_weights(solved.seen, run, close.first), np.zeros_like(poses.missed)
    for number, (reach, weight) in enumerate(_TRIES):
        rough = close.shares(places, run).max(axis=1) > ALLOWED
        for part in rough_parts(rough, run, reach):
            span = holding(solved, poses, places, part, weight * weights[close.part(part)], none)
            kept = span.pose()

            def calm(part: np.ndarray = part) -> bool:
                return bool(close.shares(places, part).max() <= ALLOWED)

            try:
                helped = span.settle_sharper(close, calm, part_of(progress, number, len(_TRIES)))
            except Enough:
                span.take_back(kept)
                raise
            if not helped:
                span.take_back(kept)
