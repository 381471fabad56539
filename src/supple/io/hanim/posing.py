"""From X3D's transforms to Supple's arrays.

An X3D node moves what it holds by ``T C R SR S -SR -C``. A joint's centre therefore lies at
``parent(translation + center)`` and turns with its rotations alone: as long as every scale is the
same along all axes, a joint's frame is its centre and the product of rotations above it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from supple.core import quaternions
from supple.io.hanim.clips import Target
from supple.io.hanim.figure import Figure, Place, stretch
from supple.io.nearest import nearest_rotations

Values = Mapping[Target, np.ndarray]
Surroundings = Sequence[Place]  # outermost first
_BLOCK = 256  # frames posed by matrices at a time


@dataclass(frozen=True, slots=True, eq=False)
class Posed:
    """A figure over F frames, in the file's own world."""

    rest_offsets: np.ndarray  # (J, 3)
    rest_root: np.ndarray  # (4,) how the surroundings turn the whole figure
    roots: np.ndarray  # (F, 3)
    rotations: np.ndarray  # (F, J, 4)
    offsets: np.ndarray | None  # (F, J, 3) where bones stretch
    size: float  # how much larger the world shows one unit of the humanoid


def posed(figure: Figure, around: Surroundings, values: Values, frames: int) -> Posed:
    """Every frame of a figure whose moving fields have the given values."""
    places = [*around, *(joint.place for joint in figure.joints)]
    if _uneven(np.array([place.scale for place in places])) or any(field == "scale" for _, field in values):
        return _stretched(figure, around, values, frames)
    at_rest, turn, size = _surroundings(around, {})
    start, turns = at_rest, turn
    if any(_is_moving(place, values) for place in around):
        start, turns, _ = _surroundings(around, values)
    sizes = _sizes(figure, size)
    rest = _bones(figure) * sizes[:, None]
    rest[0] = at_rest[0] + size * quaternions.rotate(turn[0], figure.joints[0].place.center)
    rotations = np.zeros((frames, len(figure.joints), 4))
    for j, joint in enumerate(figure.joints):
        rotations[:, j] = quaternions.IDENTITY if joint.end_site else _field(joint.place, "rotation", values)
    if (turns != quaternions.IDENTITY).any():
        rotations[:, 0] = quaternions.multiply(turns, rotations[:, 0])
    root = figure.joints[0].place
    roots = start + size * quaternions.rotate(turns, _field(root, "translation", values) + root.center)
    return Posed(
        rest,
        turn[0],
        np.broadcast_to(roots, (frames, 3)),
        rotations,
        _moving_offsets(figure, values, rest, sizes, frames),
        size,
    )


def _uneven(scales: np.ndarray) -> bool:
    """Whether some of the scales (n, 3) differ by axis, or mirror."""
    apart = np.ptp(scales, axis=1) > 1e-9 * np.abs(scales).max(axis=1)
    return bool((apart | (scales[:, 0] <= 0.0)).any())


def _field(place: Place, field: str, values: Values) -> np.ndarray:
    still: np.ndarray = getattr(place, field)
    return values.get((id(place.node), field), still)


def _surroundings(around: Surroundings, values: Values) -> tuple[np.ndarray, np.ndarray, float]:
    """Where the humanoid's origin is, (F, 3) or (1, 3), how it is turned, and how large it is."""
    start, turn, size = np.zeros((1, 3)), quaternions.identity(1), 1.0
    for moving, run in groupby(around, key=lambda place: _is_moving(place, values)):
        for shift, rotation, own in (_movement(place, values) for place in run) if moving else [_still(list(run))]:
            start = start + size * quaternions.rotate(turn, shift)
            turn = quaternions.multiply(turn, rotation)
            size *= own
    return start, turn, size


def _is_moving(place: Place, values: Values) -> bool:
    return any((id(place.node), field) in values for field in ("rotation", "translation"))


def _movement(place: Place, values: Values) -> tuple[np.ndarray, np.ndarray, float]:
    """How far a place shifts what it holds, how it turns and how it enlarges it."""
    own, rotation = float(place.scale[0]), _field(place, "rotation", values)
    shift = _field(place, "translation", values) + place.center - own * quaternions.rotate(rotation, place.center)
    return shift, rotation, own


def _still(run: list[Place]) -> tuple[np.ndarray, np.ndarray, float]:
    """The movement of places one inside the other that keep still, all at once: a scene may stack thousands."""
    centers, rotations = np.array([place.center for place in run]), np.array([place.rotation for place in run])
    own = np.array([place.scale[0] for place in run])
    shifts = np.array([place.translation for place in run]) + centers
    shifts -= own[:, None] * quaternions.rotate(rotations, centers)
    step = 1
    while step < len(run):  # each becomes the product of all up to itself
        rotations[step:] = quaternions.multiply(rotations[:-step], rotations[step:])
        step *= 2
    sizes = np.cumprod(own)
    shifts[1:] = sizes[:-1, None] * quaternions.rotate(rotations[:-1], shifts[1:])
    return shifts.sum(axis=0), rotations[-1], float(sizes[-1])


def _bones(figure: Figure) -> np.ndarray:
    """(J, 3) from the parent's centre to each joint's, in units of the humanoid."""
    centers = np.array([joint.place.center for joint in figure.joints])
    shifts = np.array([joint.place.translation for joint in figure.joints])
    parents = np.array([max(joint.parent, 0) for joint in figure.joints])
    bones: np.ndarray = centers + shifts - centers[parents]
    return bones


def _sizes(figure: Figure, size: float) -> np.ndarray:
    """(J,) how much each joint's parent and all above it enlarge what they hold."""
    above, own = np.full(len(figure.joints), size), np.zeros(len(figure.joints))
    for j, joint in enumerate(figure.joints):
        above[j] = own[joint.parent] if j else size
        own[j] = above[j] * joint.place.scale[0]
    return above


def _moving_offsets(
    figure: Figure, values: Values, rest: np.ndarray, sizes: np.ndarray, frames: int
) -> np.ndarray | None:
    if not any(_moves(joint.place, values) for joint in figure.joints[1:]):
        return None
    offsets = np.tile(rest, (frames, 1, 1))
    for j, joint in enumerate(figure.joints):
        track = values.get((id(joint.place.node), "translation"))
        if j and track is not None:
            still = joint.place.center - figure.joints[joint.parent].place.center
            offsets[:, j] = sizes[j] * (track + still - _site_origin(joint.place, joint.end_site))
    return offsets if (offsets[:, 1:] != rest[1:]).any() else None


def _site_origin(place: Place, end_site: bool) -> np.ndarray:
    """A moving site states where it is, not how far it has moved."""
    return place.center if end_site else np.zeros(3)


def _stretched(figure: Figure, around: Surroundings, values: Values, frames: int) -> Posed:
    """With scales that differ along the axes: pose by matrices, then find the nearest rotations."""
    rotations, offsets = np.zeros((frames, len(figure.joints), 4)), np.zeros((frames, len(figure.joints), 3))
    for start in range(0, frames, _BLOCK):
        part = slice(start, min(start + _BLOCK, frames))
        now = {target: array[part] for target, array in values.items()}
        rotations[part], offsets[part] = _stretched_part(figure, around, now, part.stop - start)
    return Posed(offsets[0], quaternions.identity(), offsets[:, 0].copy(), rotations, offsets, 1.0)


def _stretched_part(figure: Figure, around: Surroundings, values: Values, frames: int) -> tuple[np.ndarray, np.ndarray]:
    """Local rotations and offsets of a few frames."""
    count = len(figure.joints)
    linear, origin = np.tile(np.eye(3), (frames, 1, 1)), np.zeros((frames, 3))
    for place in around:
        own = _matrix(place, values)
        shift = _field(place, "translation", values) + place.center - own @ place.center
        origin = origin + np.einsum("fij,fj->fi", linear, np.broadcast_to(shift, (frames, 3)))
        linear = linear @ own
    inside, maps = linear, np.zeros((frames, count, 3, 3))
    positions, turned = np.zeros((frames, count, 3)), np.zeros((frames, count, 4))
    for j, joint in enumerate(figure.joints):
        above, base, pivot = inside, origin, np.zeros(3)
        if j:
            above, base = maps[:, joint.parent], positions[:, joint.parent]
            pivot = figure.joints[joint.parent].place.center
        moving_site = joint.end_site and _moves(joint.place, values)
        moved = _field(joint.place, "translation", values) - _site_origin(joint.place, moving_site)
        reach = np.broadcast_to(moved + joint.place.center - pivot, (frames, 3))
        positions[:, j] = base + np.einsum("fij,fj->fi", above, reach)
        maps[:, j] = above if joint.end_site else above @ _matrix(joint.place, values)
        turned[:, j] = nearest_rotations(maps[:, j])
    return _local(figure, positions, turned)


def _moves(place: Place, values: Values) -> bool:
    return (id(place.node), "translation") in values


def _matrix(place: Place, values: Values) -> np.ndarray:
    """Rotation and scale of a place, (3, 3) or (F, 3, 3)."""
    turn = quaternions.to_matrix(_field(place, "rotation", values))
    moving = values.get((id(place.node), "scale"))
    if moving is None:
        return turn @ stretch(place)
    axes = quaternions.to_matrix(place.scale_orientation)
    return turn @ (axes @ (moving[:, :, None] * axes.T))


def _local(figure: Figure, positions: np.ndarray, turned: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    parents = np.array([max(joint.parent, 0) for joint in figure.joints])
    back = quaternions.conjugate(turned[:, parents])
    rotations = quaternions.multiply(back, turned)
    rotations[:, 0] = turned[:, 0]
    offsets = quaternions.rotate(back, positions - positions[:, parents])
    offsets[:, 0] = positions[:, 0]
    return rotations, offsets
