"""A figure as retargeting sees it: bones as its clip has them, its roles, how it stands, where its soles are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from supple.constraints.names import Names
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose
from supple.core.roles import SIDES, Roles, figure_height
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.recipes.retarget.feet import Sole, soles_of
from supple.recipes.retarget.reference import Reference, references_of

_TRAVELS = 0.02  # of the figure's height: a joint whose offset changes more is moved about, not stretched


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Figure:
    """One of the two figures."""

    motion: Motion
    skeleton: Skeleton  # with the bones of the clip
    names: Names
    pose: WorldPose  # of the whole clip
    joints: Mapping[str, int]  # role -> joint
    reference: Reference  # of trunk and legs
    arms: Reference
    soles: Mapping[str, Sole]  # side -> how the foot stands
    height: float  # [m]

    @property
    def roles(self) -> Roles:
        """Who is who."""
        assert isinstance(self.names.roles, Roles)
        return self.names.roles

    @property
    def first(self) -> int:
        """The first frame that counts."""
        return first_moving_frame(self.motion)

    @property
    def leg(self) -> float:
        """From the hip joints to the soles when the legs are straight; NaN without legs [m]."""
        lengths = [self._leg(side) for side in SIDES]
        seen = [length for length in lengths if length is not None]
        return float(np.mean(seen)) if seen else float("nan")

    def stance(self, joint: int) -> Reference:
        """The reference that tells how a joint is turned when the figure stands."""
        return self.arms if joint in self._arm_joints() else self.reference

    def local(self) -> np.ndarray:
        """(J, 4) the local rotations of the figure where it stands."""
        local, arms = self.reference.local.copy(), sorted(self._arm_joints())
        local[arms] = self.arms.local[arms]
        return local

    def _arm_joints(self) -> set[int]:
        """All joints of arms, from the collar bones on."""
        if self.arms is self.reference:
            return set()
        stops, found = self.skeleton.subtree_stops(), set[int]()
        for side in SIDES:
            roles = (f"{side}_{part}" for part in ("clavicle", "shoulder", "elbow", "wrist"))
            top = next((self.joints[role] for role in roles if role in self.joints), None)
            found |= set() if top is None else set(range(top, int(stops[top])))
        return found

    def bone(self, start: str, end: str) -> float:
        """The distance of two roles in the reference [m]."""
        gaps = self.reference.positions[:, self.joints[end]] - self.reference.positions[:, self.joints[start]]
        return float(np.median(np.linalg.norm(gaps, axis=1)))

    def _leg(self, side: str) -> float | None:
        hip, knee, ankle = (f"{side}_{part}" for part in ("hip", "knee", "ankle"))
        if not {hip, knee, ankle} <= self.joints.keys():
            return None
        sole = self.soles[side].ankle_height if side in self.soles else 0.0
        return self.bone(hip, knee) + self.bone(knee, ankle) + sole


def figure_of(motion: Motion, names: Names, pose: WorldPose, who: str = "figure") -> Figure:
    """Look at a figure; one that never stands and whose rest pose is none is refused."""
    joints = {role: motion.skeleton.index(name) for role, name in names.roles.items()}
    if "hips" not in joints:
        raise InvalidValueError(
            f"the {who} ({motion.provenance.source or 'made by a program'}) has no hips that could be recognised. "
            "Say who is who in a map (`supple map A B`) or a roles document (`supple print roles`)."
        )
    first = first_moving_frame(motion)
    height = figure_height(motion.skeleton, pose.positions[first:], names.roles)
    skeleton = _as_in_the_clip(motion, height, joints["hips"])
    seen = motion.rotations[:0] if motion.rest_rows == motion.frames else motion.rotations[first:]
    references = references_of(skeleton, seen, joints)
    if references is None:
        raise InvalidValueError(
            f"the {who} ({motion.provenance.source or 'made by a program'}) does not stand in its rest pose, and it "
            "has no motion that shows how it stands. Give a file of the same figure with motion in it."
        )
    soles = soles_of(skeleton, joints, references.body, pose, range(first, motion.frames) if len(seen) else range(0))
    points = {name: point for sole in soles.values() for name, point in sole.points.items()}
    named = replace(names, placed={**names.placed, **points}, given={**points, **names.given})
    return Figure(
        motion=motion, skeleton=skeleton, names=named, pose=pose, joints=joints, soles=soles, height=height,
        reference=references.body, arms=references.arms,
    )  # fmt: skip


def _as_in_the_clip(motion: Motion, height: float, hips: int) -> Skeleton:
    """The skeleton with the bones that the frames have; joints above the hips that are moved about stay as at rest."""
    if motion.offsets is None:
        return motion.skeleton
    clip = motion.offsets[first_moving_frame(motion) :]
    offsets = np.median(clip, axis=0)
    offsets[0] = motion.skeleton.offsets[0]
    moved = (np.ptp(clip, axis=0).max(axis=1) > _TRAVELS * height) & (np.arange(len(offsets)) <= hips)
    return replace(motion.skeleton, offsets=np.where(moved[:, None], motion.skeleton.offsets, offsets))
