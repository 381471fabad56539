"""Changes of planted limbs die out in the free frames before and after."""

from __future__ import annotations

from supple.kernels.cleanup.blending import (
    FAR,
    FEW,
    coasting,
    mixed,
    nearest_sign,
    shares,
    turn_by,
    unit_turn,
    vector_of,
)
from supple.kernels.cleanup.hinge import hinge_of
from supple.kernels.cleanup.limb import back
from supple.kernels.jit import CUBE, INT, MATRIX, OUT_CUBE, OUT_MATRIX, array_in, array_out, dense
from supple.kernels.jit import types as numba_types
from supple.kernels.vectors import dot, minus, plus, product, rotated, row_in, row_of, row_within, scaled, turn_in

JOINTS = array_in(2, numba_types.int64)
ACTIVE = array_in(2, numba_types.boolean)
OUT_CHANGES = array_out(4)
BASE, MIDDLE, END = 0, 1, 2


@dense()
def write_turn(cube, i, n, q):
    """Store a quaternion."""
    cube[i, n, 0], cube[i, n, 1], cube[i, n, 2], cube[i, n, 3] = q


@dense()
def write_change(changes, f, limb, k, v):
    """Store how a joint was turned."""
    changes[f, limb, k, 0], changes[f, limb, k, 1], changes[f, limb, k, 2] = v


@dense(INT, INT, JOINTS, ACTIVE, CUBE, CUBE, OUT_CHANGES)
def find_changes(start, stop, joints, active, original, solved, changes):
    r"""How the joints ``joints`` (L, 3) of active limbs were turned, as rotation vectors ``changes`` (N, L, 3, 3).

    In the parent's frame, but of the middle joint in its own, where a hinge turns about one axis.
    """
    for f in range(start, stop):
        for limb in range(joints.shape[0]):
            if not active[f, limb]:
                continue
            for k in range(3):
                before, after = turn_in(original, f, joints[limb, k]), turn_in(solved, f, joints[limb, k])
                turn = product(back(before), after) if k == MIDDLE else product(after, back(before))
                write_change(changes, f, limb, k, vector_of(turn))


@dense()
def nearest_active(active, frame, limb, way, window, first, last):
    """How far the next active frame is that way; FAR where there is none in the window."""
    for k in range(1, window + 1):
        f = frame + way * k
        if f < first or f >= last:
            return FAR
        if active[f, limb]:
            return k
    return FAR


@dense()
def next_before(active, frame, limb, window, behind):
    """How far the active frame before is, from how far it was one frame earlier."""
    if active[frame - 1, limb]:
        return 1 if window > 0 else FAR
    return behind + 1 if behind < window else FAR


@dense()
def nears(ahead):
    """Whether the active frame after is one frame nearer than ``ahead``, where it was one frame earlier.

    Asked before :func:`next_after`, since it needs no array, which each call would count.
    """
    return 1 < ahead < FAR


@dense()
def next_after(active, frame, limb, window, last, ahead):
    """How far the active frame after is where it does not near: it has come (``ahead`` was 1), or was FAR."""
    seen = ahead == FAR and not active[frame, limb]  # then only one frame more is seen
    for k in range(max(window, 1) if seen else 1, window + 1):
        if frame + k >= last:
            return FAR
        if active[frame + k, limb]:
            return k
    return FAR


@dense()
def steps_before(active, limb, last, few):
    """From how many steps the speed at the end of a plant is taken: at most ``few``; of two frames it is noisy."""
    n = 0
    while n < few and n < last and active[last - n - 1, limb]:
        n += 1
    return n


@dense()
def not_backward(change, f, limb, joints, axis, positions, turned):
    """A change of the middle joint in its own frame, no further than to a straight limb if that opens it."""
    opened = -dot(change, axis)
    if not opened > 0.0:
        return change
    base, middle = row_in(positions, f, joints[limb, BASE]), row_in(positions, f, joints[limb, MIDDLE])
    end, shin = row_in(positions, f, joints[limb, END]), turn_in(turned, f, joints[limb, MIDDLE])
    _, _, bend = hinge_of(minus(middle, base), minus(end, middle), rotated(shin, axis))
    over = opened - max(bend, 0.0)
    return plus(change, scaled(over, axis)) if over > 0.0 else change


@dense(
    INT, INT, INT, INT, INT, JOINTS, MATRIX, ACTIVE, CUBE, CUBE, OUT_CHANGES, CUBE, OUT_CUBE, OUT_MATRIX
)  # fmt: skip
def spread(
    start, stop, first, known, window, joints, axes, active, positions, turned, changes, original, solved, scales
):
    """Free frames ``[start, stop)`` of each limb take their shares of the changes of the active frames around.

    Frames from ``first`` to ``known`` are looked at, ``window`` to either side. ``positions`` (N, J, 3) and ``turned``
    (N, J, 4) are the world pose before, ``axes`` (L, 3) of the hinges in the middle joints' frames. ``original``
    (N, J, 4) are the local turns before, of which those of the limbs are written into ``solved``; ``scales`` (N, L) are
    1 for a limb as long as it was; ``changes`` of free frames are written too, in the form of :func:`find_changes`.
    """
    none = (0.0, 0.0, 0.0)
    for limb in range(joints.shape[0]):
        behind = nearest_active(active, start, limb, -1, window, first, known)
        ahead = nearest_active(active, start, limb, 1, window, first, known)
        n = 0
        for f in range(start, stop):
            if f > start:
                behind = next_before(active, f, limb, window, behind)
                ahead = ahead - 1 if nears(ahead) else next_after(active, f, limb, window, known, ahead)
            if active[f, limb] or (behind == FAR and ahead == FAR):
                continue
            before, after = shares(behind, ahead, window)
            scale, last, coast = 1.0, f, 0.0
            if behind < FAR:
                last = f - behind
                if f == start or behind == 1:
                    n = steps_before(active, limb, last, max(1, window // FEW))
                coast = coasting(behind, float(min(window + 1, behind + ahead))) / max(n, 1)
                scale += before * (scales[last, limb] - 1.0)
            if ahead < FAR:
                scale += after * (scales[f + ahead, limb] - 1.0)
            scales[f, limb] = scale
            for k in range(3):
                a = row_within(changes, f - behind, limb, k) if behind < FAR else none
                b = row_within(changes, f + ahead, limb, k) if ahead < FAR else none
                change = mixed(before, a, after, b)
                if coast > 0.0 and n > 0:
                    change = plus(change, scaled(coast, minus(a, row_within(changes, last - n, limb, k))))
                if k == MIDDLE:
                    change = not_backward(change, f, limb, joints, row_of(axes, limb), positions, turned)
                write_change(changes, f, limb, k, change)
                q, turn = turn_in(original, f, joints[limb, k]), turn_by(change)
                after_all = product(q, turn) if k == MIDDLE else product(turn, q)
                write_turn(solved, f, joints[limb, k], nearest_sign(unit_turn(after_all), q))
