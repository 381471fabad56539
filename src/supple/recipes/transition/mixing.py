"""Two motions in step, mixed: joints along great arcs, and a way that goes at the mixed pace from where A is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.recipes.everyday.concat import offsets_of
from supple.recipes.everyday.ground_moves import GROUND, Move, move_between, travel, yaw_between
from supple.recipes.everyday.rigid_moves import moved_motion


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """Where hips are over the ground, and where they head."""

    places: np.ndarray  # (n, 3) [m], height 0
    headings: np.ndarray  # (n,) [rad]

    def steps(self) -> np.ndarray:
        """(n - 1, 3) the way from frame to frame, seen along the heading."""
        return quaternions.rotate(quaternions.about_axis("y", -_between(self.headings)), np.diff(self.places, axis=0))

    def move_to(self, other: Way, frame: int) -> Move:
        """What takes a frame of this way to the same frame of another."""
        yaw = float(other.headings[frame] - self.headings[frame])
        return move_between(self.places[frame], other.places[frame], yaw)

    def shifted(self, by: np.ndarray) -> Way:
        """The way with every place (n, 3) shifted."""
        return replace(self, places=self.places + by)


@dataclass(frozen=True, slots=True, eq=False)
class Mix:
    """Two motions in step, the way of each, and the way between them."""

    a: Motion
    b: Motion
    weights: np.ndarray  # (n,) 0 is A, 1 is B
    way_a: Way
    way_b: Way
    way: Way

    def motion(self) -> Motion:
        """The mixed motion on its way."""
        a, b = _in_place(self.a, self.way_a), _in_place(self.b, self.way_b)
        share = self.weights[:, None]
        shares = np.broadcast_to(share, a.rotations.shape[:2])
        offsets = None
        if a.offsets is not None or b.offsets is not None:
            offsets = _lerp(offsets_of(a), offsets_of(b), share[..., None])
        still = replace(
            a,
            root_positions=_lerp(a.root_positions, b.root_positions, share),
            rotations=quaternions.slerp(a.rotations, b.rotations, shares),
            offsets=offsets,
            provenance=a.provenance.without_rows(),
        )
        return moved_motion(still, quaternions.about_axis("y", self.way.headings), self.way.places)


def mix(
    a: Motion, b: Motion, weights: np.ndarray, roles: Mapping[str, str], facing: np.ndarray, *, follow: bool = True
) -> Mix:
    """Motions of as many frames, without rest rows, to be mixed; ``facing`` (4,) are hips whose heading is 0.

    ``follow``: the way goes on from where A is, at the mixed pace; else it leads from the place of A to that of B.
    """
    way_a, way_b = (_way(motion, roles, facing) for motion in (a, b))
    if not follow:
        apart = way_b.headings - way_a.headings
        apart -= 2.0 * np.pi * np.round(apart[len(apart) // 2] / (2.0 * np.pi))
        between = Way(_lerp(way_a.places, way_b.places, weights[:, None]), way_a.headings + weights * apart)
        return Mix(a, b, weights, way_a, way_b, between)
    share = _between(weights)
    turned = np.cumsum(_lerp(np.diff(way_a.headings), np.diff(way_b.headings), share))
    headings = way_a.headings[0] + np.concatenate([[0.0], turned])
    steps = _lerp(way_a.steps(), way_b.steps(), share[:, None])
    steps = quaternions.rotate(quaternions.about_axis("y", _between(headings)), steps)
    places = way_a.places[0] + np.concatenate([np.zeros((1, 3)), np.cumsum(steps, axis=0)])
    return Mix(a, b, weights, way_a, way_b, Way(places, headings))


def _way(motion: Motion, roles: Mapping[str, str], facing: np.ndarray) -> Way:
    gone = travel(motion, roles)
    return Way(gone.places * GROUND, np.unwrap(yaw_between(facing, gone.turns)))


def _in_place(motion: Motion, way: Way) -> Motion:
    back = quaternions.about_axis("y", -way.headings)
    return moved_motion(motion, back, -quaternions.rotate(back, way.places))


def _between(values: np.ndarray) -> np.ndarray:
    return np.asarray(0.5 * (values[1:] + values[:-1]))


def _lerp(a: np.ndarray, b: np.ndarray, share: np.ndarray) -> np.ndarray:
    return np.asarray((1.0 - share) * a + share * b)
