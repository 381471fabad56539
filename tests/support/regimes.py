"""Angles as they matter to rotations: zero, tiny, ordinary, large. A uniform draw almost never lands near zero."""

import numpy as np
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

SIZES = [0.0, 1e-12, 1e-9, 1e-5, 1e-4, 0.0999, 0.1001, 1.0, 3.0, np.pi, 5.0]


@st.composite
def rotvecs(draw, largest=6.0):
    """Rotation vectors of every regime, up to an angle of ``largest``."""
    seed = draw(st.integers(0, 2**32 - 1))
    direction = np.random.default_rng(seed).normal(size=3)
    size = draw(st.sampled_from([s for s in SIZES if s <= largest]) | st.floats(0.0, largest))
    return size * direction / np.linalg.norm(direction)


def turned_by(v):
    """The quaternion (w, x, y, z) of a rotation vector, by SciPy."""
    return np.roll(Rotation.from_rotvec(v).as_quat(), 1)
