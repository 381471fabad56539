"""A motion led over steps before physics bends it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.constraints.names import Names
from supple.constraints.physics import Physics
from supple.core.contacts import Contacts
from supple.core.ground import Height
from supple.core.motion import Motion
from supple.errors import DocumentError
from supple.io.documents.heights import read_heights
from supple.recipes.terrain.walking_on import terrain

_LEVEL = 1e-6


class OnSteps(NamedTuple):
    """A motion where a document wants it."""

    motion: Motion
    contacts: Contacts
    ground: Height
    notes: tuple[str, ...]


def on_steps(motion: Motion, physics: Physics, contacts: Contacts, names: Names) -> OnSteps:
    """The motion on the ground that a document tells.

    Treads have to be level where feet stand: friction cones stand upright. A slope is a number of its own.
    """
    wish = physics.ground.heights or ""
    ground = read_heights(wish)
    led = terrain(motion, ground, contacts=contacts, roles=names)
    normal = getattr(ground, "normal", None)
    places = np.array([c.position_m for c in led.contacts.contacts if c.reference is None]).reshape(-1, 3)
    if normal is not None and len(places) and np.asarray(normal(places[:, 0], places[:, 2]))[..., 1].min() < 1 - _LEVEL:
        raise DocumentError(
            f"ground.heights = {wish!r}: feet would stand on a slope there, whose friction is not solved for. "
            "Give steps or stairs, or slope_deg for a slope of the whole ground."
        )
    notes = tuple(f"on the steps: {note}" for note in led.notes)
    return OnSteps(led.motion, led.contacts, ground, notes)
