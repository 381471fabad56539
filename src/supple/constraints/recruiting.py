"""Who may move for a constraint."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from supple.constraints import model
from supple.constraints.names import Effector, Names
from supple.core.arrays import frozen
from supple.core.roles.pelvis import pelvis_joints
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError


class Recruits(NamedTuple):
    """The joints that a constraint may move, and all those that could move what it constrains."""

    recruited: np.ndarray  # (J,) bool
    movers: np.ndarray  # (J,) bool
    pelvis: np.ndarray  # (J,) bool: left out, because they are a part of the pelvis and not named here

    def naming(self, joints: np.ndarray) -> Recruits:
        """With those joints of the pelvis (J,) that are named elsewhere."""
        return self._replace(recruited=self.recruited | (self.pelvis & joints), pelvis=self.pelvis & ~joints)


def recruits(constraint: model.Constraint, names: Names) -> Recruits:
    """Whom a constraint recruits on a certain figure, and whose movement it feels.

    "all" is the effector's joint and everything above it, the root included; the name of a joint is all up to that one.
    The centre of mass is moved by every joint: there, a name is that joint and everything below it.

    choice: joints between the hips and a leg are a part of the pelvis, where nobody has a joint: they move only where
    they are named, as the one to be turned or in ``recruit``. Else hip joints would move in the pelvis, and tear skin.
    """
    skeleton = names.skeleton
    turning = ~skeleton.end_sites
    if isinstance(constraint, model.Balance):
        movers = turning
        return _without_pelvis(movers & _balance_mask(constraint.recruit, names), movers, constraint.recruit, (), names)
    effectors = effectors_of(constraint, names)
    chain = np.logical_or.reduce([ancestors(skeleton, e.joint) for e in effectors]) & turning
    wanted = _mask(constraint.recruit, chain, effectors, names)
    turns = isinstance(constraint, model.Orientation | model.LookAt)
    movers = np.logical_or.reduce([_movers(skeleton, e, turns) for e in effectors]) & turning
    return _without_pelvis(wanted, movers, constraint.recruit, effectors if turns else (), names)


def _without_pelvis(
    wanted: np.ndarray, movers: np.ndarray, recruit: model.Recruit, turned: tuple[Effector, ...], names: Names
) -> Recruits:
    pelvis = wanted & pelvis_joints(names.skeleton, names.roles)
    if pelvis.any():
        listed = () if recruit == "all" else (recruit,) if isinstance(recruit, str) else recruit
        pelvis[[names.joint(name) for name in listed] + [effector.joint for effector in turned]] = False
    return Recruits(wanted & ~pelvis, movers, pelvis)


def named_joints(edit: model.Edit, names: Names) -> np.ndarray:
    """(J,) bool: the joints that a document says something about."""
    out = np.zeros(len(names.skeleton), bool)
    out[[names.joint(name) for name in edit.joints]] = True
    return out


def effectors_of(constraint: model.Constraint, names: Names) -> tuple[Effector, ...]:
    """The points that a constraint is about; none for the centre of mass, two for a foot."""
    if isinstance(constraint, model.Balance):
        return ()
    if isinstance(constraint, model.Footplant):
        return tuple(names.foot(constraint.foot))
    return (names.effector(constraint.effector, getattr(constraint, "point", (0.0, 0.0, 0.0))),)


@lru_cache(maxsize=256)  # whoever edits asks for the same few again and again
def ancestors(skeleton: Skeleton, joint: int) -> np.ndarray:
    """(J,) bool: a joint and all above it; read-only."""
    mask = np.zeros(len(skeleton), bool)
    while joint >= 0:
        mask[joint] = True
        joint = int(skeleton.parents[joint])
    return frozen(mask)


def _movers(skeleton: Skeleton, effector: Effector, turns: bool) -> np.ndarray:
    """The joints whose movement is felt: turning a joint does not move its own centre, unless it is the root."""
    mask = ancestors(skeleton, effector.joint).copy()
    if not turns and effector.point == (0.0, 0.0, 0.0) and effector.joint != 0:
        mask[effector.joint] = False
    return mask


def _mask(recruit: model.Recruit, chain: np.ndarray, effectors: tuple[Effector, ...], names: Names) -> np.ndarray:
    if recruit == "all":
        return chain
    listed = [recruit] if isinstance(recruit, str) else list(recruit)
    joints = [names.joint(name) for name in listed]
    for name, joint in zip(listed, joints, strict=True):
        if not chain[joint]:
            tip = names.skeleton.names[effectors[0].joint]
            above = ", ".join(names.skeleton.names[j] for j in np.flatnonzero(chain)[::-1])
            raise DocumentError(f"recruit = {name!r} does not move {tip!r}. Joints that do: {above}.")
    if isinstance(recruit, str):
        stop = names.skeleton.subtree_stops()[joints[0]]
        return chain & _between(len(chain), joints[0], int(stop))
    return _chosen(len(chain), joints)


def _balance_mask(recruit: model.Recruit, names: Names) -> np.ndarray:
    count = len(names.skeleton)
    if recruit == "all":
        return np.ones(count, bool)
    if isinstance(recruit, str):
        top = names.joint(recruit)
        return _between(count, top, int(names.skeleton.subtree_stops()[top]))
    return _chosen(count, [names.joint(name) for name in recruit])


def _between(count: int, start: int, stop: int) -> np.ndarray:
    index = np.arange(count)
    return (index >= start) & (index < stop)


def _chosen(count: int, joints: list[int]) -> np.ndarray:
    mask = np.zeros(count, bool)
    mask[joints] = True
    return mask
