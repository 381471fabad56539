"""A motion on another ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.ground import Height, old_ground
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.io.documents.heights import read_heights
from supple.io.documents.limits import HeightLimit, read_limits
from supple.recipes.refit import Refitted, refit, standing
from supple.recipes.terrain.lifting import lifted, tilts_of
from supple.recipes.terrain.limits import limit_asks, topmost
from supple.solvers.hierarchical.problem import PointAsks
from supple.solvers.hierarchical.settings import FitSettings

_SMOOTH_S = 0.5  # [s] over which the ground under a figure is averaged for a first guess


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OnTerrain(Refitted):
    """A motion on its new ground."""

    over_mm: float  # by how much something is still above a height limit


def terrain(
    motion: Motion,
    ground: Height | str,
    *,
    contacts: Contacts | Path | str | None = None,
    limits: Sequence[HeightLimit] | Path | str = (),
    roles: Path | str | Names | None = None,
    settings: FitSettings | None = None,
) -> OnTerrain:
    """The motion on another ground: planted points stand on it, the body follows smoothly, and ducks under limits.

    ``ground`` is a function of x and z [m], or a text such as ``"waves:height=0.1,length=2"`` or the path of a grid or
    mesh; ``limits`` are values or the path of their document. Contacts are found where none are given. Fitted from
    coarse to fine, then cleaned, so that planted points do not slide and nothing sinks in.
    """
    ground = read_heights(ground) if isinstance(ground, str) else ground
    limits = read_limits(limits) if isinstance(limits, Path | str) else limits
    stood = standing(motion, contacts, roles)
    _check(stood.contacts, ground)
    raised = _raised(motion, stood.contacts, ground)
    joints = topmost(motion) if limits else []
    asked = limit_asks(raised, limits, joints) if limits else None
    done = refit(
        stood,
        raised,
        lifted(motion, stood.contacts, stood.steps, ground),
        floor=ground,
        tilts=tilts_of(raised, stood.contacts.floor, stood.steps, ground),
        trunk=_trunk(raised, joints),
        points=asked,
        settings=settings,
    )
    return OnTerrain(
        motion=done.motion, contacts=done.contacts, cleaned=done.cleaned, levels=done.levels, notes=done.notes,
        over_mm=0.0 if asked is None else _over_mm(done.motion, asked),
    )  # fmt: skip


def _over_mm(motion: Motion, asked: PointAsks) -> float:
    """By how much points are above the heights that are asked of them."""
    heights = world_pose(motion).positions[:, asked.joint, 1]
    return 1e3 * float(np.max(np.where(asked.asked, heights - asked.goal[..., 1], 0.0), initial=0.0))


def _check(contacts: Contacts, ground: Height) -> None:
    if contacts.belt_m_s is not None:
        raise InvalidValueError("this motion walks on a treadmill; a ground that moves cannot be replaced.")
    places = np.array([c.position_m for c in contacts.contacts if c.reference is None])
    heights = np.asarray(ground(places[:, 0], places[:, 2]), float)
    if not np.isfinite(heights).all():
        bad = places[int(np.flatnonzero(~np.isfinite(heights))[0])]
        raise InvalidValueError(
            f"the ground has no height at x = {bad[0]:.3g} m, z = {bad[2]:.3g} m, where a foot stands."
        )


def _raised(motion: Motion, contacts: Contacts, ground: Height) -> Motion:
    """A first guess: the whole figure goes up and down with the ground under it, smoothly."""
    x, _, z = motion.root_positions.T
    up = np.asarray(ground(x, z), float) - old_ground(contacts.floor, x, z)
    width = max(1, round(_SMOOTH_S / motion.frame_time))
    padded = np.pad(up, width, mode="edge")
    window = np.hanning(2 * width + 1)
    smooth = np.convolve(padded, window / window.sum(), mode="valid")
    smooth[: motion.rest_rows] = 0.0
    return replace(motion, root_positions=motion.root_positions + smooth[:, None] * [0.0, 1.0, 0.0])


def _trunk(motion: Motion, joints: Sequence[int]) -> list[int]:
    """The root, and what carries the points that have to duck."""
    parents, out = motion.skeleton.parents, {0}
    for j in joints:
        p = int(parents[j])
        while p > 0:
            out.add(p)
            p = int(parents[p])
    return sorted(out)
