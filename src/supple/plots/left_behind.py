"""Joints above the hips that are no part of the body: a root that stays where it is while the hips go."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from supple.core.skeleton import Skeleton

_LONGER = 0.1  # of the figure's height: a bone does not change its length by that


def left_behind(skeleton: Skeleton, points: np.ndarray, roles: Mapping[str, int], height: float) -> tuple[int, ...]:
    """Joints above the hips whose distance from them changes over the frames of ``points`` (F, P, 3).

    Some files keep a root at the origin and move the hips by their own position channels. What hangs between the two
    is no bone: it is not drawn, and nobody wants it in the picture.
    """
    if "hips" not in roles or not len(points):
        return ()
    hips, above = roles["hips"], []
    joint = int(skeleton.parents[hips])
    while joint >= 0:
        above.append(joint)
        joint = int(skeleton.parents[joint])
    away = np.linalg.norm(points[:, above] - points[:, [hips]], axis=-1)
    return tuple(joint for joint, apart in zip(above, np.ptp(away, axis=0), strict=True) if apart > _LONGER * height)
