"""Where free end effectors go near plants: from the plant to their own way and back, in the world.

What a plant changed dies out on the end's own way as in :mod:`supple.kernels.cleanup.blending`. After a plant the
change goes on with the speed that it has there, so that an end that stands starts from rest.

choice: before a plant it does not. Feet land with an impact, and one that comes to rest too early makes knees pop more.
"""

from __future__ import annotations

from supple.kernels.cleanup.aims import write_pose, write_row
from supple.kernels.cleanup.blending import FAR, FEW, coasting, mixed, shares, turn_by, vector_of
from supple.kernels.cleanup.limb import FLAGS, back
from supple.kernels.cleanup.spreading import nearest_active, nears, next_after, next_before, steps_before
from supple.kernels.jit import CUBE, INT, OUT_CUBE, OUT_MATRIX, dense
from supple.kernels.vectors import minus, plus, product, row_of, scaled, turn_of


@dense(INT, FLAGS, FLAGS, CUBE, CUBE, OUT_CUBE, OUT_CUBE, OUT_CUBE, OUT_CUBE, OUT_MATRIX)
def guide(window, active, guided, ends, turns, shifts, twists, positions, rotations, firm):
    """Targets ``positions`` (F, L, 3) and ``rotations`` (F, L, 4) of ``guided`` (F, L) frames, from the active ones.

    ``ends`` (F, L, 3) and ``turns`` (F, L, 4) are the end joints in the motion; ``shifts`` and ``twists`` (F, L, 3) are
    room for how active frames differ from them. ``firm`` (F, L) is 1 in active frames and dies out over the ``window``.
    """
    none = (0.0, 0.0, 0.0)
    for limb in range(active.shape[1]):
        for f in range(active.shape[0]):
            if active[f, limb]:
                write_row(shifts[f], limb, minus(row_of(positions[f], limb), row_of(ends[f], limb)))
                turn = product(turn_of(rotations[f], limb), back(turn_of(turns[f], limb)))
                write_row(twists[f], limb, vector_of(turn))
                firm[f, limb] = 1.0
        n = 0
        behind, ahead = FAR, nearest_active(active, 0, limb, 1, window, 0, active.shape[0])
        for f in range(active.shape[0]):
            if f > 0:
                behind = next_before(active, f, limb, window, behind)
                ahead = ahead - 1 if nears(ahead) else next_after(active, f, limb, window, active.shape[0], ahead)
            if not guided[f, limb]:
                continue
            before, after = shares(behind, ahead, window)
            reach = float(min(window + 1, behind + ahead))
            shift, a, b = none, none, none
            if behind < FAR:
                last = f - behind
                if behind == 1 or not guided[f - 1, limb]:
                    n = steps_before(active, limb, last, max(1, window // FEW))
                moved = minus(row_of(shifts[last], limb), row_of(shifts[last - n], limb))
                shift = mixed(before, row_of(shifts[last], limb), coasting(behind, reach) / max(n, 1), moved)
                a = row_of(twists[f - behind], limb)
            if ahead < FAR:
                shift = plus(shift, scaled(after, row_of(shifts[f + ahead], limb)))
                b = row_of(twists[f + ahead], limb)
            turn = product(turn_by(mixed(before, a, after, b)), turn_of(turns[f], limb))
            write_pose(f, limb, plus(row_of(ends[f], limb), shift), turn, positions, rotations)
            firm[f, limb] = min(1.0, before + after)
