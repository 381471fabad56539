"""What stands in an ASF and an AMC file, in the file's own units, axes and order."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

Vec3 = tuple[float, float, float]
ROTATIONS = ("rx", "ry", "rz")
TRANSLATIONS = ("tx", "ty", "tz")
LENGTH = "l"
DOFS = (*TRANSLATIONS, *ROTATIONS, LENGTH)
ROOT = "root"
FRAME_TIME = 1.0 / 120.0  # [s] of the CMU database, the custom where nothing is stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Bone:
    """One entry of ``:bonedata``, or ``:root`` (whose ``axis`` is the root's orientation)."""

    name: str
    id: str = ""
    direction: Vec3 = (0.0, 0.0, 0.0)  # from its start to its tip, in world axes
    length: float = 0.0  # [file unit]
    axis: Vec3 = (0.0, 0.0, 0.0)  # angles of the frame its degrees of freedom turn in [file angle]
    axis_order: str = "xyz"  # the turn that is made first stands first
    dofs: tuple[str, ...] = ()  # in the order of the AMC's numbers
    limits: tuple[tuple[float, float], ...] = ()  # one pair per dof, or none [file angle]
    extras: tuple[str, ...] = ()  # lines with keys that Supple has no use for, as they stand

    @property
    def tip(self) -> np.ndarray:
        """(3,) from start to tip [file unit]."""
        return self.length * np.array(self.direction)

    def columns(self, kinds: tuple[str, ...]) -> list[int]:
        """Which of its numbers are of the given kinds."""
        return [k for k, dof in enumerate(self.dofs) if dof in kinds]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asf:
    """A skeleton file."""

    version: str = "1.10"
    name: str = "supple"
    mass: str = "1.0"
    length: float | None = None  # 1/length inches are one file unit; None: not stated
    degrees: bool = True
    documentation: tuple[str, ...] = ()
    root: Bone
    position: Vec3 = (0.0, 0.0, 0.0)  # of the root [file unit]
    bones: tuple[Bone, ...]
    hierarchy: tuple[tuple[str, tuple[str, ...]], ...]
    comments: tuple[str, ...] = ()  # lines before the first section, without '#'
    root_name: str = ROOT  # what Supple's comment says the root was called
    unit_scale: float | None = None  # what Supple's comment says a unit is [m]
    text: str = ""  # the whole file, where it was read from one
    warnings: tuple[str, ...] = ()

    @property
    def angle(self) -> float:
        """Radians per angle unit of the skeleton file."""
        return np.pi / 180.0 if self.degrees else 1.0

    def moving(self) -> dict[str, Bone]:
        """Root and bones that have numbers in every frame."""
        return {bone.name: bone for bone in (self.root, *self.bones) if bone.dofs}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Amc:
    """A motion file."""

    header: tuple[str, ...] = ()  # lines before the first frame, as they stand
    degrees: bool = True
    names: tuple[str, ...]  # of root and bones, in the order of the file
    numbers: np.ndarray  # (F,) frame numbers
    values: np.ndarray  # (F, C) the degrees of freedom of ``names`` side by side [file unit, file angle]
    frame_time: float | None = None  # [s] where a comment or header line states it
    rest_rows: int = 0
    warnings: tuple[str, ...] = field(default=())

    @property
    def angle(self) -> float:
        """Radians per angle unit of the motion file."""
        return np.pi / 180.0 if self.degrees else 1.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Native:
    """What a writer needs to give both files back: the ``native`` record of a motion's provenance."""

    asf: Asf
    amc: Amc


def column_starts(names: tuple[str, ...], moving: dict[str, Bone]) -> dict[str, int]:
    """Where the numbers of each bone begin in a row."""
    starts, at = {}, 0
    for name in names:
        starts[name] = at
        at += len(moving[name].dofs)
    return starts
