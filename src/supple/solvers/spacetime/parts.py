"""Which unknowns of a span the rows of a limb depend on: its own directions, and the forces that it carries.

The rows of a leg know nothing of the arms. Put together in their own unknowns alone they are a third as wide, and the
sums of their squares cost a tenth.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.solvers.spacetime.layout import Layout
from supple.solvers.spacetime.tree import Tree


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The unknowns of every span that count for one reach of a tree, side by side in their order."""

    blocks: np.ndarray  # (spans, 4) where the directions of each control point begin
    forces: np.ndarray  # (P, spans, 2) where the force of a point at the span's two breaks begins; -1: none
    widths: np.ndarray  # (spans,) how many there are
    columns: np.ndarray  # their numbers among all unknowns, span after span
    column_begins: np.ndarray  # (spans,)


def parts_of(layout: Layout, tree: Tree) -> tuple[Part, ...]:
    """One for each reach."""
    return tuple(_part(layout, tree, reach) for reach in tree.reaches)


def _part(layout: Layout, tree: Tree, reach: np.ndarray) -> Part:
    spans, count = layout.knots.spans, len(reach)
    pushes = [set(_directions(tree, number)) <= set(reach.tolist()) for _, number in layout.points]
    known = np.append(layout.hat_starts, -1)  # the last is that of -1
    stands = np.where(np.array(pushes, bool)[:, None], known[layout.hat_of], -1)  # (P, breaks)
    there = stands >= 0
    earlier = there[None] & (stands[None] < stands[:, None])
    rank, sizes = earlier.sum(axis=1), 3 * there.sum(axis=0)
    before, after = sizes[:-1], sizes[1:]
    nothing = np.zeros(spans, int)
    blocks = np.stack([nothing, count + nothing, 2 * count + before, 3 * count + before + after], axis=1)
    forces = np.stack([2 * count + 3 * rank[:, :-1], 3 * count + before + 3 * rank[:, 1:]], axis=2)
    forces = np.where(np.stack([there[:, :-1], there[:, 1:]], axis=2), forces, -1)
    widths = 4 * count + before + after
    begins = np.concatenate([[0], np.cumsum(widths)])
    columns = np.zeros(begins[-1], int)
    for k in range(4):
        to = begins[:-1, None] + blocks[:, k, None] + np.arange(count)
        columns[to] = layout.starts[k : k + spans, None] + reach
    for p, k in np.ndindex(forces.shape[0], 2):
        used = np.flatnonzero(forces[p, :, k] >= 0)
        to = begins[used, None] + forces[p, used, k, None] + np.arange(3)
        columns[to] = stands[p, used + k, None] + np.arange(3)
    return Part(blocks, forces, widths, columns, begins[:-1])


def _directions(tree: Tree, number: int) -> list[int]:
    """Those that move a joint of the model."""
    found: list[int] = []
    while number > 1:
        found += range(int(tree.columns[number - 2]), int(tree.columns[number - 1]))
        number = int(tree.parents[number])
    return [0, 1, 2, *found]
