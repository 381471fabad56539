"""How the turns of one figure are carried to another, as the arrays that a frame needs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.core import quaternions
from supple.core.angles import perpendicular
from supple.core.arrays import frozen
from supple.core.skeleton import Skeleton
from supple.recipes.retarget.frames import BodyFrames
from supple.recipes.retarget.limb_frames import LIMBS
from supple.recipes.retarget.retargeting import Both
from supple.recipes.retarget.transfer import bone_of

_ANY = 3  # a joint that turns any way


class Carrying(NamedTuple):
    """What ``carry_turns`` takes, in its order, for the J joints of the target."""

    pairs: np.ndarray  # (J, 2)
    shares: np.ndarray  # (J,)
    frames: np.ndarray  # (J, 2, 4)
    backs: np.ndarray  # (J, 4)
    aims: np.ndarray  # (J, 2)
    hinges: np.ndarray  # (H, 2)
    kinds: np.ndarray  # (J,)
    axes: np.ndarray  # (J, 2, 3)
    rests: np.ndarray  # (J, 4)
    stances: np.ndarray  # (J, 4)
    follows: np.ndarray  # (J,)


def carrying(both: Both, frames: tuple[BodyFrames, BodyFrames]) -> Carrying:
    """The arrays of two matched figures; ``frames`` are those of source and target."""
    theirs, ours = frames
    skeleton = both.target.skeleton
    count = len(skeleton)
    pairs, shares = np.full((count, 2), -1), np.zeros(count)
    own, backs = quaternions.identity(count, 2), quaternions.identity(count)
    for t, s in both.match.pairs.items():
        pairs[t, 0], own[t, 0] = s, theirs.own[s]
    for t, between in both.match.spread.items():
        pairs[t], shares[t] = (between.low, between.high), between.share
        own[t] = theirs.own[between.low], theirs.own[between.high]
    for t, frame in ours.own.items():
        backs[t] = quaternions.conjugate(frame)
    kinds, axes = _freedoms(skeleton)
    stances = np.where(skeleton.end_sites[:, None], skeleton.rest_rotations, both.target.local())
    arrays = Carrying(
        pairs, shares, own, backs, _aims(both), _hinges(both, ours), kinds, axes, skeleton.rest_rotations.copy(),
        stances, _follows(skeleton, pairs, kinds),
    )  # fmt: skip
    return Carrying(*(frozen(np.ascontiguousarray(array)) for array in arrays))


def _freedoms(skeleton: Skeleton) -> tuple[np.ndarray, np.ndarray]:
    """About how many axes each joint turns, and about which; those that no formula is for turn any way."""
    kinds, axes = np.full(len(skeleton), _ANY), np.zeros((len(skeleton), 2, 3))
    for j, freedom in enumerate(skeleton.freedoms):
        count = len(freedom.axes)
        if freedom.kind == "fixed":
            kinds[j] = 0
        elif 0 < count < _ANY and perpendicular(freedom.axes):
            kinds[j], axes[j, :count] = count, freedom.axes
    return kinds, axes


def _aims(both: Both) -> np.ndarray:
    aims = np.full((len(both.target.skeleton), 2), -1)
    for role, t in both.target.joints.items():
        if t in both.match.pairs and (bone := bone_of(both.source, role, both.match.pairs[t])):
            aims[t] = bone
    return aims


def _hinges(both: Both, ours: BodyFrames) -> np.ndarray:
    """Upper and middle joints of limbs whose middle joint turns about fewer axes than three."""
    target, found = both.target, []
    led = both.match.pairs.keys() | both.match.spread.keys()
    for name in ours.limbs:
        side, kind = name.split("_")
        upper, middle = (target.joints[f"{side}_{part}"] for part in LIMBS[kind][:2])
        if target.skeleton.freedoms[middle].kind not in ("ball", "fixed") and {upper, middle} <= led:
            found.append((upper, middle))
    return np.array(found, np.int64).reshape(-1, 2)


def _follows(skeleton: Skeleton, pairs: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    """0: keeps its stance; 1: has a counterpart; 2: makes good what the joint above cannot do."""
    follows = (pairs[:, 0] >= 0).astype(np.int64)
    for j, parent in enumerate(skeleton.parents):
        led = parent >= 0 and follows[parent] > 0 and kinds[parent] < _ANY
        if led and follows[j] == 0 and not skeleton.end_sites[j]:
            follows[j] = 2
    return follows
