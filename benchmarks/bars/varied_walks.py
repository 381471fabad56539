"""Walks whose contacts are known, of other people, speeds, rates, grounds and gaits than detection was made with."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from benchmarks.measure import CLIP
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.io.registry import read
from supple.recipes.injure.procedural import walk_with_limp
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts
from supple.recipes.walker.walking import walk

SIZES = ((1.2, (0.8, 1.2)), (1.75, (0.8, 1.2, 1.6)), (2.0, (0.8, 1.2, 1.6)))  # [m], [m/s]: a child has no longer stride
RATES = (30.0, 60.0, 120.0)
GROUNDS = ("ramp:deg=8", "ramp:deg=-8", "stairs:rise=0.17,run=0.29", "waves:height=0.1,length=2")
SOURCES = ("02_01", "07_01", "12_01", "16_15", "35_01", "39_01", "91_29")  # captures that lend their flights of feet
LIMPS = ("knee-left", "hip-right", "ankle-left", "leg-right")


class Varied(NamedTuple):
    """A walk and what is true of it."""

    name: str
    motion: Motion
    contacts: Contacts


def of_people() -> Iterator[Varied]:
    """24 of three sizes, at up to three speeds and three rates."""
    for (height, speeds), fps in product(SIZES, RATES):
        for speed in speeds:
            made = true_walk(6.0, fps, speed, None, height)
            yield Varied(f"{height} m, {speed} m/s, {fps:g} fps", made.motion, known_contacts(made))


def of_captures() -> Iterator[Varied]:
    """Seven whose feet fly and land as in captures."""
    for name in SOURCES:
        made = walk(8.0, 60.0, source=read(CLIP.parent / f"{name}.bvh"))
        yield Varied(name, made.motion, made.contacts)


def of_ways() -> Iterator[Varied]:
    """Seven on other ground, along a circle, with short and with long steps."""
    ways = {ground: walk(8.0, 60.0, ground=ground) for ground in GROUNDS}
    ways["circle of 3 m"] = walk(8.0, 60.0, turn=3.0)
    ways["short steps"], ways["long steps"] = (
        walk(8.0, 60.0, stride=s, speed=v) for s, v in ((0.45, 0.8), (0.85, 1.7))
    )
    for name, made in ways.items():
        yield Varied(name, made.motion, made.contacts)


def of_limps() -> Iterator[Varied]:
    """Four people who limp."""
    for name in LIMPS:
        made = walk_with_limp(name).walked
        yield Varied(name, made.motion, made.contacts)


KINDS = {
    "people": of_people,
    "flights of captures": of_captures,
    "grounds and ways": of_ways,
    "limps": of_limps,
}
