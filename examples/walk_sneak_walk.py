"""A walk that becomes a sneak and a walk again: ``python examples/walk_sneak_walk.py`` writes walk_sneak_walk.bvh."""

from dataclasses import replace

import numpy as np

import supple
from supple.core import quaternions

LOWER_M, BOW = 0.13, np.radians(30.0)  # how a sneak differs from a slow walk


def sneaking(seconds: float = 4.0, fps: float = 60.0) -> supple.Motion:
    """A slow walk with hips that are lower and a back that is bowed; the feet stand where they stood."""
    slow = supple.walking(seconds=seconds, fps=fps, speed=0.9)
    rotations = slow.rotations.copy()
    for role, share in (("spine", 0.6), ("chest", 0.4), ("neck", -0.5)):
        joint = slow.skeleton.index(supple.motion_roles(slow)[role])
        bow = quaternions.about_axis("x", np.array(share * BOW))
        rotations[:, joint] = quaternions.multiply(bow, rotations[:, joint])
    low = replace(slow, rotations=rotations, root_positions=slow.root_positions - (0.0, LOWER_M, 0.0))
    return supple.clean(low, supple.detect(slow)).motion


def walk_sneak_walk(seconds: float = 4.0, fps: float = 60.0) -> supple.Transition:
    """There and back again, from clips of so many seconds."""
    walk = supple.walking(seconds=seconds, fps=fps, speed=1.3)
    return supple.transition([walk, sneaking(seconds, fps), walk], duration=0.8)


if __name__ == "__main__":
    made = walk_sneak_walk()
    print(*made.notes, sep="\n")  # noqa: T201
    supple.write(made.motion, "walk_sneak_walk.bvh")
