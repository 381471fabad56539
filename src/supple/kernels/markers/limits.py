r"""Joint ranges in the form that a pose solver needs: bring a pose back into them.

A skeleton at rest has no turns. Hinges and joints of two hinges have a range for each angle; a ball joint keeps its
``bone`` (3,) in a cone around where ``neutral`` (4,) turns it, and its twist from there in a range: ``cone`` (3,) is
the half angle, the lowest and the highest twist [rad].
"""

from __future__ import annotations

import numpy as np

from supple.kernels import quat, vectors
from supple.kernels.dof_kinds import BALL, SLIDE
from supple.kernels.jit import INTS, MATRIX, OUT_MATRIX, VECTOR, array_out, dense, types

_NO_DIRECTION = 1e-12


@dense()
def angle_about(q, axis):
    """The turn about ``axis`` (3,) [rad] in a joint of one hinge, or of two at right angles."""
    w, s = q[0], q[1] * axis[0] + q[2] * axis[1] + q[3] * axis[2]
    if w < 0.0:
        w, s = -w, -s
    return 2.0 * np.arctan2(s, w)


@dense()
def _between(value, low, high):
    return min(max(value, low), high)


@dense()
def _swing_and_twist(q, neutral, bone):
    """Axis (3,) and angle of the swing of ``q`` (4,) from ``neutral``, and the twist about the bone that remains."""
    c = vectors.rotated(neutral, bone)
    d = vectors.rotated(q, bone)
    side = vectors.cross(c, d)
    size = np.sqrt(vectors.dot(side, side))
    swing = np.arctan2(size, vectors.dot(c, d))
    axis = vectors.scaled(1.0 / size if size > _NO_DIRECTION else 0.0, side)
    h, s = np.cos(0.5 * swing), np.sin(0.5 * swing)
    inverse = (h, -s * axis[0], -s * axis[1], -s * axis[2])
    back = (neutral[0], -neutral[1], -neutral[2], -neutral[3])
    return axis, swing, angle_about(vectors.product(back, vectors.product(inverse, q)), bone)


@dense()
def _clamp_ball(q, neutral, bone, cone):
    """Swing and twist of ``q`` (4,) from ``neutral``, each brought into its range: 1 if q had to change."""
    axis, swing, twist = _swing_and_twist(q, neutral, bone)
    kept, held = min(swing, cone[0]), _between(twist, cone[1], cone[2])
    if kept == swing and held == twist:
        return 0
    h, s = np.cos(0.5 * kept), np.sin(0.5 * kept)
    quat.multiply((h, s * axis[0], s * axis[1], s * axis[2]), neutral, q)
    quat.turn(q, bone, held)
    return 1


@dense()
def ball_at_edge(q, neutral, bone, cone, slack):
    """Whether a ball joint is at the edge of its range."""
    _, swing, twist = _swing_and_twist(q, neutral, bone)
    return swing >= cone[0] - slack or twist <= cone[1] + slack or twist >= cone[2] - slack


@dense(OUT_MATRIX, INTS, INTS, MATRIX, VECTOR, VECTOR, MATRIX, MATRIX, MATRIX, array_out(1, types.int64))
def clamp(rotations, dof_start, dof_kind, dof_axes, low, high, neutral, bone, cone, hits):
    """Bring the local ``rotations`` (J, 4) of a pose into the ranges, in place; the root is free.

    ``hits`` (J,) counts for each ball joint how often that was needed.
    """
    for j in range(1, rotations.shape[0]):
        first, count = dof_start[j], dof_start[j + 1] - dof_start[j]
        if count == 0 or dof_kind[first] == SLIDE:
            continue
        if dof_kind[first] == BALL:
            hits[j] += _clamp_ball(rotations[j], neutral[j], bone[j], cone[j])
            continue
        one = _between(angle_about(rotations[j], dof_axes[first]), low[first], high[first])
        if count == 1:
            rotations[j, 0], rotations[j, 1], rotations[j, 2], rotations[j, 3] = 1.0, 0.0, 0.0, 0.0
            quat.turn(rotations[j], dof_axes[first], one)
            continue
        two = _between(angle_about(rotations[j], dof_axes[first + 1]), low[first + 1], high[first + 1])
        rotations[j, 0], rotations[j, 1], rotations[j, 2], rotations[j, 3] = 1.0, 0.0, 0.0, 0.0
        quat.turn(rotations[j], dof_axes[first], one)
        quat.turn(rotations[j], dof_axes[first + 1], two)


@dense()
def at_bound(q, d, dof_kind, dof_axes, low, high, push, slack):
    """Whether a hinge's angle is at an end of its range and ``push`` would take it out; never for balls."""
    if dof_kind[d] == BALL or dof_kind[d] == SLIDE:
        return False
    angle = angle_about(q, dof_axes[d])
    return (push > 0.0 and angle >= high[d] - slack) or (push < 0.0 and angle <= low[d] + slack)
