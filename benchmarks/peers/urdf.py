"""A body as URDF, which Pinocchio, pink and placo read; they add the floating base themselves."""

from __future__ import annotations

import numpy as np

from benchmarks.peers.body import INERTIA, MASS, Body, Link, numbers
from supple.core.angles import angles_about

_ROLL_LAST = np.eye(3)[[2, 1, 0]]  # rpy = (r, p, y) is Rz(y) Ry(p) Rx(r)
_LIMIT = '<limit lower="-1e3" upper="1e3" effort="1e3" velocity="1e3"/>'  # a revolute joint must have one


def urdf(body: Body) -> str:
    """The text of the document."""
    joints = [_joint(body, link) for link in body.links[1:]]
    return "\n".join(['<robot name="body">', *map(_link, body.links), *joints, "</robot>"])


def _link(link: Link) -> str:
    inertia = f'<inertia ixx="{INERTIA}" iyy="{INERTIA}" izz="{INERTIA}" ixy="0" ixz="0" iyz="0"/>'
    return f'<link name="{link.name}"><inertial><mass value="{MASS}"/>{inertia}</inertial></link>'


def joint_name(link: str) -> str:
    """The name of the joint above a link."""
    return f"{link} joint"


def _joint(body: Body, link: Link) -> str:
    kind = "fixed" if link.axis is None else "revolute"
    axis = "" if link.axis is None else f'<axis xyz="{numbers(link.axis)}"/>{_LIMIT}'
    rpy = angles_about(_ROLL_LAST, link.turn)[::-1]
    return (
        f'<joint name="{joint_name(link.name)}" type="{kind}"><parent link="{body.links[link.parent].name}"/>'
        f'<child link="{link.name}"/><origin xyz="{numbers(link.place)}" rpy="{numbers(rpy)}"/>{axis}</joint>'
    )
