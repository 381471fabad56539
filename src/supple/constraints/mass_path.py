"""Where the centre of mass goes."""

from __future__ import annotations

import numpy as np

from supple.core import quaternions
from supple.core.body.masses import BodyMass


def mass_path(body: BodyMass, positions: np.ndarray, rotations: np.ndarray) -> np.ndarray:
    """The centre of mass (n, 3) of joints at (n, J, 3) turned by (n, J, 4) [m]."""
    heavy = np.flatnonzero(body.masses > 0.0)
    share = body.masses[heavy] / body.masses.sum()
    arms = quaternions.rotate(rotations[:, heavy], body.centres[heavy])
    return np.asarray(np.einsum("j,nji->ni", share, positions[:, heavy] + arms))
