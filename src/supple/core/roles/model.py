"""Which joint plays which part of a body."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from supple.errors import InvalidValueError

Source = Literal["names", "shape", "file"]

TRUNK = ("hips", "spine", "chest", "neck", "head")
ARM = ("clavicle", "shoulder", "elbow", "wrist", "fingertips")
LEG = ("hip", "knee", "ankle", "ball", "toe_end")
SIDES = ("left", "right")
ROLES: tuple[str, ...] = TRUNK + tuple(f"{side}_{part}" for side in SIDES for part in ARM + LEG)

FootPart = Literal["heel", "ball", "toe"]
FOOT: tuple[FootPart, ...] = ("heel", "ball", "toe")
POINTS: tuple[str, ...] = tuple(f"{side}_{part}" for side in SIDES for part in (*FOOT, "wrist", "fingertips"))


@dataclass(frozen=True, slots=True, eq=False)
class Roles(Mapping[str, str]):
    """Role -> joint name, with only the roles that the figure has, in the order of :data:`ROLES`.

    No joint plays two roles. ``sources`` tells for each role whether the joints' names, the figure's
    shape or a roles file decided; ``reasons`` says it in words.
    """

    joints: Mapping[str, str]
    sources: Mapping[str, Source]
    reasons: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if unknown := [role for role in self.joints if role not in ROLES]:
            raise InvalidValueError(f"there is no role {unknown[0]!r}. Known: {', '.join(ROLES)}.")
        ordered = {role: self.joints[role] for role in ROLES if role in self.joints}
        object.__setattr__(self, "joints", MappingProxyType(ordered))
        object.__setattr__(self, "sources", MappingProxyType({role: self.sources[role] for role in ordered}))

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:  # a mapping proxy cannot be pickled
        return type(self), (dict(self.joints), dict(self.sources), self.reasons, self.warnings)

    def __getitem__(self, role: str) -> str:
        return self.joints[role]

    def __iter__(self) -> Iterator[str]:
        return iter(self.joints)

    def __len__(self) -> int:
        return len(self.joints)

    def role_of(self, joint: str) -> str | None:
        """The role that a joint plays, or None."""
        return next((role for role, name in self.joints.items() if name == joint), None)

    def with_joint(self, role: str, joint: str | None, source: Source = "file") -> Roles:
        """These roles with one of them given to another joint, which loses the role it had; None takes it away."""
        joints = {r: name for r, name in self.joints.items() if r != role and name != joint}
        if joint is not None:
            joints[role] = joint
        return replace(self, joints=joints, sources={**self.sources, role: source})


NO_ROLES = Roles({}, {})
