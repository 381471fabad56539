"""A walk over rough ground and under two beams: ``python examples/rough_ground.py`` writes rough_ground.bvh.

The ground is a grid of heights, 80 % of the body's height wide, each up to 20 % of it up or down.
"""

import numpy as np
from scipy.interpolate import RectBivariateSpline

import supple
from supple.core.ground import Height
from supple.io.documents.path import PathGiven

FRAMES, FPS = 464, 30.0
BODY, WIDE, HIGH = 1.75, 0.8, 0.2  # [m], and parts of it
ROOM = 1.45  # [m] between the ground and a beam
BEAMS = (5.0, 11.0)  # [m] along the way
WINDING = ((0.0, 0.0), (0.9, 4.0), (-0.6, 8.0), (0.7, 12.0), (0.2, 16.0), (0.0, 20.0), (0.0, 24.0))  # (x, z) [m]


def ground(seed: int = 2) -> Height:
    """Heights over x and z [m]; smooth, and the same for the same seed."""
    at, random = np.arange(-24.0, 28.0, WIDE * BODY), np.random.default_rng(seed)
    heights = random.uniform(-HIGH, HIGH, (len(at), len(at))) * BODY
    surface = RectBivariateSpline(at, at, heights, s=0)
    return lambda x, z: surface.ev(x, z)


def beams(heights: Height) -> tuple[supple.HeightLimit, ...]:
    """Lintels across the way, as high above the ground as there is room."""
    return tuple(
        supple.HeightLimit(
            x_m=(-3.0, 3.0), z_m=(z, z + 0.2), max_height_m=float(heights(np.array(0.0), np.array(z))) + ROOM
        )
        for z in BEAMS
    )


def rough_ground() -> supple.OnTerrain:
    """A winding walk on it."""
    way = PathGiven(source="winding", points=np.array(WINDING))
    winding = supple.follow_path(supple.walking(seconds=FRAMES / FPS, fps=FPS), way)
    return supple.terrain(winding.motion, ground(), contacts=winding.contacts, limits=beams(ground()))


if __name__ == "__main__":
    done = rough_ground()
    print(done.cleaned.report.status, f"{done.over_mm:.2f} mm above a beam", *done.notes, sep="\n")  # noqa: T201
    supple.write(done.motion, "rough_ground.bvh")
