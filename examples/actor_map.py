"""The walk of one person on three others: ``python examples/actor_map.py`` writes actor_A.bvh, B and D.

What is known of each is lengths and masses of thigh, shank and foot. The walk of C goes to their lengths, and weights
of the joints are guessed from their masses: heavier segments move less. With a walk of C, and one of a target, as
arguments (``python examples/actor_map.py 16_15.bvh 39_01.bvh``) it is fitted instead and writes actor_fitted.bvh.
"""

import sys
from dataclasses import replace
from typing import NamedTuple

import numpy as np

import supple
from supple.core.motion import rest_pose
from supple.io.documents.body import Mass
from supple.recipes.individualise.masses import mass_weights


class Leg(NamedTuple):
    """Of one person."""

    thigh_m: float
    shank_m: float
    mass: Mass


LEGS = {
    "A": Leg(0.32, 0.46, Mass(thigh_kg=6.76, shank_kg=3.40, foot_kg=0.96)),
    "B": Leg(0.257, 0.512, Mass(thigh_kg=5.12, shank_kg=4.30, foot_kg=1.04)),
    "C": Leg(0.41, 0.48, Mass(thigh_kg=6.95, shank_kg=3.02, foot_kg=1.14)),
    "D": Leg(0.34, 0.50, Mass(thigh_kg=5.66, shank_kg=3.48, foot_kg=1.01)),
}


def walk_of_c(seconds: float = 3.0) -> supple.Motion:
    """A walk on the legs of C."""
    walk = supple.walking(seconds)
    return supple.retarget(walk, figure("C")).motion


def figure(name: str) -> supple.Motion:
    """A person's figure, in its rest pose; one frame."""
    skeleton = supple.walking(0.1).skeleton
    offsets = skeleton.offsets.copy()
    for side in ("Left", "Right"):
        for joint, length in ((f"{side}Leg", LEGS[name].thigh_m), (f"{side}Foot", LEGS[name].shank_m)):
            k = skeleton.index(joint)
            offsets[k] *= length / np.linalg.norm(offsets[k])
    legs = [LEGS[name].thigh_m + LEGS[name].shank_m, -skeleton.offsets[skeleton.index("LeftLeg"), 1]]
    legs[1] -= skeleton.offsets[skeleton.index("LeftFoot"), 1]
    offsets[0, 1] += legs[0] - legs[1]  # soles stay on the ground
    return rest_pose(replace(skeleton, offsets=offsets, freedoms=()))


def actor(name: str, walk: supple.Motion) -> supple.Individual:
    """The walk of C as that of another person."""
    return supple.individualise(walk, mass_weights(LEGS[name].mass, LEGS["C"].mass), body=figure(name))


if __name__ == "__main__":
    if len(sys.argv) == 3:
        source, target = (supple.read(path) for path in sys.argv[1:])
        made = {"fitted": supple.individualise(source, fit=target)}
    else:
        walk = walk_of_c()
        made = {name: actor(name, walk) for name in ("A", "B", "D")}
    for name, done in made.items():
        left = np.degrees(done.after.left.ranges["knee"])
        print(f"{name}: left knee moves by {left:.0f} degrees, shifted by {done.knee_shift_deg} degrees")  # noqa: T201
        supple.write(done.motion, f"actor_{name}.bvh")
