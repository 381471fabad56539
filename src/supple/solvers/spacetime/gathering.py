"""Rows of all samples of a span beside each other, in the unknowns that they depend on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from supple.solvers.spacetime.banded import Banded
from supple.solvers.spacetime.groups import Group
from supple.solvers.spacetime.parts import Part
from supple.solvers.spacetime.scene import Moments, Scene

_NONE = np.zeros((0, 0, 0))


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """All rows of a part, span after span."""

    part: Part
    flat: np.ndarray  # the rows of each span, whose first one begins at ``begins``
    misses: np.ndarray
    begins: np.ndarray  # (spans,)
    rows: np.ndarray  # (spans + 1,) the number of the first row of each

    def add_to(self, system: Banded) -> None:
        """Add the sums of their squares."""
        from supple.kernels.spacetime.gathering import add_squares

        part = self.part
        add_squares(
            self.flat, self.misses, self.begins, self.rows, part.widths, part.columns, part.column_begins,
            system.bands, system.gradient,
        )  # fmt: skip


def gathered(scene: Scene, groups: Iterable[Group]) -> list[Gathered]:
    """Put the rows of groups, which were looked at with slopes, together, part by part."""
    used: dict[int, list[Group]] = {}
    for group in groups:
        if len(group.samples):
            used.setdefault(group.reach, []).append(group)
    return [_gathered(scene, scene.parts[reach], own) for reach, own in used.items()]


def _gathered(scene: Scene, part: Part, groups: list[Group]) -> Gathered:
    spans = scene.problem.knots.spans
    moments = [scene.goals if g.at_goals else scene.at for g in groups]
    per = [
        np.bincount(at.spans[g.samples], minlength=spans) * g.misses.shape[1]
        for g, at in zip(groups, moments, strict=True)
    ]
    counts = np.sum(per, axis=0)
    rows = np.concatenate([[0], np.cumsum(counts)])
    begins = np.concatenate([[0], np.cumsum(counts * part.widths)])
    out = Gathered(part, np.zeros(begins[-1]), np.zeros(rows[-1]), begins[:-1], rows)
    filled = np.zeros(spans, int)
    for group, at, own in zip(groups, moments, per, strict=True):
        _put(scene, out, group, at, filled)
        filled += own
    return out


def _put(scene: Scene, out: Gathered, group: Group, at: Moments, filled: np.ndarray) -> None:
    from supple.kernels.spacetime.gathering import put, put_forces

    samples, size, part = group.samples, group.misses.shape[1], out.part
    spans = at.spans[samples]
    row, widths = filled[spans] + size * _rank(spans), part.widths[spans]
    offsets = out.begins[spans] + row * widths
    out.misses[(out.rows[spans] + row)[:, None] + np.arange(size)] = group.misses
    assert group.by_d is not None
    one, two = group.by_rates or (_NONE, _NONE)
    basis = np.ascontiguousarray(at.basis[: 3 if group.by_rates else 1, samples])
    take = np.arange(len(samples)) if group.lines is None else samples
    lines = np.arange(size) if group.lines is None else group.lines
    scale = np.ones(group.misses.shape) if group.scale is None else group.scale
    blocks = np.ascontiguousarray(part.blocks[spans])
    where, which = (offsets, widths, blocks), (take, lines, scale)
    put(*where, basis, *which, np.ascontiguousarray(group.by_d), one, two, out.flat)
    if group.by_next is not None:
        ends = np.ascontiguousarray(scene.ends[None, samples])
        put(*where, ends, *which, np.ascontiguousarray(group.by_next), _NONE, _NONE, out.flat)
    shares = at.shares[samples] if group.by_next is None else scene.means[samples]
    for point, by in group.by_force.items():
        places = np.ascontiguousarray(part.forces[point, spans])
        put_forces(offsets, widths, places, shares, np.ascontiguousarray(by), out.flat)


def _rank(spans: np.ndarray) -> np.ndarray:
    """(m,) how many samples of the same span come before each."""
    order = np.argsort(spans, kind="stable")
    rank = np.empty(len(spans), int)
    rank[order] = np.arange(len(spans)) - np.searchsorted(spans[order], spans[order])
    return rank
