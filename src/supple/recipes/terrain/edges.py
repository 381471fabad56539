"""What was given and does not lie on the way: ground that ends before it, height limits that nothing goes under."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core.ground import Grid, Height
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.io.documents.limits import HeightLimit


def beyond(ground: Height, x: np.ndarray, z: np.ndarray) -> tuple[str, ...]:
    """A note where a grid or mesh says nothing about places (N,) of the way: how high they are taken to be."""
    if not isinstance(ground, Grid):
        return ()
    bare = np.flatnonzero(~ground.covers(x, z))
    if not len(bare):
        return ()
    at = bare[0]
    height = float(ground(x[at], z[at]))
    return (
        f"the ground given ends, or has a hole, where the figure goes: at x = {x[at]:.3g} m, z = {z[at]:.3g} m first. "
        f"It is taken to be {height:.3g} m high there; give a larger ground, or move the motion (supple orient).",
    )


def aside(motion: Motion, limits: Sequence[HeightLimit]) -> tuple[str, ...]:
    """A note for every height limit that the figure never comes under, which then changes nothing."""
    x, _, z = np.moveaxis(world_pose(motion).positions[motion.rest_rows :], -1, 0)
    return tuple(
        f"nothing goes under {f'the limit {limit.name!r}' if limit.name else f'limit[{number}]'}: the figure goes from "
        f"x = {x.min():.2f} to {x.max():.2f} m and from z = {z.min():.2f} to {z.max():.2f} m."
        for number, limit in enumerate(limits)
        if not limit.covers(x, z).any()
    )
