r"""Where a body goes when its legs do something else: so that what stands, stands still.

With :math:`x_c(t)` the path of a planted point, :math:`s(t)` the shift of the whole body and :math:`p_c` the place of a
contact, this is the least of

.. math:: \sum_c \sum_{t \in c} |S_c(t)\,(x_c(t) + s(t) - p_c)|^2
          + \frac{\tau^4}{\ell^2} \sum_t |\ddot s(t)|^2

over all shifts and, level, all places; heights of places are those that they had. :math:`S` says what a miss of the
foot costs in angles of the leg: across the leg :math:`1/\ell`, along it what the knee has to bend by, which is much
where the leg is nearly straight. The second term (:math:`\tau` 200 ms) carries the body over flights and keeps it
smooth where feet take turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from supple.core.contacts import Contact, Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose, world_pose
from supple.core.roles import FOOT, SIDES
from supple.recipes.step_places import point_at

_SMOOTH_S = 0.2  # [s] a body that followed every foot at once would stop and go
_UP = np.array([0.0, 1.0, 0.0])
_ANCHOR = 1e-6  # weight that keeps the first frame where it is, as nothing else does
_STRAIGHT = np.radians(10.0)  # knees that are straighter count as bent by so much: a straight one cannot give way
_FEET = {f"{side}_{part}" for side in SIDES for part in FOOT}


def on_its_feet(
    motion: Motion, contacts: Contacts, joints: Mapping[str, int], *, known: bool = False
) -> tuple[Motion, Contacts]:
    """The motion moved so that its planted feet stand still as well as they can, and where they stand then.

    Where the places are ``known``, feet stand there.
    """
    stands = [c for c in contacts.contacts if c.point in _FEET and c.joint is not None and c.reference is None]
    if not stands:
        return motion, contacts
    shift, places = _solved(motion, world_pose(motion), stands, joints, known)
    roots = motion.root_positions.copy()
    roots[first_moving_frame(motion) :] += shift
    placed = tuple(
        msgspec.structs.replace(c, position_m=(float(x), c.position_m[1], float(z)))
        for c, (x, z) in zip(stands, places, strict=True)
    )
    return motion.with_root_positions(roots), msgspec.structs.replace(contacts, contacts=placed, geometric=())


def _solved(
    motion: Motion, pose: WorldPose, stands: Sequence[Contact], joints: Mapping[str, int], known: bool
) -> tuple[np.ndarray, np.ndarray]:
    """(F, 3) shifts of the moving frames, and (C, 2) level places [m]."""
    from scipy.sparse import block_array, csc_array, diags_array, eye_array, kron
    from scipy.sparse.linalg import spsolve

    first = first_moving_frame(motion)
    frames, count = motion.frames - first, len(stands)
    spans = [slice(max(c.start, first), c.stop) for c in stands]
    paths = np.concatenate([point_at(c, motion.skeleton, pose, span) for c, span in zip(stands, spans, strict=True)])
    costs = np.concatenate([_costs(pose, joints, c.point, span) for c, span in zip(stands, spans, strict=True)])
    at = np.concatenate([np.arange(span.start, span.stop) - first for span in spans])
    which = np.repeat(np.arange(count), [span.stop - span.start for span in spans])
    told = np.array([c.position_m for c in stands])
    missing = paths - told[which] * (1.0 if known else _UP)  # what of x - p is known
    level = costs[:, :, ::2]
    own = _summed(costs, at, at, (frames, frames))
    across = _summed(-level, at, which, (frames, count))
    places = _summed(level[:, ::2], which, which, (count, count))
    bends = diags_array([1.0, -2.0, 1.0], offsets=[0, 1, 2], shape=(max(frames - 2, 0), frames))
    smooth = (_SMOOTH_S / motion.frame_time) ** 4 * (bends.T @ bends) + _ANCHOR * eye_array(frames)
    smooth = kron(smooth / _leg_length(pose, joints) ** 2, eye_array(3))
    pull = (costs @ missing[..., None])[..., 0]
    right = np.zeros(3 * frames + 2 * count)
    np.add.at(right[: 3 * frames].reshape(frames, 3), at, -pull)
    np.add.at(right[3 * frames :].reshape(count, 2), which, pull[:, ::2])
    if known:
        return spsolve(csc_array(own + smooth), right[: 3 * frames]).reshape(frames, 3), told[:, ::2]
    solved = spsolve(csc_array(block_array([[own + smooth, across], [across.T, places]])), right)
    return solved[: 3 * frames].reshape(frames, 3), solved[3 * frames :].reshape(count, 2)


def _summed(blocks: np.ndarray, rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int]) -> Any:
    """Small matrices (n, a, b) added up in a large sparse one of ``shape`` blocks."""
    from scipy.sparse import csc_array

    _, a, b = blocks.shape
    down, along = np.arange(a)[:, None], np.arange(b)[None, :]
    i = np.broadcast_to(a * rows[:, None, None] + down, blocks.shape)
    j = np.broadcast_to(b * columns[:, None, None] + along, blocks.shape)
    return csc_array((blocks.ravel(), (i.ravel(), j.ravel())), shape=(a * shape[0], b * shape[1]))


def _costs(pose: WorldPose, joints: Mapping[str, int], point: str, span: slice) -> np.ndarray:
    """(n, 3, 3) the square of S in the frames of a span [rad/m]."""
    side = point.split("_")[0]
    hip, knee, ankle = (pose.positions[span, joints[f"{side}_{part}"]] for part in ("hip", "knee", "ankle"))
    along = ankle - hip
    length = np.linalg.norm(along, axis=1, keepdims=True)
    thigh, shank = (np.linalg.norm(bone, axis=1) for bone in (knee - hip, ankle - knee))
    cosine = (length[:, 0] ** 2 - thigh**2 - shank**2) / (2.0 * thigh * shank)
    sine = np.maximum(np.sqrt(np.maximum(1.0 - cosine**2, 0.0)), np.sin(_STRAIGHT))
    down = along / length
    lengthwise = (down[:, :, None] * down[:, None, :]) * (length[:, 0] / (thigh * shank * sine))[:, None, None] ** 2
    crosswise = (np.eye(3) - down[:, :, None] * down[:, None, :]) / length[:, :, None] ** 2
    return np.asarray(lengthwise + crosswise)


def _leg_length(pose: WorldPose, joints: Mapping[str, int]) -> float:
    bones = (("left_hip", "left_knee"), ("left_knee", "left_ankle"))
    ends = [pose.positions[0, joints[a]] - pose.positions[0, joints[b]] for a, b in bones]
    return float(sum(np.linalg.norm(end) for end in ends))
