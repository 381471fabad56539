"""How much the torque of each joint counts: effort is the square of the share of its strength that a joint uses.

Torques alone would let a wrist work as hard as a hip. By shares, a body with weaker joints makes more of an effort for
the same motion, so that strength that is taken away (``[strength]``) counts even where no torque is at its limit.
Joints that are harder to use than they were for the person who was captured pay for their speed as well
(:mod:`supple.solvers.spacetime.moving`).

Bones and ligaments of a hinge carry what is not about its axis. Each torque counts by itself here, with the square of
the axis's share in it: that is the torque about the axis where the axis is one of the joint's own, as in most files;
about an oblique axis a and with torques t it is the sum of (a_i t_i)^2, which is not (a . t)^2.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from supple.constraints.physics import Ratio
from supple.core.roles import SIDES
from supple.dynamics.body import BodyParameters, default_strength
from supple.dynamics.figure import Figure

_BONES = {"femur": "hip", "tibia": "knee", "foot": "ankle"}
_PARTS = {
    "hips": "spine", "chest": "spine", "head": "neck", "ball": "ankle", "toe_end": "ankle", "fingertips": "wrist",
}  # fmt: skip
_REST = "spine"  # what joints between the root and the first that is known are as strong as


def efforts(figure: Figure, roles: Mapping[str, str], body: BodyParameters) -> np.ndarray:
    """(nv - 6,) what the square of each torque counts [1/Nm^2]."""
    strong = {**default_strength(body.mass), **body.strength}
    counts = np.zeros((len(figure.joints) - 1, 3))
    for k, joint in enumerate(figure.joints[1:]):
        free = figure.axes[joint] ** 2 if joint in figure.axes else 1.0
        counts[k] = free / strong[_part(figure, roles, joint)] ** 2
    return counts.ravel()


def hardships(figure: Figure, roles: Mapping[str, str], ratio: Ratio | None) -> np.ndarray:
    """(nv - 6,) how many times as much the effort of each joint counts, by the ratios of a document."""
    times = np.ones((len(figure.joints) - 1, 3))
    for joint, count in _ratios(figure, roles, ratio or Ratio()):
        times[figure.joints.index(joint) - 1] = count
    return times.ravel()


def _part(figure: Figure, roles: Mapping[str, str], joint: int) -> str:
    """The joint of a person that a joint of a figure belongs to: its own, or the nearest one above."""
    known = {name: role for role, name in roles.items()}
    while joint > 0:
        role = known.get(figure.skeleton.names[joint], "")
        part = role.removeprefix("left_").removeprefix("right_")
        if part:
            return _PARTS.get(part, part)
        joint = int(figure.skeleton.parents[joint])
    return _REST


def _ratios(figure: Figure, roles: Mapping[str, str], ratio: Ratio) -> list[tuple[int, float]]:
    sides = SIDES if ratio.side == "both" else (ratio.side,)
    named = [(roles.get(f"{side}_{part}"), getattr(ratio, bone)) for bone, part in _BONES.items() for side in sides]
    found = [(figure.skeleton.index(name), times) for name, times in named if name is not None]
    return [(joint, times) for joint, times in found if joint in figure.joints]
