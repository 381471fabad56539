"""Toes that would be in the ground are turned up."""

from __future__ import annotations

from supple.kernels.jit import dense
from supple.kernels.online.ground import ground_at, tilted
from supple.kernels.online.turning import allowed, turned_back
from supple.kernels.vectors import plus, product, rotated, row_in, row_of, turn_of

TOE = 4  # column of ``legs``


@dense()
def _from_ankle(ankle, toe, local, offsets, parents):
    """Where a toe's joint is in the frame of the ankle above it, and how its parent is turned there."""
    place, turn, j = row_of(offsets, toe), (1.0, 0.0, 0.0, 0.0), parents[toe]
    while j != ankle:
        own = turn_of(local, j)
        place, turn = plus(row_of(offsets, j), rotated(own, place)), product(own, turn)
        j = parents[j]
    return place, turn


@dense()
def lift_toes(leg, ankle_place, turn, legs, tips, kinds, axes, rests, offsets, parents, numbers, local):
    """Turn the toes of one leg up; ``turn`` and ``ankle_place`` are those of its foot."""
    ankle, toe = legs[leg, 3], legs[leg, TOE]
    if toe < 0:
        return
    place, above = _from_ankle(ankle, toe, local, offsets, parents)
    place, above = plus(ankle_place, rotated(turn, place)), product(turn, above)
    own = product(above, turn_of(local, toe))
    way = rotated(own, row_of(tips, leg))
    tip = plus(place, way)
    below = ground_at(numbers, tip)
    if tip[1] < below:
        new = product(turned_back(above), tilted(own, way, below - place[1]))
        new = allowed(new, kinds[toe], turn_of(rests, toe), row_in(axes, toe, 0), row_in(axes, toe, 1))
        for k in range(4):
            local[toe, k] = new[k]
