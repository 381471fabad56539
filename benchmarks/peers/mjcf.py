"""A body as MJCF, which MuJoCo and mink read."""

from __future__ import annotations

from benchmarks.peers.body import INERTIA, MASS, Body, children, numbers

_INERTIAL = f'<inertial pos="0 0 0" mass="{MASS}" diaginertia="{INERTIA} {INERTIA} {INERTIA}"/>'


def mjcf(body: Body) -> str:
    """The text of the document."""
    head = '<mujoco model="body"><compiler angle="radian"/><worldbody>'
    return "\n".join([head, _branch(body, 0), "</worldbody></mujoco>"])


def _branch(body: Body, number: int) -> str:
    link = body.links[number]
    joint = f'<joint name="{link.name}" type="hinge" axis="{numbers(link.axis)}"/>' if link.axis is not None else ""
    joint = "<freejoint/>" if link.parent < 0 else joint
    opening = f'<body name="{link.name}" pos="{numbers(link.place)}" quat="{numbers(link.turn)}">'
    below = [_branch(body, child) for child in children(body, number)]
    return "\n".join([opening + joint + _INERTIAL, *below, "</body>"])
