"""A motion on another ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.ground import Height
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.io.documents.limits import HeightLimit
from supple.recipes.clean import Cleaned, clean, points_of
from supple.recipes.metrics import contacts_of
from supple.recipes.names import motion_names
from supple.recipes.terrain.lifting import lifted, old_ground, tilts_of
from supple.recipes.terrain.limits import limit_asks, topmost
from supple.recipes.terrain.steps import steps_of
from supple.solvers.hierarchical.levels import Level
from supple.solvers.hierarchical.settings import FitSettings

_SMOOTH_S = 0.5  # [s] over which the ground under a figure is averaged for a first guess


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OnTerrain:
    """A motion on its new ground: how the fit went, and the cleanup after it."""

    motion: Motion
    contacts: Contacts
    cleaned: Cleaned
    levels: tuple[Level, ...]
    over_mm: float  # by how much something is still above a height limit


def terrain(
    motion: Motion,
    ground: Height,
    *,
    contacts: Contacts | Path | str | None = None,
    limits: Sequence[HeightLimit] = (),
    roles: Path | str | Names | None = None,
    settings: FitSettings | None = None,
) -> OnTerrain:
    """The motion on another ground: planted points stand on it, the body follows smoothly, and ducks under limits.

    ``ground`` is a function of x and z [m]. Contacts are found where none are given. Fitted from coarse to fine, then
    cleaned, so that planted points do not slide and nothing sinks in.
    """
    from supple.solvers.cleanup.limbs_of import limbs_of
    from supple.solvers.hierarchical.contacts import fit_contacts

    names = roles if isinstance(roles, Names) else motion_names(motion, roles)
    found = contacts_of(motion, contacts, names, None)
    _check(motion, found, ground)
    limbs = limbs_of(motion, names.roles, points_of(names), names.limbs)
    steps = tuple(steps_of(found, limbs, motion.skeleton))
    placed = lifted(found, steps, ground)
    raised = _raised(motion, found, ground)
    joints = topmost(motion) if limits else []
    asked = limit_asks(raised, limits, joints) if limits else None
    trunk = _trunk(raised, joints)
    size = float(np.ptp(np.median(world_pose(motion).positions[..., 1], axis=0)))
    tilts = tilts_of(raised, found.floor, steps, ground)
    fitted = fit_contacts(raised, placed, limbs, dict(names.roles), size, settings, trunk, asked, tilts)
    cleaned = clean(fitted.motion, placed, floor=ground, roles=names)
    over = 0.0
    if asked is not None:
        heights = world_pose(cleaned.motion).positions[:, asked.joint, 1]
        over = float(np.max(np.where(asked.asked, heights - asked.goal[..., 1], 0.0), initial=0.0))
    return OnTerrain(
        motion=cleaned.motion, contacts=placed, cleaned=cleaned, levels=fitted.fitted.levels, over_mm=1e3 * over
    )


def _check(motion: Motion, contacts: Contacts, ground: Height) -> None:
    places = np.array([c.position_m for c in contacts.contacts if c.reference is None]).reshape(-1, 3)
    if not len(places):
        raise InvalidValueError("this motion stands on nothing, so that it cannot be put on another ground.")
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
