"""A skeleton's poses over time."""

from __future__ import annotations

import operator
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from supple.core import quaternions
from supple.core.arrays import frozen, rebuilt, sealed
from supple.core.provenance import MADE_HERE, Provenance
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError, ShapeError

if TYPE_CHECKING:
    from supple.core.streams import Stream

_UNIT = 1e-6  # how far the squared norm of a rotation may be from one
_BLOCK = 128  # frames that are checked at a time, while they are in the cache


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """Local joint rotations over F frames at a constant rate.

    Metres, seconds, radians; right-handed world, +Y up; quaternions (w, x, y, z), kept in one hemisphere
    over time. A motion never changes: ``with_*`` returns another one.
    """

    skeleton: Skeleton
    root_positions: np.ndarray  # (F, 3) of the root joint in the world [m]
    rotations: np.ndarray  # (F, J, 4) joint to parent, unit; end sites keep their rest rotation
    frame_time: float  # [s], exactly as read
    offsets: np.ndarray | None = None  # (F, J, 3) for bones that stretch, else the skeleton's; row 0 of J is unused [m]
    rest_rows: int = 0  # leading frames that show a rest pose, not motion
    provenance: Provenance = MADE_HERE

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        joints = len(self.skeleton)
        put("rotations", sealed(self.rotations, ("F", joints, 4), "rotations"))
        frames = len(self.rotations)
        put("root_positions", sealed(self.root_positions, (frames, 3), "root_positions"))
        if self.offsets is not None:
            put("offsets", sealed(self.offsets, (frames, joints, 3), "offsets"))
        put("frame_time", float(self.frame_time))
        put("rest_rows", operator.index(self.rest_rows))
        _check(self)
        aligned = quaternions.continuous(self.rotations)
        if aligned is not self.rotations:
            put("rotations", frozen(aligned))

    def __len__(self) -> int:
        return len(self.rotations)

    def __repr__(self) -> str:
        size = f"{self.skeleton.joint_count} joints, {self.frames} frames at {self.fps:g} fps"
        return f"<Motion: {size}, from {self.provenance.source or 'a program'}>"

    @property
    def frames(self) -> int:
        """How many frames there are, rest rows included."""
        return len(self.rotations)

    @property
    def fps(self) -> float:
        """Frames per second."""
        return 1.0 / self.frame_time

    @property
    def duration(self) -> float:
        """Seconds from the first frame's start to the last frame's end."""
        return self.frames * self.frame_time

    def local_offsets(self, frame: int) -> np.ndarray:
        """(J, 3) where each joint sits in its parent's frame in one frame [m]."""
        return self.skeleton.offsets if self.offsets is None else self.offsets[frame]

    def with_rotations(self, rotations: np.ndarray) -> Motion:
        """This motion with other rotations (F, J, 4)."""
        rotations = sealed(rotations, self.rotations.shape, "rotations")
        return replace(self, rotations=rotations)

    def with_root_positions(self, root_positions: np.ndarray) -> Motion:
        """This motion with another path of the root (F, 3)."""
        root_positions = sealed(root_positions, self.root_positions.shape, "root_positions")
        return replace(self, root_positions=root_positions)

    def with_poses(
        self, root_positions: np.ndarray, rotations: np.ndarray, offsets: np.ndarray | None = None
    ) -> Motion:
        """This motion with another path (F, 3), rotations (F, J, 4) and bones (F, J, 3), which nobody else holds.

        Signs of rotations are made to go on and their lengths are looked at in compiled code, in place: for solvers,
        which have loaded it, and whose rotations are unit. Without ``offsets`` the bones stay as they are.
        """
        from supple.kernels.unbroken import unbroken  # the compiler

        given = {"root_positions": root_positions, "rotations": rotations}
        if offsets is not None:
            given["offsets"] = offsets
        frames, joints = self.rotations.shape[:2]
        sizes = {"root_positions": (frames, 3), "rotations": (frames, joints, 4), "offsets": (frames, joints, 3)}
        mine = all(
            new.shape == sizes[name] and new.dtype == np.float64 and new.flags.c_contiguous and new.flags.owndata
            for name, new in given.items()
        )
        finite = all(np.isfinite(new).all() for name, new in given.items() if name != "rotations")
        if not (mine and finite and unbroken(rotations, _UNIT)):
            bones = self.offsets if offsets is None else offsets
            # which says what is wrong
            return replace(self, root_positions=root_positions, rotations=rotations, offsets=bones)
        out = object.__new__(Motion)
        for field in fields(self):
            object.__setattr__(out, field.name, getattr(self, field.name))
        for name, new in given.items():
            object.__setattr__(out, name, frozen(new))
        return out

    def with_frames(self, start: int, stop: int) -> Motion:
        """The frames ``[start, stop)``."""
        if not 0 <= start < stop <= self.frames:
            raise InvalidValueError(f"frames {start}:{stop} are not inside this motion's 0:{self.frames}.")
        keep = slice(start, stop)
        return replace(
            self,
            root_positions=self.root_positions[keep],
            rotations=self.rotations[keep],
            offsets=None if self.offsets is None else self.offsets[keep],
            rest_rows=max(0, min(self.rest_rows, stop) - start),
            provenance=self.provenance.with_frames(keep),
        )


def first_moving_frame(motion: Motion | Stream) -> int:
    """The first frame that counts: rest rows in front are left alone, unless there is nothing else."""
    return motion.rest_rows if motion.rest_rows < motion.frames else 0


def rest_pose(skeleton: Skeleton, frame_time: float = 1.0 / 30.0, provenance: Provenance = MADE_HERE) -> Motion:
    """One frame of the skeleton at rest, marked as a rest row."""
    return Motion(
        skeleton,
        root_positions=skeleton.offsets[:1],
        rotations=skeleton.rest_rotations[None],
        frame_time=frame_time,
        rest_rows=1,
        provenance=provenance,
    )


def _check(motion: Motion) -> None:
    if motion.frames == 0:
        raise ShapeError("a motion needs at least one frame; got 0.")
    if not 0.0 < motion.frame_time < float("inf"):
        raise InvalidValueError(f"frame_time must be a positive number of seconds; got {motion.frame_time}.")
    if not 0 <= motion.rest_rows <= motion.frames:
        raise InvalidValueError(f"rest_rows must lie between 0 and {motion.frames}; got {motion.rest_rows}.")
    rows = motion.provenance.rows
    if rows is not None and len(rows) != motion.frames:
        raise ShapeError(f"provenance has {len(rows)} rows for {motion.frames} frames.")
    for name in ("root_positions", "offsets"):
        array = getattr(motion, name)
        if array is not None and not np.isfinite(array).all():
            frame = int(np.argwhere(~np.isfinite(array))[0][0])
            raise InvalidValueError(f"{name} must be finite; frame {frame} is not.")
    _check_unit(motion)


def _check_unit(motion: Motion) -> None:
    for start in range(0, motion.frames, _BLOCK):
        block = motion.rotations[start : start + _BLOCK]
        squares = block * block  # no matrix product: it would start threads
        w, x, y, z = (squares[..., k] for k in range(4))
        off = np.abs(w + x + y + z - 1.0)
        if not off.max() < _UNIT:  # true for NaN too
            frame, joint = (int(i) for i in np.argwhere(~(off < _UNIT))[0])
            raise InvalidValueError(
                f"rotations must be unit quaternions; frame {start + frame}, joint {motion.skeleton.names[joint]!r} "
                f"has norm {np.linalg.norm(block[frame, joint]):.6g}."
            )
