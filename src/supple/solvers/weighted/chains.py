"""Limbs as chains of hinges, and how they take the poses of a clip."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from supple.core.arrays import rebuilt, sealed
from supple.core.quaternions import conjugate, multiply, to_matrix
from supple.errors import InvalidValueError, ShapeError

_BENT = np.radians(20.0)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Chain:
    """C limbs of the same build: L joints, each the child of the one before, with D hinges from root to tip.

    A joint's local rotation is the product of its hinges' turns and its ``ends``: R(axes[d], angle) ... ends[l].
    """

    joints: tuple[int, ...]  # (L,) numbers in the skeleton
    hinge_names: tuple[str, ...]  # (D,) such as "hip flexion"
    joint_of: np.ndarray  # (D,) int64 place in ``joints``, rising
    offsets: np.ndarray  # (C, L, 3) of each joint in the frame of the one before [m]
    axes: np.ndarray  # (C, D, 3) unit, in the frame of the joint's parent
    ends: np.ndarray  # (C, L, 4) what follows the hinges
    lower: np.ndarray  # (C, D) [rad]
    upper: np.ndarray  # (C, D) [rad]

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put, links, hinges = partial(object.__setattr__, self), len(self.joints), len(self.hinge_names)
        put("joint_of", sealed(self.joint_of, (hinges,), "joint_of", np.int64))
        for name, shape in (
            ("offsets", ("C", links, 3)),
            ("axes", ("C", hinges, 3)),
            ("ends", ("C", links, 4)),
            ("lower", ("C", hinges)),
            ("upper", ("C", hinges)),
        ):
            put(name, sealed(getattr(self, name), shape, name))
        if len({len(a) for a in (self.offsets, self.axes, self.ends, self.lower, self.upper)}) != 1:
            raise ShapeError("the arrays of a chain must hold the same number of limbs.")
        if sorted(set(self.joint_of.tolist())) != list(range(links)) or np.any(np.diff(self.joint_of) < 0):
            raise InvalidValueError("every joint of a chain needs a hinge, in the order of the joints.")
        if not (self.lower <= self.upper).all():
            raise InvalidValueError("a hinge's lower limit is above its upper one.")

    def __len__(self) -> int:
        return len(self.offsets)

    @property
    def hinges(self) -> int:
        """How many angles a limb has."""
        return len(self.hinge_names)

    @property
    def bent(self) -> np.ndarray:
        """(C, D) a pose to start from: single hinges bent, since a straight limb does not know which way to bend."""
        single = np.bincount(self.joint_of)[self.joint_of] == 1
        return np.clip(np.where(single, _BENT, 0.0), self.lower, self.upper)

    def hinge(self, name: str) -> int:
        """The number of a hinge by its name."""
        if name not in self.hinge_names:
            raise InvalidValueError(f"there is no hinge {name!r}. Known: {', '.join(self.hinge_names)}.")
        return self.hinge_names.index(name)

    def with_limits(self, name: str, lower: float, upper: float) -> Chain:
        """The same with another range [rad] of one hinge: a tight twist of the thigh keeps a foot facing ahead."""
        low, high, d = self.lower.copy(), self.upper.copy(), self.hinge(name)
        low[:, d], high[:, d] = lower, upper
        return replace(self, lower=low, upper=high)

    def shortened(self, joints: int) -> Chain:
        """The first joints alone."""
        keep = self.joint_of < joints
        return Chain(
            joints=self.joints[:joints],
            hinge_names=tuple(np.array(self.hinge_names)[keep].tolist()),
            joint_of=self.joint_of[keep],
            offsets=self.offsets[:, :joints],
            axes=self.axes[:, keep],
            ends=self.ends[:, :joints],
            lower=self.lower[:, keep],
            upper=self.upper[:, keep],
        )

    def last(self) -> Chain:
        """The last joint alone."""
        keep = self.joint_of == len(self.joints) - 1
        return Chain(
            joints=self.joints[-1:],
            hinge_names=tuple(np.array(self.hinge_names)[keep].tolist()),
            joint_of=np.zeros(int(keep.sum()), np.int64),
            offsets=self.offsets[:, -1:],
            axes=self.axes[:, keep],
            ends=self.ends[:, -1:],
            lower=self.lower[:, keep],
            upper=self.upper[:, keep],
        )

    def arrays(self) -> tuple[np.ndarray, ...]:
        """What the kernel takes: offsets, turns, axes, ends, lower, upper, lengths."""
        count, first = len(self), np.flatnonzero(np.diff(self.joint_of, prepend=-1))
        offsets, turns = np.zeros((count, self.hinges, 3)), np.zeros((count, self.hinges, 4))
        turns[..., 0] = 1.0
        offsets[:, first] = self.offsets
        turns[:, first[1:]] = self.ends[:, :-1]
        lengths = np.linalg.norm(self.offsets[:, 1:], axis=2).sum(axis=1)
        last = np.ascontiguousarray(self.ends[:, -1])
        return offsets, turns, self.axes, last, self.lower, self.upper, lengths


def stacked(chains: list[Chain]) -> Chain:
    """Limbs of the same build as one value: the legs of a crowd."""
    return replace(
        chains[0],
        offsets=np.concatenate([chain.offsets for chain in chains]),
        axes=np.concatenate([chain.axes for chain in chains]),
        ends=np.concatenate([chain.ends for chain in chains]),
        lower=np.concatenate([chain.lower for chain in chains]),
        upper=np.concatenate([chain.upper for chain in chains]),
    )


def joint_rotations(chain: Chain, angles: np.ndarray) -> np.ndarray:
    """Local rotations (C, L, 4) of the joints at angles (C, D); one chain serves many rows of angles."""
    rotations = np.zeros((len(angles), len(chain.joints), 4))
    rotations[..., 0] = 1.0
    for d, joint in enumerate(chain.joint_of):
        rotations[:, joint] = multiply(rotations[:, joint], _turns(chain.axes[:, d], angles[:, d]))
    return multiply(rotations, np.broadcast_to(chain.ends, rotations.shape))


def posed(chain: Chain, rotations: np.ndarray) -> tuple[Chain, np.ndarray]:
    """Chains that have the poses (F, L, 4) of a clip exactly, and their angles (F, D).

    What the hinges cannot do (a knee's sideways turn in a capture) goes to the ends and stays as it is. Limits are
    widened to contain the captured angles.
    """
    frames = len(rotations)
    angles, ends = np.zeros((frames, chain.hinges)), np.zeros((frames, len(chain.joints), 4))
    for joint in range(len(chain.joints)):
        at = np.flatnonzero(chain.joint_of == joint)
        free = multiply(rotations[:, joint], conjugate(chain.ends[:, joint]))
        angles[:, at] = _angles(free, chain.axes[0, at])
    wide = replace(
        chain,
        offsets=np.broadcast_to(chain.offsets, (frames, *chain.offsets.shape[1:])),
        axes=np.broadcast_to(chain.axes, (frames, *chain.axes.shape[1:])),
        lower=np.minimum(chain.lower, angles),
        upper=np.maximum(chain.upper, angles),
        ends=np.broadcast_to([1.0, 0.0, 0.0, 0.0], ends.shape),
    )
    return replace(wide, ends=multiply(conjugate(joint_rotations(wide, angles)), rotations)), angles


def _turns(axes: np.ndarray, angles: np.ndarray) -> np.ndarray:
    return np.concatenate([np.cos(0.5 * angles)[:, None], np.sin(0.5 * angles)[:, None] * axes], axis=1)


def _angles(turns: np.ndarray, axes: np.ndarray) -> np.ndarray:
    """(F, n) angles about one axis (the nearest) or about three that are square to each other (exact)."""
    if len(axes) == 1:
        half = np.where(turns[:, 0] < 0.0, -1.0, 1.0)
        return 2.0 * np.arctan2(half * (turns[:, 1:] @ axes[0]), half * turns[:, 0])[:, None]
    basis = axes.T  # columns
    m = basis.T @ to_matrix(turns) @ basis  # the turn in the axes' own frame
    sign = np.linalg.det(basis)  # a left-handed triple turns the other way about its middle axis
    middle = np.arcsin(np.clip(sign * m[:, 0, 2], -1.0, 1.0))
    first = np.arctan2(-sign * m[:, 1, 2], m[:, 2, 2])
    third = np.arctan2(-sign * m[:, 0, 1], m[:, 0, 0])
    return np.stack([first, middle, third], axis=1)
