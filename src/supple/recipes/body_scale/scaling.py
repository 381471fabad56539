"""``scale_body``: the same motion on a body of other proportions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.core.progress import Progress
from supple.io.documents.body import Body, Scale, check_body, read_body
from supple.recipes.body_scale.bones import Growth, growth_of, parts_of
from supple.recipes.body_scale.places import Way, carried_along, larger_names, leg_growth, on_its_way, placed
from supple.recipes.clean import points_of
from supple.recipes.everyday.travelling_root import with_travelling_root
from supple.recipes.metrics import contacts_of
from supple.recipes.refit import Refitted, Standing, height_of, refit, standing
from supple.solvers.hierarchical.settings import FitSettings


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Scaled(Refitted):
    """A motion on its new body."""

    way: float  # how many times as far it goes
    legs: tuple[float, float]  # how many times as long legs are, at least and at most


@checked
def scale_body(
    motion: Motion,
    body: Body | Path | str | float,
    *,
    contacts: Contacts | Path | str | None = None,
    roles: Path | str | Names | None = None,
    settings: FitSettings | None = None,
    progress: Progress | None = None,
) -> Scaled:
    """The motion on the same skeleton with other proportions: a body document, or one factor for all bones.

    Joints turn as they did, but for what keeps the feet in place: these stand as long as they stood, with strides that
    are longer by as much as the legs. Where a body changes in time, strides stay uniform while bones change. What
    stands on nothing is scaled all the same, with a note.
    """
    stood, growth, way, guess = _begun(motion, body, contacts, roles)
    there = _standing_there(guess, stood, growth, placed(stood, growth, way))
    done = refit(there, guess, there.contacts, settings=settings, progress=progress)
    return Scaled(
        motion=done.motion, contacts=done.contacts, cleaned=done.cleaned, levels=done.levels, notes=done.notes,
        way=way.along, legs=(float(way.height.min()), float(way.height.max())),
    )  # fmt: skip


def grown_body(
    motion: Motion,
    body: Body | Path | str | float,
    *,
    contacts: Contacts | Path | str | None = None,
    roles: Path | str | Names | None = None,
) -> tuple[Motion, Contacts]:
    """The motion on a body of other proportions, and its contacts there: every joint turns as it did.

    Feet stand about where they should, for who goes on with them; with a factor of 1 nothing changes at all.
    """
    stood, growth, way, guess = _begun(motion, body, contacts, roles)
    found = contacts_of(stood.motion, contacts, stood.names, None)
    return guess, carried_along(stood, found, growth, way)


def _begun(
    motion: Motion, body: Body | Path | str | float, contacts: Contacts | Path | str | None,
    roles: Path | str | Names | None,
) -> tuple[Standing, Growth, Way, Motion]:  # fmt: skip
    """What stands, how bones and the way grow, and the motion with longer bones."""
    given = body_of(body)
    motion = with_travelling_root(motion)
    stood = standing(motion, contacts, roles, needed=False)
    growth = growth_of(motion, given, parts_of(motion.skeleton, stood.names.roles))
    legs = leg_growth(stood, growth)
    way = Way(_start(motion), _along(given, stood, legs), legs)
    return stood, growth, way, _grown(motion, growth, on_its_way(motion, stood.contacts, way), legs)


def body_of(body: Body | Path | str | float) -> Body:
    """A body as it is, of a document, or with one factor for all bones; checked."""
    if isinstance(body, Path | str):
        return read_body(body)
    given = body if isinstance(body, Body) else Body(scale=Scale(all=float(body)))
    check_body(given)
    return given


def _start(motion: Motion) -> np.ndarray:
    x, _, z = motion.root_positions[first_moving_frame(motion)]
    return np.array([x, z])


def _along(body: Body, stood: Standing, legs: np.ndarray) -> float:
    """How many times as far the figure goes. choice: what keys change in time changes no stride."""
    if body.scale.way is not None:
        return body.scale.way
    if not body.scale.key:
        return float(np.mean(legs))
    steady = Body(scale=Scale(**{name: getattr(body.scale, name) for name in Scale.__struct_fields__ if name != "key"}))
    growth = growth_of(stood.motion, steady, parts_of(stood.motion.skeleton, stood.names.roles))
    return float(np.mean(leg_growth(stood, growth)))


def _grown(motion: Motion, growth: Growth, roots: np.ndarray, legs: np.ndarray) -> Motion:
    """The motion with longer bones; those of a body that keeps its size belong to the skeleton."""
    first = first_moving_frame(motion)
    typical = growth.bones[first]
    rest = motion.skeleton.offsets * typical[:, None]
    rest[0] = motion.skeleton.offsets[0] * legs[first]
    skeleton = replace(motion.skeleton, offsets=rest)
    offsets = None
    if motion.offsets is not None or not growth.constant:
        before = motion.skeleton.offsets if motion.offsets is None else motion.offsets
        offsets = before * growth.bones[..., None]
    return replace(motion, skeleton=skeleton, root_positions=roots, offsets=offsets)


def _standing_there(guess: Motion, stood: Standing, growth: Growth, contacts: Contacts) -> Standing:
    from supple.solvers.cleanup.limbs_of import limbs_of

    names = larger_names(stood.names, guess.skeleton, growth)
    limbs = limbs_of(guess, names.roles, points_of(names), names.limbs)
    return Standing(motion=guess, names=names, contacts=contacts, limbs=limbs, steps=(), size=height_of(guess))
