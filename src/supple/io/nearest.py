"""The rotation in a matrix that scales, shears or mirrors as well."""

from __future__ import annotations

import numpy as np

from supple.core import quaternions


def nearest_rotations(m: np.ndarray) -> np.ndarray:
    """Quaternions (..., 4) of the rotations nearest to matrices (..., 3, 3), whatever they scale or mirror."""
    u, _, vt = np.linalg.svd(m)
    u[..., 2] *= np.sign(np.linalg.det(u @ vt))[..., None]
    return quaternions.from_matrix(u @ vt)
