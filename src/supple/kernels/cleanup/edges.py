r"""Limbs that may stretch, about where their plants begin and end: bends go on smoothly, and bones make up for it.

A bend that is found frame by frame has a corner where a plant begins, and often where it ends. About these frames,
some inside the plant and some outside, how much more a limb bends than in the motion is the least of what
:mod:`supple.kernels.cleanup.easing` says of limbs that keep their lengths; here plants give way too, for a limb that is
nearly straight can be bent by degrees when its bones change by a thousandth. Its end stays where it is while it is
planted, and stays in the direction that it has from the base in free frames; it is turned as it was. What the motion
has of accelerations counts in free frames alone: a landing stays as hard as it was.

All that is looked at is within the window of the frame that is written, so that a stream can do the same.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.cleanup.blending import FAR, coasting, fade, nearest_sign, shares, turn_by, unit_turn
from supple.kernels.cleanup.easing import smooth_gap
from supple.kernels.cleanup.hinge import bend_for, hinge_of, length_at, needed
from supple.kernels.cleanup.limb import arc, back, point_of, quat_of
from supple.kernels.cleanup.spreading import (
    ACTIVE,
    BASE,
    END,
    JOINTS,
    MIDDLE,
    nearest_active,
    nears,
    next_after,
    next_before,
    steps_before,
    write_turn,
)
from supple.kernels.jit import CUBE, INT, INTS, MATRIX, OUT_CUBE, OUT_MATRIX, array_in, dense, types
from supple.kernels.vectors import dot, minus, plus, product, rotated, row_of, row_within, scaled

HELD = 2  # frames to either side of those that are eased: with them speeds go on


@dense()
def bend_of(f, limb, joints, axis, positions, turned):
    """How much a limb bends in the motion [rad]."""
    hip, knee = point_of(positions, f, joints[limb, BASE]), point_of(positions, f, joints[limb, MIDDLE])
    ankle, shin = point_of(positions, f, joints[limb, END]), quat_of(turned, f, joints[limb, MIDDLE])
    return hinge_of(minus(knee, hip), minus(ankle, knee), rotated(shin, axis))[2]


@dense()
def more_of(changes, f, limb, axis):
    """How much more a planted limb bends than in the motion [rad]."""
    return dot(row_within(changes, f, limb, MIDDLE), axis)


@dense()
def run_of(active, at, limb, way, most, first, known):
    """How many frames that way from ``at`` on a limb is planted, up to ``most``."""
    n, f = 0, at
    while n < most and f >= first and f < known and active[f, limb]:
        n, f = n + 1, f + way
    return n


@dense()
def draw(at, way, edge, n, total, reach, speed, share, limb, joints, axis, motion, changes, eased, curves):
    """Write bends of the motion, what limbs bend more, and what counts of accelerations; row ``edge`` is frame ``at``.

    Outside of the plant, from there on, it is the curve on which a change dies out (:mod:`.blending`).
    """
    y = more_of(changes, at, limb, axis)
    firm = share * needed((y, 0.0, 0.0), 1.0)
    for i in range(total):
        k, f = i - edge, at + way * (i - edge)
        t = min(1.0, max(0.0, k / reach))
        curves[1, i] = fade(t) * y + coasting(max(k, 0), reach) * speed
        if k <= 0:
            curves[1, i] = more_of(changes, f, limb, axis) + eased[f, limb]
        curves[0, i] = bend_of(f, limb, joints, axis, motion[0], motion[1]) if i <= n else 0.0
        curves[2, i] = firm * fade(t) if k > 0 and i < n else 0.0


@dense()
def ease_edge(
    at, way, few, count, reach, speed, first, known, pull, share, limb, joints, axis, motion, active, changes, curves,
    band, eased,
):  # fmt: skip
    """Add to ``eased`` what easing changes about the frame ``at``, the last one planted that ``way``.

    Up to ``few`` frames of the plant and ``count`` outside are eased.
    """
    run = run_of(active, at, limb, -way, few + HELD, first, known)
    held = min(run, HELD)
    edge = min(run, few + held) - 1
    n = edge + 1 + count
    total = n + (HELD if first <= at + way * (count + 1) < known else 0)
    draw(at, way, edge, n, total, reach, speed, share, limb, joints, axis, motion, changes, eased, curves)
    for i in range(held, n):
        eased[at + way * (i - edge), limb] -= curves[1, i]
    smooth_gap(held, n, pull, curves[2, :total], curves[0, :total], curves[1, :total], band, curves[3])
    for i in range(held, n):
        eased[at + way * (i - edge), limb] += curves[1, i]


@dense()
def turned_to(q, was):
    """A turn, made unit again, in the hemisphere of what it was."""
    return nearest_sign(unit_turn(q), was)


@dense()
def bend_more(f, by, planted, firm, stretch, limb, joints, axis, parents, motion, more, solved, scale):
    """Bend one limb of a frame, which bends by ``more`` than in the motion, further and write its turns.

    Returns its scale; the rest is as in :func:`bent_by`.
    """
    base, middle, end = joints[limb, BASE], joints[limb, MIDDLE], joints[limb, END]
    hip, knee, ankle = point_of(motion[0], f, base), point_of(motion[0], f, middle), point_of(motion[0], f, end)
    above = parents[middle], parents[end]
    found, upper, local, last = bent_by(
        by, planted, firm, stretch, minus(knee, hip), minus(ankle, knee), axis, more, scale,
        quat_of(motion[1], f, base), quat_of(motion[1], f, middle),
        above[0] != base, quat_of(motion[1], f, above[0]), above[1] != middle, quat_of(motion[1], f, above[1]),
        quat_of(solved, f, base), quat_of(solved, f, middle), quat_of(solved, f, end),
    )  # fmt: skip
    write_turn(solved, f, base, upper)
    write_turn(solved, f, middle, local)
    write_turn(solved, f, end, last)
    return found


@dense()
def bent_by(
    by, planted, firm, stretch, u, w, axis, more, scale, thigh, shin, over, above, under, below, hip, local, last
):  # fmt: skip
    """The scale of one limb and the turns of its joints, bent further ``by`` so much: numbers alone.

    ``u`` and ``w`` are its bones in the motion, ``thigh`` and ``shin`` their turns in the world; ``above`` that of what
    the shin hangs on, if there is a joint between (``over``), and ``below`` of what the end does (``under``); ``hip``,
    ``local`` and ``last`` the local turns as they are. Bones make up for the share ``firm`` of what it gets shorter,
    for all of it where ``firm`` is 1, as while it is ``planted``. Where they cannot give as much, the limb bends by the
    rest of that share less: an end that is let go goes on from where it stood.
    """
    c, p, bend = hinge_of(u, w, rotated(shin, axis))
    now = bend + more
    if not p > 0.0 or (planted and now < 0.0):
        return scale, hip, local, last
    by = max(by, min(0.0, min(bend, 0.0) - now))
    length = length_at(now, c, p)
    wanted = scale * (1.0 + firm * (length / length_at(now + by, c, p) - 1.0))
    found = min(1.0 + stretch, max(1.0 - stretch, wanted))
    if found != wanted and now >= 0.0:
        most = bend_for((length / (1.0 + (found / scale - 1.0) / firm)) ** 2, c, p) - now
        by = most + (1.0 - firm) * (by - most)
    upper, lower, flexed = rotated(back(thigh), u), rotated(back(shin), w), turn_by(scaled(by, axis))
    bent = local
    if over:
        bent = product(product(back(thigh), above), local)
    further = product(bent, flexed)
    swing = arc(plus(upper, rotated(further, lower)), plus(upper, rotated(bent, lower)))
    missing = product(back(product(swing, further)), bent)
    if under:
        foot = product(back(shin), below)
        missing = product(back(foot), product(missing, foot))
    return (
        found,
        turned_to(product(hip, swing), hip),
        turned_to(product(local, flexed), local),
        turned_to(product(missing, last), last),
    )


@dense()
def last_of(active, f, limb, few, first, known):
    """The last frame of a plant whose end is eased from the frame ``f`` on; -1: nothing is eased from there on."""
    run = run_of(active, f, limb, 1, few + 1, first, known)
    begins = f == first or not active[f - 1, limb]
    near = run == few or (run < few and begins)
    return f + run - 1 if near and f + run < known else -1


@dense()
def ease_after(
    last, first, known, window, few, pull, share, limb, joints, axis, motion, active, changes, curves, band, eased
):
    """Ease the end of a plant whose ``last`` frame this is."""
    ahead = nearest_active(active, last, limb, 1, window - few, first, known)
    n = steps_before(active, limb, last, few)
    speed = (more_of(changes, last, limb, axis) - more_of(changes, last - n, limb, axis)) / max(n, 1)
    ease_edge(
        last, 1, few, min(window - few, known - 1 - last, ahead - 1), float(min(window + 1, ahead)), speed, first,
        known, pull, share, limb, joints, axis, motion, active, changes, curves, band, eased,
    )  # fmt: skip


@dense(
    INT, INT, INT, INT, INT, INT, types.float64, types.float64, types.float64, JOINTS, MATRIX, INTS, ACTIVE, CUBE, CUBE,
    array_in(4), MATRIX, OUT_MATRIX, OUT_CUBE, OUT_MATRIX,
)  # fmt: skip
def ease_edges(
    start, stop, first, known, window, few, pull, share, stretch, joints, axes, parents, active, positions, turned,
    changes, spread, eased, solved, scales,
):  # fmt: skip
    """Bend limbs in frames ``[start, stop)`` as is smoothest about the ends of their plants, ``few`` frames into them.

    ``pull`` is b per squared frame and ``share`` beta of :mod:`supple.kernels.cleanup.easing`; ``stretch`` is how far
    scales may be from one. ``changes`` (N, L, 3, 3) and ``spread`` (N, L), the scales, are what
    :func:`supple.kernels.cleanup.spreading.spread` left, which the rest is from too. ``solved`` is changed, and
    ``scales`` (N, L) become what limbs have now; ``eased`` (N, L) is kept from call to call: how much more limbs bend
    [rad], in frames that are still to come as well, from 0.
    """
    if window <= few or not stretch > 0.0:  # nothing is free to be eased, or nothing makes up for it
        scales[start:stop] = spread[start:stop]
        return
    motion, curves, band = (positions, turned), np.zeros((4, window + 2 * HELD)), np.zeros((window + 2 * HELD, 3))
    for limb in range(joints.shape[0]):
        axis = row_of(axes, limb)
        behind = nearest_active(active, start, limb, -1, window, first, known)
        ahead = nearest_active(active, start, limb, 1, window, first, known)
        for f in range(start, stop):
            if f > start:
                behind = next_before(active, f, limb, window, behind)
                ahead = ahead - 1 if nears(ahead) else next_after(active, f, limb, window, known, ahead)
            planted, firm = active[f, limb], 1.0
            scales[f, limb] = spread[f, limb]
            if planted:
                last = last_of(active, f, limb, few, first, known)
                if last >= 0:  # asked here: each call counts all of its arrays
                    ease_after(
                        last, first, known, window, few, pull, share, limb, joints, axis, motion, active, changes,
                        curves, band, eased,
                    )  # fmt: skip
            elif behind == FAR and ahead == FAR:
                continue
            else:
                before, after = shares(behind, ahead, window)
                firm, near = min(1.0, before + after), window - few - 1
                if ahead == near or (ahead < near and (behind == 1 or f == first)):
                    ease_edge(
                        f + ahead, -1, few, ahead, float(min(window + 1, behind + ahead)), 0.0, first, known, pull,
                        share, limb, joints, axis, motion, active, changes, curves, band, eased,
                    )  # fmt: skip
            if eased[f, limb] != 0.0:
                scales[f, limb] = bend_more(
                    f, eased[f, limb], planted, firm, stretch, limb, joints, axis, parents, motion,
                    more_of(changes, f, limb, axis), solved, spread[f, limb],
                )  # fmt: skip
