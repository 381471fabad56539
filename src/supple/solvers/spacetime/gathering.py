"""Rows of all samples of a span beside each other, in the unknowns that the span has."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.solvers.spacetime.banded import Banded
from supple.solvers.spacetime.groups import Group
from supple.solvers.spacetime.scene import Moments, Scene

_NONE = np.zeros((0, 0, 0))


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """All rows, span after span."""

    flat: np.ndarray  # the rows of each span, whose first one begins at ``begins``
    misses: np.ndarray
    begins: np.ndarray  # (spans,)
    widths: np.ndarray  # (spans,) unknowns of each
    rows: np.ndarray  # (spans + 1,) the number of the first row of each

    def add_to(self, system: Banded, starts: np.ndarray) -> None:
        """Add the sums of their squares."""
        for span in np.flatnonzero(np.diff(self.rows)):
            first, last, width = self.rows[span], self.rows[span + 1], self.widths[span]
            begin = self.begins[span]
            own = self.flat[begin : begin + (last - first) * width].reshape(last - first, width)
            system.add_rows(int(starts[span]), own, self.misses[first:last])


def gathered(scene: Scene, groups: list[Group]) -> Gathered:
    """Put the rows of groups, which were looked at with slopes, together."""
    starts, spans = scene.layout.starts, scene.problem.knots.spans
    used = [g for g in groups if len(g.samples)]
    moments = [scene.goals if g.at_goals else scene.at for g in used]
    per = [
        np.bincount(at.spans[g.samples], minlength=spans) * g.misses.shape[1]
        for g, at in zip(used, moments, strict=True)
    ]
    counts = np.sum(per, axis=0) if per else np.zeros(spans, int)
    widths = starts[4:] - starts[:-4]
    rows = np.concatenate([[0], np.cumsum(counts)])
    begins = np.concatenate([[0], np.cumsum(counts * widths)])
    out = Gathered(np.zeros(begins[-1]), np.zeros(rows[-1]), begins[:-1], widths, rows)
    filled = np.zeros(spans, int)
    for group, at, own in zip(used, moments, per, strict=True):
        _put(scene, out, group, at, filled)
        filled += own
    return out


def _put(scene: Scene, out: Gathered, group: Group, at: Moments, filled: np.ndarray) -> None:
    from supple.kernels.spacetime.gathering import put, put_forces

    starts, samples, size = scene.layout.starts, group.samples, group.misses.shape[1]
    order = np.argsort(at.spans[samples], kind="stable")
    spans = at.spans[samples][order]
    rank = np.empty(len(samples), int)
    rank[order] = np.arange(len(spans)) - np.searchsorted(spans, spans)
    spans = at.spans[samples]
    row, widths = filled[spans] + size * rank, out.widths[spans]
    offsets = out.begins[spans] + row * widths
    out.misses[(out.rows[spans] + row)[:, None] + np.arange(size)] = group.misses
    assert group.by_d is not None
    one, two = group.by_rates or (_NONE, _NONE)
    basis = np.ascontiguousarray(at.basis[: 3 if group.by_rates else 1, samples])
    take = np.arange(len(samples)) if group.first is None else samples
    scale = np.ones(group.misses.shape) if group.scale is None else group.scale
    where = (offsets, widths, spans, starts)
    put(*where, basis, take, group.first or 0, scale, np.ascontiguousarray(group.by_d), one, two, out.flat)
    if group.by_next is not None:
        ends = np.ascontiguousarray(scene.ends[None, samples])
        put(*where, ends, take, 0, scale, np.ascontiguousarray(group.by_next), _NONE, _NONE, out.flat)
    shares = at.shares[samples] if group.by_next is None else scene.means[samples]
    for point, by in group.by_force.items() if len(scene.layout.hats) else ():
        hats = scene.layout.hat_of[point][np.stack([spans, spans + 1], axis=1)]
        places = np.where(hats >= 0, scene.layout.hat_starts[hats] - starts[spans][:, None], -1)
        put_forces(offsets, widths, places, shares, np.ascontiguousarray(by), out.flat)
