"""A motion on another ground."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.ground import Height, old_ground
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.pose import world_pose
from supple.core.progress import Progress, part_of
from supple.errors import InvalidValueError
from supple.io.documents.heights import read_heights
from supple.io.documents.limits import HeightLimit, read_limits
from supple.recipes.refit import Refitted, Standing, refit, standing
from supple.recipes.terrain.edges import aside, beyond
from supple.recipes.terrain.lifting import lifted, tilts_of
from supple.recipes.terrain.limits import limit_asks, over_limits, topmost
from supple.recipes.terrain.swinging import swings_over
from supple.solvers.hierarchical.settings import FitSettings

if TYPE_CHECKING:
    from supple.solvers.result import Status

_SMOOTH_S = 0.5  # [s] over which the ground under a figure is averaged for a first guess
_ROUNDS = 5  # at most: who ducks is under a lintel in other frames than before
_NEAR_M = 1e-3  # by so much something may stick out above a limit


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OnTerrain(Refitted):
    """A motion on its new ground."""

    over_mm: float  # by how much something is still above a height limit

    @property
    def status(self) -> Status:
        """How it went as a whole: what sticks out above a limit is not met."""
        status = super(OnTerrain, self).status  # by name: a dataclass with slots is another class than the one written
        return "stalled" if status == "met" and self.over_mm > 1e3 * _NEAR_M else status


@checked
def terrain(
    motion: Motion,
    ground: Height | str,
    *,
    contacts: Contacts | Path | str | None = None,
    limits: Sequence[HeightLimit] | Path | str = (),
    roles: Path | str | Names | None = None,
    settings: FitSettings | None = None,
    progress: Progress | None = None,
) -> OnTerrain:
    """The motion on another ground: planted points stand on it, the body follows smoothly, and ducks under limits.

    ``ground`` is a function of x and z [m], or a text such as ``"waves:height=0.1,length=2"`` or the path of a grid or
    mesh; ``limits`` are values or the path of their document. Contacts are found where none are given. Fitted from
    coarse to fine, then cleaned, so that planted points do not slide and nothing sinks in.
    """
    ground = read_heights(ground) if isinstance(ground, str) else ground
    limits = read_limits(limits) if isinstance(limits, Path | str) else limits
    stood = standing(motion, contacts, roles)
    notes = (*_check(stood, ground), *aside(motion, limits))
    raised = _raised(motion, stood.contacts, ground)
    placed = lifted(motion, stood.contacts, stood.steps, ground)
    tilts = tilts_of(raised, stood.contacts.floor, stood.steps, ground)
    swings = swings_over(stood, raised, placed, tilts, ground)
    fitted = partial(refit, stood, raised, placed, floor=ground, tilts=tilts, swings=swings, settings=settings)
    done, over = _ducked(fitted, raised, limits, progress) if limits else (fitted(progress=progress), 0.0)
    return OnTerrain(
        motion=done.motion, contacts=done.contacts, cleaned=done.cleaned, levels=done.levels,
        notes=(*notes, *done.notes),
        over_mm=1e3 * over,
    )  # fmt: skip


def _ducked(
    fitted: Callable[..., Refitted], motion: Motion, limits: Sequence[HeightLimit], progress: Progress | None
) -> tuple[Refitted, float]:
    """Fitted under limits, again with more joints while one is above them; and by how much one still is [m]."""
    seen, joints, over = [motion], topmost(motion), np.zeros(1)
    for number in range(_ROUNDS):
        part = part_of(progress, number, _ROUNDS)
        done = fitted(trunk=_trunk(motion, joints), points=limit_asks(seen, limits, joints), progress=part)
        over = over_limits(done.motion, limits)
        if over.max() <= _NEAR_M:
            break
        joints = sorted({*joints, *np.flatnonzero((over > _NEAR_M).any(axis=0)).tolist()})
        seen.append(done.motion)
    return done, float(over.max())


def _check(stood: Standing, ground: Height) -> tuple[str, ...]:
    """Refuse a ground without heights; notes about one that ends."""
    if stood.contacts.belt_m_s is not None:
        raise InvalidValueError("this motion walks on a treadmill; a ground that moves cannot be replaced.")
    contacts = stood.contacts
    places = np.array([c.position_m for c in contacts.contacts if c.reference is None])
    _refuse_holes(ground, places[:, 0], places[:, 2], "where a foot stands")
    ends = [0, *(limb.end for limb in stood.limbs if limb.rank == 0)]
    x, _, z = np.moveaxis(world_pose(stood.motion).positions[stood.motion.rest_rows :, ends], -1, 0)
    _refuse_holes(ground, x.ravel(), z.ravel(), "over which the figure goes")
    return beyond(ground, x.ravel(), z.ravel())


def _refuse_holes(ground: Height, x: np.ndarray, z: np.ndarray, what: str) -> None:
    bad = np.flatnonzero(~np.isfinite(np.asarray(ground(x, z), float)))
    if len(bad):
        raise InvalidValueError(
            f"the ground has no height at x = {x[bad[0]]:.3g} m, z = {z[bad[0]]:.3g} m, {what}. Fill the hole, or move "
            "the motion (supple orient)."
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
