"""Where plants are: the mean of the motion, beside the other tip, on the ground, or where they must be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.solvers.cleanup.bench import Bench
from supple.solvers.cleanup.figure import Figure
from supple.solvers.cleanup.ground import Ground
from supple.solvers.cleanup.plants import Plant

_ROUNDS = 12  # of meeting a ground that is not a plane
_THERE = 1e-10  # [m]
_FREE = np.zeros(5)


def place_plants(
    bench: Bench, figure: Figure, plants: Sequence[Plant], window: int, ground: Ground | None, reach: float
) -> None:
    """Fill ``ids`` and ``places`` of a clip whose end joints are in the bench.

    Known places come first, so that a tip that is not known is placed beside one that is; then in the order of time,
    and of two that start together the first tip (the heel, the wrist).
    """
    for number, plant in enumerate(plants):
        bench.ids[plant.start : plant.stop, plant.limb, plant.tip] = number
    placed: dict[tuple[int, int], list[Plant]] = {}
    for plant in sorted(plants, key=lambda p: (p.known is None, p.start, p.tip)):
        beside = placed.get((plant.limb, 1 - plant.tip), [])
        other = next((p for p in beside if p.start < plant.stop and plant.start < p.stop), None)
        where = None if other is None else bench.places[max(plant.start, other.start), plant.limb, other.tip]
        if plant.known is not None:
            place = plant.known if where is None else _at_length(plant.known, where, figure.tips[plant.limb])
        else:
            frame = plant.start if other is None else max(plant.start, other.start)
            solid = ground if plant.reference is None else None
            place = place_one(bench, figure, frame, plant.limb, plant.tip, where, window, len(bench.ids), solid, reach)
        bench.places[plant.start : plant.stop, plant.limb, plant.tip] = place
        placed.setdefault((plant.limb, plant.tip), []).append(plant)


def place_one(
    bench: Bench,
    figure: Figure,
    frame: int,
    limb: int,
    tip: int,
    other: np.ndarray | None,
    window: int,
    known: int,
    ground: Ground | None,
    reach: float,
) -> np.ndarray:
    """(3,) the place of a tip that is planted from ``frame`` on, ``other`` being where the limb's other tip stands."""
    from supple.kernels.cleanup import plants as kernels

    asked = (frame, limb, tip, window, known)

    def placed(plane: np.ndarray) -> np.ndarray:
        out = np.zeros(3)
        if other is None:
            kernels.place_alone(*asked, bench.ids, bench.ends, bench.turns, figure.tips, plane, out)
        else:
            kernels.place_beside(*asked, bench.ids, bench.turns, figure.tips, other, plane, out)
        return out

    place = placed(_FREE)
    on_surface = bool(figure.tips[limb, tip].any())
    if ground is None or (plane := ground.plane_for(place, reach, on_surface)) is None:
        return place
    for _ in range(_ROUNDS):
        before, place = place, placed(plane)
        if ground.field is None or np.abs(place - before).max() < _THERE:
            break
        plane[3] = ground.heights(place[:1], place[2:])[0]
    return place


def _at_length(place: np.ndarray, other: np.ndarray, tips: np.ndarray) -> np.ndarray:
    """A known place beside another known one: as far from it as the tips are, which differs by less than is seen."""
    way, length = place - other, np.linalg.norm(tips[0] - tips[1])
    return np.asarray(other + way * (length / np.linalg.norm(way)))
