"""How limbs bend that are to reach their targets, and how that changes with where the root is."""

from __future__ import annotations

from supple.kernels.cleanup.hinge import TURNING, hinge_of, is_same, needed, soft_bend
from supple.kernels.cleanup.limb import point_of, quat_of
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, dense
from supple.kernels.vectors import dot, minus, rotated, row_of

_CALMING = 0.3  # beta: how much of the motion's own accelerations of bends counts; with 0 knees accelerate a tenth more


@dense(CUBE, CUBE, INTS, INTS, INTS, MATRIX, CUBE, MATRIX, OUT_CUBE, OUT_CUBE)
def measure(positions, turned, bases, middles, ends, axes, places, firm, lines, shapes):
    """Of every frame and limb, ``lines`` (F, L, 3) from base to target and ``shapes`` (F, L, 6).

    A shape is C, P, L0 squared, how much more than by its length a limb bends that was bent backward and is moved (it
    bends forward then), its bend in the motion, and how much it is moved, from 0 for not at all to 1.
    Arguments as of :func:`supple.kernels.cleanup.limb.reach`.
    """
    for f in range(positions.shape[0]):
        for limb in range(bases.shape[0]):
            hip, knee = point_of(positions, f, bases[limb]), point_of(positions, f, middles[limb])
            ankle, shin = point_of(positions, f, ends[limb]), quat_of(turned, f, middles[limb])
            c, p, bend = hinge_of(minus(knee, hip), minus(ankle, knee), rotated(shin, row_of(axes, limb)))
            line, whole = minus(point_of(places, f, limb), hip), minus(ankle, hip)
            for i in range(3):
                lines[f, limb, i] = line[i]
            own = dot(whole, whole)
            turned_over = bend < 0.0 and not is_same(dot(line, line), own)
            shapes[f, limb, 0], shapes[f, limb, 1], shapes[f, limb, 2] = c, p, own
            shapes[f, limb, 3] = -2.0 * firm[f, limb] * bend if turned_over else 0.0
            shapes[f, limb, 4], shapes[f, limb, 5] = bend, needed(minus(line, whole), own)


@dense()
def bend_before(shapes, active, rate_sq, before, swings):
    """How much limbs bend in the motion ``before`` (F, L), continued straight on, and what counts of accelerations."""
    for f in range(active.shape[0]):
        for limb in range(active.shape[1]):
            if not active[f, limb]:
                continue
            if shapes[f, limb, 1] > 0.0:
                before[f, limb], _ = soft_bend(shapes[f, limb, 2], shapes[f, limb, 0], shapes[f, limb, 1])
            if 0 < f < active.shape[0] - 1:
                swing = shapes[f - 1, limb, 4] - 2.0 * shapes[f, limb, 4] + shapes[f + 1, limb, 4]
                swings[f, limb] = _CALMING * shapes[f, limb, 5] * rate_sq * swing


@dense()
def bend_all(lines, shapes, active, free, d, before, more, slopes, sines, floors):
    """How much more limbs bend ``more`` (F, L) than ``before``, how that changes with d, and the room above the bound.

    The change is ``slopes`` (F, L, 3) by ``sines`` (F, L), none where the root is not ``free`` (F,); ``floors`` (F, L)
    is negative where a bend is below.
    """
    for f in range(active.shape[0]):
        for limb in range(active.shape[1]):
            c, p = shapes[f, limb, 0], shapes[f, limb, 1]
            if not active[f, limb] or not p > 0.0:
                continue
            z = minus(point_of(lines, f, limb), row_of(d, f))
            bend, sine = soft_bend(dot(z, z), c, p)
            more[f, limb] = bend - before[f, limb] + shapes[f, limb, 3]
            floors[f, limb] = bend - min(before[f, limb], TURNING)
            sines[f, limb] = sine
            for i in range(3):
                slopes[f, limb, i] = z[i] if free[f] else 0.0


@dense()
def steady(goes_on, calm, slopes, sines):
    """Divide the slopes by the sines, these smoothed both ways in time within spans, by the share ``calm`` a frame.

    Else a limb that trembles would be bent more and more, only because it then trembles less. ``goes_on`` of
    :func:`supple.kernels.cleanup.root_system.sides_of`.
    """
    frames, limbs = sines.shape
    for f in range(1, frames):
        for limb in range(limbs):
            sines[f, limb] += calm * goes_on[1, f + 1, limb] * (sines[f - 1, limb] - sines[f, limb])
    for f in range(frames - 2, -1, -1):
        for limb in range(limbs):
            sines[f, limb] += calm * goes_on[2, f + 1, limb] * (sines[f + 1, limb] - sines[f, limb])
    for f in range(frames):
        for limb in range(limbs):
            if sines[f, limb] > 0.0:
                inverse = 1.0 / sines[f, limb]
                for i in range(3):
                    slopes[f, limb, i] *= inverse
