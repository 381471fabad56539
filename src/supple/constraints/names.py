"""What a name means on a certain figure: a joint, or a point that moves with one.

A joint's own name comes first, then a point that the roles document gives, then a role, then a point of a foot that was
placed from geometry. So a file's names always mean what the file says, and a user's word goes over ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from supple.constraints.model import Vec3
from supple.core.documents import nearest, shown
from supple.core.roles import POINTS, ROLES, SIDES
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError

_OWN = (0.0, 0.0, 0.0)


class Effector(NamedTuple):
    """A point that moves with a joint."""

    joint: int
    point: Vec3 = _OWN  # in the joint's frame [m]


class Foot(NamedTuple):
    """The points by which a foot stands."""

    heel: Effector
    ball: Effector


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Names:
    """Everything on a figure that can be named."""

    skeleton: Skeleton
    roles: Mapping[str, str] = field(default_factory=dict)  # role -> joint
    given: Mapping[str, Effector] = field(default_factory=dict)  # points of the roles document
    placed: Mapping[str, Effector] = field(default_factory=dict)  # points found from the figure's shape
    limbs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of the roles document

    def joint(self, name: str) -> int:
        """The joint of a name or role; a point that is no joint is refused."""
        effector = self.effector(name)
        if effector.point != _OWN:
            raise DocumentError(f"{name!r} is a point of {self._joint_name(effector)!r}; a joint is needed here.")
        return effector.joint

    def effector(self, name: str, point: Vec3 = _OWN) -> Effector:
        """The joint that a name means, and the point: the one that the name means, moved by ``point``."""
        if name in self.skeleton:
            found = Effector(self.skeleton.index(name))
        elif name in self.given:
            found = self.given[name]
        elif name in self.roles:
            found = Effector(self.skeleton.index(self.roles[name]))
        elif name in self.placed:
            found = self.placed[name]
        else:
            raise DocumentError(self._unknown(name))
        x, y, z = np.add(found.point, point).tolist()
        return Effector(found.joint, (x, y, z))

    def foot(self, name: str) -> Foot:
        """The heel and the ball of ``"left"``, ``"right"``, or of a limb of the roles document.

        A limb's last joint stands for its ball, and the one before for its heel.
        """
        if name in SIDES:
            return Foot(self.effector(f"{name}_heel"), self.effector(f"{name}_ball"))
        if name in self.limbs and len(self.limbs[name]) >= 2:
            heel, ball = self.limbs[name][-2:]
            return Foot(self.effector(heel), self.effector(ball))
        raise DocumentError(f"there is no foot {shown(name)}. {nearest(name, (*SIDES, *self.limbs))}")

    def known(self) -> tuple[str, ...]:
        """All names, joints first."""
        return tuple(dict.fromkeys((*self.skeleton.names, *self.roles, *self.given, *self.placed)))

    def _unknown(self, name: str) -> str:
        if name in ROLES or name in POINTS:
            return (
                f"this figure has no {name}. Say in a roles document which joint or point it is "
                "(`supple print roles`), or name a joint as in the file (`supple info`)."
            )
        return f"there is no joint or role {shown(name)} on this figure. {nearest(name, self.known())}"

    def _joint_name(self, effector: Effector) -> str:
        return self.skeleton.names[effector.joint]
