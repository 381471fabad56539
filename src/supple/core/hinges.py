"""Ball joints taken apart into three hinges, as robots have them and as Euler angles are."""

from __future__ import annotations

import numpy as np

from supple.core import quaternions
from supple.core.angles import angles_about, product_of
from supple.core.freedom import about
from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError

_LETTERS = "xyz"


def split_into_hinges(motion: Motion, order: str = "zxy") -> Motion:
    """The same motion on a skeleton whose ball joints are chains of three hinges with a common centre.

    ``order`` names three different axes: ``"zxy"`` is ``Rz Rx Ry``. The joint ``knee`` becomes ``knee.z``, ``knee.x``
    and ``knee``, which is where it was and turned as it was. A chain loses a degree of freedom (gimbal lock) where its
    middle angle is a right angle; a ball joint never does. The middle angles are chosen within 90 degrees.
    """
    if sorted(order) != list(_LETTERS):
        raise InvalidValueError(f"order must name x, y and z once each, such as 'zxy'; got {order!r}.")
    axes = np.eye(3)[[_LETTERS.index(letter) for letter in order]]
    source = motion.skeleton
    counts = [3 if freedom.kind == "ball" else 1 for freedom in source.freedoms]
    last = np.cumsum(counts) - 1  # the new number of each old joint
    rotations = np.zeros((motion.frames, int(last[-1]) + 1, 4))
    for j, count in enumerate(counts):
        own = slice(last[j] - count + 1, last[j] + 1)
        rotations[:, own] = _hinges(source, j, motion.rotations[:, j], axes) if count == 3 else motion.rotations[:, [j]]
    offsets = None if motion.offsets is None else _spread(motion.offsets, last, rotations.shape[1], counts)
    skeleton = _split(source, order, axes, counts, last)
    return Motion(skeleton, motion.root_positions, rotations, motion.frame_time, offsets, motion.rest_rows)


def _hinges(skeleton: Skeleton, joint: int, q: np.ndarray, axes: np.ndarray) -> np.ndarray:
    """(F, 3, 4) the rotation of each hinge; the first carries the rest rotation."""
    rest = skeleton.rest_rotations[joint]
    angles = angles_about(axes, quaternions.multiply(quaternions.conjugate(rest), q))
    turns = np.stack([product_of(axes[[k]], angles[..., [k]]) for k in range(3)], axis=1)
    turns[:, 0] = quaternions.multiply(rest, turns[:, 0])
    return turns


def _split(source: Skeleton, order: str, axes: np.ndarray, counts: list[int], last: np.ndarray) -> Skeleton:
    names, parents, ends, freedoms = [], [], [], []
    rest = quaternions.identity(int(last[-1]) + 1)
    for j, count in enumerate(counts):
        first = int(last[j]) - count + 1
        rest[first] = source.rest_rotations[j]
        above = int(last[source.parents[j]]) if j else -1
        names += [f"{source.names[j]}.{order[k]}" for k in range(count - 1)] + [source.names[j]]
        parents += [above, *range(first, int(last[j]))]
        ends += [bool(source.end_sites[j])] * count
        freedoms += [about(axes[[k]]) for k in range(3)] if count == 3 else [source.freedoms[j]]
    offsets = _spread(source.offsets, last, len(names), counts)
    return Skeleton(tuple(names), np.array(parents), offsets, np.array(ends), rest, tuple(freedoms))


def _spread(offsets: np.ndarray, last: np.ndarray, total: int, counts: list[int]) -> np.ndarray:
    """Offsets (..., J, 3) on the first hinge of each chain; the others sit in the same place."""
    out = np.zeros((*offsets.shape[:-2], total, 3))
    out[..., last - np.array(counts) + 1, :] = offsets
    return out
