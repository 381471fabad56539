"""Three people walk beside each other: ``python examples/three_bodies.py`` writes three_bodies_1.bvh to _3.bvh.

One style is even, one has stiff hips, one has stiff knees. With ``--limp`` all limp on the left,
stiffer still, and the files are called three_limps_1.bvh and so on.
"""

import sys

import numpy as np

import supple
from supple.io.documents.body import Body, Scale
from supple.io.documents.style import SideStyle, Style, Weights

BODIES = (Body(), Body(scale=Scale(legs=0.85, trunk=1.1)), Body(scale=Scale(all=1.12)))
LIMP = SideStyle(length=0.5, height=0.5, speed=1.3)
FPS = 60.0


def styles(*, limp: bool = False) -> tuple[Style, ...]:
    """Even, a hip of 0.8 and a knee of 0.8; or limps, of 0.2 on the left."""
    if limp:
        weights = (Weights(), Weights(left_hip=0.2), Weights(left_knee=0.2))
        return tuple(Style(left=LIMP, weights=w) for w in weights)
    return tuple(Style(weights=w) for w in (Weights(), Weights(hip=0.8), Weights(knee=0.8)))


def three_bodies(*, limp: bool = False, seconds: float = 5.0) -> tuple[supple.Motion, ...]:
    """All three at once, in real time: one call a frame."""
    crowd = supple.Crowd(3, BODIES, styles(limp=limp), places=[(0.0, 0.0), (1.2, 0.0), (2.4, 0.0)])
    frames = [tuple(array.copy() for array in crowd.step(1.0 / FPS, 0.0, 1.3)) for _ in range(round(seconds * FPS))]
    roots, rotations = (np.stack(part, axis=1) for part in zip(*frames, strict=True))
    return tuple(
        supple.Motion(skeleton, roots[k], rotations[k], 1.0 / FPS) for k, skeleton in enumerate(crowd.skeletons)
    )


if __name__ == "__main__":
    limp = "--limp" in sys.argv
    for number, motion in enumerate(three_bodies(limp=limp), start=1):
        supple.write(motion, f"three_{'limps' if limp else 'bodies'}_{number}.bvh")
