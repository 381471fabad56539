"""Where joints of a figure are, and where their sides point to, in many frames."""

from __future__ import annotations

import numpy as np

from supple.kernels import vectors
from supple.kernels.fk import pose_frame
from supple.kernels.jit import CUBE, INTS, MATRIX, OUT_CUBE, dense


@dense(INTS, MATRIX, CUBE, CUBE, INTS, INTS, MATRIX, OUT_CUBE)
def side_places(frames, root, rotations, offsets, parents, joint, arm, out):
    """Write places of all J joints, then arms (S, 3) of some (S,) as they are turned, into ``out`` (n, J + S, 3).

    ``frames`` (n,) are some of F, ``root`` (F, 3), ``rotations`` (F, J, 4), ``offsets`` (F or 1, J, 3).
    """
    count = parents.shape[0]
    positions, turned = np.zeros((count, 3)), np.zeros((count, 4))
    for n in range(frames.shape[0]):
        f = frames[n]
        pose_frame(root[f], rotations[f], offsets[f if offsets.shape[0] > 1 else 0], parents, positions, turned)
        for j in range(count):
            out[n, j, 0], out[n, j, 1], out[n, j, 2] = positions[j, 0], positions[j, 1], positions[j, 2]
        for s in range(joint.shape[0]):
            side = vectors.rotated(vectors.turn_of(turned, joint[s]), vectors.row_of(arm, s))
            out[n, count + s, 0], out[n, count + s, 1], out[n, count + s, 2] = side
