r"""Labels of one segment that are exchanged from the first frame to the last: only where markers sit can tell.

Two markers of a segment keep their distances whatever they are called, so that no pose misses them. But the estimate
then puts them, and with them bones, where nobody has them. With S what the frames know (:mod:`.estimating`) and P what
is known before (:mod:`.priors`), the cost of an actor is

.. math:: \min_d\; d^T S d - 2 g^T d + |P (x + d) - v|^2,

in units of the spreads, so that a difference of two costs is twice the logarithm of how much likelier one is. To
exchange two labels is to exchange their columns of P. A forearm turns so far that it may follow exchanged wrists by
half a turn: there the exchange is tried with the forearm turned back, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from supple.core.threads import one_blas_thread
from supple.solvers.markers.actor import Actor
from supple.solvers.markers.average import Tagged
from supple.solvers.markers.estimating import frames_know
from supple.solvers.markers.posing import Poses
from supple.solvers.markers.priors import Unknowns, packed, prior_rows, unknowns_of

_FRAMES = 25  # that are looked at
_ALONG = 0.99  # cosine between an axis and the bone that it turns


class Exchange(NamedTuple):
    """How much likelier an actor is with two labels exchanged: twice the logarithm."""

    first: int
    second: int
    gain: float


def likelier_exchanged(
    actor: Actor, tagged: Sequence[Tagged], targets: np.ndarray, poses: Poses, least: float
) -> list[Exchange]:
    """Pairs of markers of one segment that gain at least ``least``, by captured points (F, M, 3) and their poses."""
    few = np.linspace(0, len(targets) - 1, min(len(targets), _FRAMES)).astype(int)
    targets, poses = targets[few], Poses(poses.roots[few], poses.rotations[few])
    unknowns, x = unknowns_of(actor), packed(actor, unknowns_of(actor))
    fullest = targets[int(np.argmax(np.isfinite(targets).all(axis=2).sum(axis=1)))]
    rows = prior_rows(actor, tagged, fullest)
    with one_blas_thread():
        known, push = frames_know(actor, targets, poses, unknowns)
        straight = _cost(known, push, rows.matrix, rows.value, x)
        turns = {j: _half_turn(actor, unknowns, j) for j in _spinning(actor, poses)}
        found = []
        for a, b in _pairs(actor, tagged):
            crossed = rows.matrix[:, _exchanged_columns(unknowns, a, b)]
            costs = [_cost(known, push, crossed, rows.value, x)]
            if int(actor.joints[a]) in turns:
                costs.append(_cost(known, push, crossed * turns[int(actor.joints[a])], rows.value, x))
            if straight - min(costs) >= least:
                found.append(Exchange(a, b, straight - min(costs)))
    return sorted(found, key=lambda exchange: -exchange.gain)


def _exchanged_columns(unknowns: Unknowns, a: int, b: int) -> np.ndarray:
    order = np.arange(len(unknowns))
    first, second = (unknowns.of_marker(m) + np.arange(3) for m in (a, b))
    order[first], order[second] = second, first
    return order


def _spinning(actor: Actor, poses: Poses) -> list[int]:
    """Joints that turn about their own bone, and could as well be turned by another half in most of these poses."""
    found = []
    for j, freedom in enumerate(actor.skeleton.freedoms):
        if freedom.kind != "universal" or abs(float(freedom.axes[1] @ actor.bone[j])) < _ALONG:
            continue
        low, high = freedom.limits[1]
        q = poses.rotations[:, j] * np.where(poses.rotations[:, j, :1] < 0.0, -1.0, 1.0)  # q and -q are one turn
        angle = float(np.median(2.0 * np.arctan2(q[:, 1:] @ freedom.axes[1], q[:, 0])))
        if any(low <= angle + way <= high for way in (-np.pi, np.pi)):
            found.append(j)
    return found


def _half_turn(actor: Actor, unknowns: Unknowns, joint: int) -> np.ndarray:
    """(P,) what becomes of the unknowns when a joint, with all it carries, is turned by a half about its bone."""
    signs = np.ones(len(unknowns))
    parents, across = actor.skeleton.parents, 2.0 * np.abs(actor.bone[joint]) - 1.0  # bones lie along the axes
    turned = np.arange(len(parents)) == joint
    for j, parent in enumerate(parents):
        turned[j] |= parent >= 0 and turned[parent]
        column = unknowns.of_joint(j)
        if column is not None and turned[j] and j != joint:
            signs[column : column + 3] = across
    for m in np.flatnonzero(turned[actor.joints]):
        signs[unknowns.of_marker(int(m)) + np.arange(3)] = across
    return signs


def _pairs(actor: Actor, tagged: Sequence[Tagged]) -> list[tuple[int, int]]:
    """Markers of one segment that mean different places."""
    places = [(marker.landmark, marker.side) for marker in tagged]
    return [
        (a, b)
        for a, b in combinations(range(len(places)), 2)
        if actor.joints[a] == actor.joints[b] and places[a] != places[b]
    ]


def _cost(known: np.ndarray, push: np.ndarray, matrix: np.ndarray, value: np.ndarray, x: np.ndarray) -> float:
    """The least of ``d S d - 2 g d + |P (x + d) - v|^2``."""
    off = value - matrix @ x
    slope = push + matrix.T @ off
    step = np.linalg.solve(known + matrix.T @ matrix, slope)
    return float(off @ off - slope @ step)
