"""Write the figures of the pose examples: ``python examples/poses/make_figures.py``. A test keeps them in step."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import supple
from supple.core.freedom import FIXED, Freedom
from supple.core.quaternions import about_axis, identity
from supple.recipes.figure import standing_figure

FOLDER = Path(__file__).parent
_HANG, _ELBOW = np.radians(78.0), np.radians(12.0)
_LINK = 0.5  # [m]


def standing() -> supple.Motion:
    """A person who stands, arms at the sides; at rest the same skeleton is in a T-pose."""
    skeleton = standing_figure()
    rotations = identity(1, len(skeleton))
    for side, sign in (("Left", 1.0), ("Right", -1.0)):
        arm, elbow = about_axis("z", np.array([-sign * _HANG])), about_axis("y", np.array([-sign * _ELBOW]))
        rotations[:, skeleton.index(f"{side}Arm")] = arm
        rotations[:, skeleton.index(f"{side}ForeArm")] = elbow
    return supple.Motion(skeleton, skeleton.offsets[:1], rotations, 1.0 / 30.0)


def chain() -> supple.Motion:
    """Three links that turn about z, on a base that nobody should recruit."""
    names = ("base", "first", "second", "third", "tip")
    hinge = Freedom("hinge", np.array([[0.0, 0.0, 1.0]]))
    offsets = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], *([[0.0, _LINK, 0.0]] * 3)])
    skeleton = supple.Skeleton(
        names,
        np.arange(-1, 4),
        offsets,
        end_sites=np.array([name == "tip" for name in names]),
        freedoms=(Freedom("hinge", np.array([[0.0, 0.0, 1.0]])), hinge, hinge, hinge, FIXED),
    )
    rotations = identity(1, len(names))
    rotations[:, 1:4] = about_axis("z", np.full(3, 0.3))[:, None].transpose(1, 0, 2)
    return supple.Motion(skeleton, offsets[:1], rotations, 1.0 / 30.0)


if __name__ == "__main__":
    for name, motion in (("standing", standing()), ("chain", chain())):
        supple.write(motion, FOLDER / f"{name}.bvh", overwrite=True)
