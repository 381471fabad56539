"""Where plants are: the mean of the motion, beside the other tip, on the ground, or where they must be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.solvers.cleanup.bench import Bench
from supple.solvers.cleanup.figure import Figure
from supple.solvers.cleanup.ground import Ground
from supple.solvers.cleanup.plants import Plant

_ROUNDS = 12  # of meeting a ground that is not a plane
_THERE = 1e-10  # of a leg
_NONE, _ALONE, _UP = np.zeros(0), np.zeros((0, 3)), np.array([0.0, 1.0, 0.0])


def place_plants(
    bench: Bench,
    figure: Figure,
    plants: Sequence[Plant],
    window: int,
    ground: Ground | None,
    reach: float,
    rises: np.ndarray | None = None,
) -> None:
    """Fill ``ids`` and ``places`` of a clip whose end joints are in the bench.

    Known places come first, so that a tip that is not known is placed beside one that is; then in the order of time,
    and of two that start together the first tip (the heel, the wrist). ``rises`` (P,) is how far above the ground they
    stand [m].
    """
    rises = np.zeros(len(plants)) if rises is None else rises
    for number, plant in enumerate(plants):
        bench.ids[plant.start : plant.stop, plant.limb, plant.tip] = number
    if is_plain(plants, ground):
        _place_all(bench, figure, plants, window, ground, reach, rises)
    else:
        _place_each(bench, figure, plants, window, ground, reach, rises)


def is_plain(plants: Sequence[Plant], ground: Ground | None) -> bool:
    """Whether all places have to be found, on a plane or none."""
    level = ground is None or ground.field is None
    return level and all(plant.known is None and plant.reference is None for plant in plants)


def _place_all(
    bench: Bench,
    figure: Figure,
    plants: Sequence[Plant],
    window: int,
    ground: Ground | None,
    reach: float,
    rises: np.ndarray,
) -> None:
    """The common case, in compiled code."""
    from supple.kernels.cleanup.plants import place_in_order

    order = sorted((p.start, p.tip, p.limb, p.stop, number) for number, p in enumerate(plants))
    table = np.array([(limb, tip, start, stop) for start, tip, limb, stop, _ in order], np.int64).reshape(-1, 4)
    sorted_rises = rises[[number for *_, number in order]] if order else rises
    normal, steps = (_UP, _NONE) if ground is None else (ground.normal, ground.steps())
    place_in_order(
        table, sorted_rises, window, bench.ids, bench.ends, bench.turns, figure.tips, normal, steps, reach, bench.places
    )


def _place_each(
    bench: Bench,
    figure: Figure,
    plants: Sequence[Plant],
    window: int,
    ground: Ground | None,
    reach: float,
    rises: np.ndarray,
) -> None:
    """Plants of any kind on any ground."""
    placed = np.zeros(len(plants) + 1, bool)  # the last is for none, whose number is -1
    for number, plant in sorted(enumerate(plants), key=lambda p: (p[1].known is None, p[1].start, p[1].tip)):
        beside = bench.ids[plant.start : plant.stop, plant.limb, 1 - plant.tip]
        found = beside[placed[beside]]
        other = plants[found[0]] if found.size else None
        where = None if other is None else bench.places[max(plant.start, other.start), plant.limb, other.tip]
        if plant.known is not None:
            place = plant.known if where is None else _at_length(plant.known, where, figure.tips[plant.limb])
        else:
            frame = plant.start if other is None else max(plant.start, other.start)
            solid = ground if plant.reference is None else None
            place = place_one(
                bench, figure, frame, plant.limb, plant.tip, where, window, len(bench.ids), solid, reach, rises[number]
            )
        bench.places[plant.start : plant.stop, plant.limb, plant.tip] = place
        placed[bench.ids[plant.start, plant.limb, plant.tip]] = True


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
    rise: float = 0.0,
) -> np.ndarray:
    """(3,) the place of a tip that is planted from ``frame`` on, ``other`` being where the limb's other tip stands.

    ``rise`` is how far above the ground it stands [m].
    """
    from supple.kernels.cleanup.plants import place_tip

    stands = _ALONE if other is None else other[None].copy()

    def placed(normal: np.ndarray, steps: np.ndarray, reach: float) -> np.ndarray:
        out = np.zeros(3)
        place_tip(
            frame, limb, tip, window, known, bench.ids, bench.ends, bench.turns, figure.tips, stands, normal, steps,
            reach, out,
        )  # fmt: skip
        return out

    if ground is None or ground.field is None:
        return placed(_UP, _NONE, reach) if ground is None else placed(ground.normal, ground.steps() + rise, reach)
    free = place = placed(_UP, _NONE, reach)
    for _ in range(_ROUNDS):
        before, place = place, placed(_UP, ground.heights(place[:1], place[2:]) + rise, reach)
        if np.abs(place - before).max() < _THERE * figure.leg or np.array_equal(place, free):
            break
        reach = np.inf  # it stands on the ground: wherever that is
    return place


def _at_length(place: np.ndarray, other: np.ndarray, tips: np.ndarray) -> np.ndarray:
    """A known place beside another known one: as far from it as the tips are, which differs by less than is seen."""
    way, length = place - other, np.linalg.norm(tips[0] - tips[1])
    apart = np.linalg.norm(way)
    return np.asarray(other + way * (length / apart)) if apart > 0.0 else place
