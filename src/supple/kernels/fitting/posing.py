"""Poses of a frame: where joints are, and limbs that are closed again after the trunk moved."""

from __future__ import annotations

from supple.kernels import vectors
from supple.kernels.cleanup.blending import turn_by, unit_turn
from supple.kernels.cleanup.limb import back
from supple.kernels.fitting.closing import closed_turns
from supple.kernels.fitting.kinds import FREE, POSE
from supple.kernels.jit import dense


@dense()
def hang(order, parents, root, rotations, offsets, positions, turned):
    """World pose of the joints that matter."""
    for n in range(order.shape[0]):
        j = order[n]
        q, p = vectors.turn_of(rotations, j), parents[j]
        if p < 0:
            positions[j, 0], positions[j, 1], positions[j, 2] = root[0], root[1], root[2]
        else:
            above = vectors.turn_of(turned, p)
            x = vectors.plus(vectors.row_of(positions, p), vectors.rotated(above, vectors.row_of(offsets, j)))
            positions[j, 0], positions[j, 1], positions[j, 2] = x
            q = vectors.product(above, q)
        turned[j, 0], turned[j, 1], turned[j, 2], turned[j, 3] = q


@dense()
def put(rotations, j, q):
    """Write a quaternion, made unit again."""
    rotations[j, 0], rotations[j, 1], rotations[j, 2], rotations[j, 3] = unit_turn(q)


@dense()
def tip_of(limb, ends, tips, positions, turned):
    """Where the point of a limb is that has a place: its end, or a point beyond it."""
    end = ends[limb]
    beyond = vectors.rotated(vectors.turn_of(turned, end), vectors.row_of(tips, limb))
    return vectors.plus(vectors.row_of(positions, end), beyond)


@dense()
def close_limbs(
    parents, bases, middles, ends, axes, least, mode, places, goals, tips, swivels,
    positions, turned, new_positions, new_turned, new_rotations,
):  # fmt: skip
    """Give the joints of closed limbs the local rotations with which their ends are in place; from the old pose."""
    for limb in range(bases.shape[0]):
        if mode[limb] == FREE:
            continue
        base, middle, end = bases[limb], middles[limb], ends[limb]
        hip, knee = vectors.row_of(positions, base), vectors.row_of(positions, middle)
        tip = tip_of(limb, ends, tips, positions, turned)
        shin = vectors.turn_of(turned, middle)
        axis = vectors.rotated(shin, vectors.row_of(axes, limb))
        flexed, swing, _ = closed_turns(
            vectors.row_of(new_positions, base), vectors.minus(knee, hip), vectors.minus(tip, knee), axis,
            vectors.row_of(places, limb), swivels[limb], least[limb],
        )  # fmt: skip
        above = vectors.turn_of(new_turned, parents[base])
        thigh = vectors.product(swing, vectors.turn_of(turned, base))
        put(new_rotations, base, vectors.product(back(above), thigh))
        inner = back(vectors.turn_of(turned, parents[middle]))
        put(new_rotations, middle, vectors.product(inner, vectors.product(flexed, shin)))
        if mode[limb] == POSE:
            lower = vectors.product(swing, vectors.product(flexed, vectors.turn_of(turned, parents[end])))
            put(new_rotations, end, vectors.product(back(lower), vectors.turn_of(goals, limb)))


@dense()
def settle_places(riders, places, goals, positions, turned, world_places, world_goals):
    """Places and orientations of limbs in the world: those that ride with a joint go where it is."""
    for limb in range(riders.shape[0]):
        place, goal, j = vectors.row_of(places, limb), vectors.turn_of(goals, limb), riders[limb]
        if j >= 0:
            q = vectors.turn_of(turned, j)
            place = vectors.plus(vectors.row_of(positions, j), vectors.rotated(q, place))
            goal = vectors.product(q, goal)
        world_places[limb, 0], world_places[limb, 1], world_places[limb, 2] = place
        put(world_goals, limb, goal)


@dense()
def take_step(
    step, order, parents, offsets, col, width, hinge, travels,
    bases, middles, ends, axes, least, mode, riders, places, goals, tips, swivel_col,
    root, rotations, positions, turned, new_root, new_rotations, new_positions, new_turned, swivels,
    world_places, world_goals,
):  # fmt: skip
    """The pose after a step of the reduced coordinates, closed limbs included."""
    for i in range(3):
        new_root[i] = root[i] + (step[i] if travels else 0.0)
    for n in range(order.shape[0]):
        j = order[n]
        q, c = vectors.turn_of(rotations, j), col[j]
        if c >= 0 and width[j] == 3:
            put(new_rotations, j, vectors.product(q, turn_by((step[c], step[c + 1], step[c + 2]))))
        elif c >= 0:
            put(new_rotations, j, vectors.product(q, turn_by(vectors.scaled(step[c], vectors.row_of(hinge, j)))))
        else:
            new_rotations[j, 0], new_rotations[j, 1], new_rotations[j, 2], new_rotations[j, 3] = q
    for limb in range(bases.shape[0]):
        swivels[limb] = step[swivel_col[limb]] if mode[limb] != FREE else 0.0
    hang(order, parents, new_root, new_rotations, offsets, new_positions, new_turned)
    settle_places(riders, places, goals, new_positions, new_turned, world_places, world_goals)
    close_limbs(
        parents, bases, middles, ends, axes, least, mode, world_places, world_goals, tips, swivels,
        positions, turned, new_positions, new_turned, new_rotations,
    )  # fmt: skip
    hang(order, parents, new_root, new_rotations, offsets, new_positions, new_turned)
