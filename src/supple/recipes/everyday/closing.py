"""A stretch of motion bent until it goes on with its own first frame, without a jump in pose or speed.

What the ends differ by is spread evenly over the whole cycle (a straight line has the same slope at both ends, so the
seam stays smooth); what their speeds differ by is taken up within a quarter of a second on either side of the seam.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from supple.core import quaternions
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.recipes.everyday.ground_moves import GROUND, STAY, Move, move_between, yaw_between
from supple.recipes.everyday.unrolled import Closed

_EASE_S = 0.25  # on either side of the seam [s]
_STRAIGHT = np.radians(15.0)  # a cycle that turns less goes straight on
_IN_PLACE = 0.1  # of the figure's height: a cycle that travels less stays where it is


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """How far the ends of a cycle are apart, after its travel: the worst joint."""

    mm: float
    deg: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """The frames ``[start, stop]`` of a motion, both ends included, and which of its travel is meant."""

    motion: Motion
    start: int
    stop: int
    turns: bool  # the cycle goes round a corner
    travels: bool  # it goes somewhere


def stretch_of(motion: Motion, start: int, stop: int, height: float) -> Stretch:
    """Decide what of the way from the first frame to the last is travel, and what a slip."""
    yaw = float(yaw_between(motion.rotations[start, 0], motion.rotations[stop, 0]))
    way = float(np.linalg.norm((motion.root_positions[stop] - motion.root_positions[start]) * GROUND))
    turns = abs(yaw) > _STRAIGHT
    return Stretch(motion=motion, start=start, stop=stop, turns=turns, travels=turns or way > _IN_PLACE * height)


def closed(given: Stretch) -> Closed:
    """The stretch without its last frame, bent so that the first one follows."""
    motion, count = given.motion, given.stop - given.start
    keep = slice(given.start, given.stop + 1)
    turns, roots = motion.rotations[keep].copy(), motion.root_positions[keep].copy()
    yaw = float(yaw_between(turns[0, 0], turns[-1, 0]))
    speeds = _place_speeds(motion.root_positions, given)
    if not given.turns:
        turns[:, 0], roots = _unwound(turns[:, 0], roots, yaw)
        speeds = _turned_by(0.5 * yaw, speeds[0]), _turned_by(-0.5 * yaw, speeds[1])
        yaw = 0.0
    move = move_between(roots[0], roots[-1], yaw) if given.travels else STAY
    ease = min(count // 2, round(_EASE_S / motion.frame_time))
    turns = _closed_turns(turns, _turn_speeds(motion, given), move, ease)
    places = _closed_places(roots, speeds, move, ease)
    offsets = None
    if motion.offsets is not None:
        offsets = _closed_places(motion.offsets[keep], _place_speeds(motion.offsets, given), STAY, ease)[:-1]
    whole = motion.with_frames(given.start, given.stop)
    whole = replace(whole, root_positions=places[:-1], rotations=turns[:-1], offsets=offsets, rest_rows=0)
    return Closed(whole, move_between(places[0], places[-1], yaw) if given.travels else STAY)


def gap_of(given: Stretch) -> Gap:
    """What closing has to make good."""
    ends = replace(given.motion.with_frames(given.start, given.start + 1), rest_rows=0)
    last = replace(given.motion.with_frames(given.stop, given.stop + 1), rest_rows=0)
    yaw = float(yaw_between(ends.rotations[0, 0], last.rotations[0, 0]))
    move = move_between(ends.root_positions[0], last.root_positions[0], yaw) if given.travels else STAY
    a, b = world_pose(move.motion(ends)), world_pose(last)
    turned = quaternions.multiply(quaternions.conjugate(a.rotations[0]), b.rotations[0])
    apart = np.linalg.norm(quaternions.log(turned * np.where(turned[:, :1] < 0.0, -1.0, 1.0)), axis=1)
    mm = float(np.linalg.norm(a.positions - b.positions, axis=2).max() * 1e3)
    return Gap(mm=mm, deg=float(np.degrees(apart.max())))


def _unwound(turns: np.ndarray, roots: np.ndarray, yaw: float) -> tuple[np.ndarray, np.ndarray]:
    """The root turned back evenly, so that a way that veers by ``yaw`` goes straight on."""
    share = np.linspace(-0.5, 0.5, len(turns))
    back = quaternions.about_axis("y", -yaw * share)
    steps = np.diff(roots, axis=0)
    halfway = quaternions.about_axis("y", -yaw * 0.5 * (share[1:] + share[:-1]))
    path = np.concatenate([roots[:1], roots[0] + np.cumsum(quaternions.rotate(halfway, steps), axis=0)])
    return quaternions.multiply(back, turns), path


def _turned_by(yaw: float, vector: np.ndarray) -> np.ndarray:
    return quaternions.rotate(quaternions.about_axis("y", np.array(yaw)), vector)


def _spread(count: int, ease: int) -> tuple[np.ndarray, np.ndarray]:
    """(count + 1,) what is added for a difference of one in value, and in speed per frame."""
    k = np.arange(count + 1.0)
    line = 0.5 - k / count
    if ease < 1:
        return line, np.zeros(count + 1)
    bump = sum(s * np.maximum(1.0 - s / ease, 0.0) ** 2 for s in (k, count - k))
    return line, 0.5 * np.asarray(bump)


def _closed_turns(turns: np.ndarray, speeds: tuple[np.ndarray, np.ndarray], move: Move, ease: int) -> np.ndarray:
    """Rotations (n, J, 4) whose ends and speeds meet; both are told in the joints' own frames."""
    first = turns[0].copy()
    first[0] = quaternions.multiply(move.turn, first[0])
    apart = quaternions.multiply(quaternions.conjugate(first), turns[-1])
    apart = quaternions.log(apart * np.where(apart[:, :1] < 0.0, -1.0, 1.0))
    line, bump = _spread(len(turns) - 1, ease)
    vectors = line[:, None, None] * apart + bump[:, None, None] * (speeds[1] - speeds[0])
    return quaternions.normalized(quaternions.multiply(turns, quaternions.exp(vectors)))


def _closed_places(places: np.ndarray, speeds: tuple[np.ndarray, np.ndarray], move: Move, ease: int) -> np.ndarray:
    """Places (n, ..., 3) whose ends and speeds meet after a move."""
    apart = places[-1] - (quaternions.rotate(move.turn, places[0]) + move.shift)
    faster = speeds[1] - quaternions.rotate(move.turn, speeds[0])
    line, bump = (w.reshape(-1, *(1,) * (places.ndim - 1)) for w in _spread(len(places) - 1, ease))
    share = np.linspace(0.0, 1.0, len(places)).reshape(line.shape)
    back = quaternions.about_axis("y", -move.yaw * (1.0 - share[..., 0]))  # what is added turns with the cycle
    return places + quaternions.rotate(back, np.broadcast_to(line * apart + bump * faster, places.shape))


def _turn_speeds(motion: Motion, given: Stretch) -> tuple[np.ndarray, np.ndarray]:
    """(J, 3) turns per frame at both ends, in the joints' own frames."""
    return _at_ends(given, lambda a, b: _turned(motion.rotations[a], motion.rotations[b]))


def _turned(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return quaternions.log(quaternions.multiply(quaternions.conjugate(a), b))


def _place_speeds(places: np.ndarray, given: Stretch) -> tuple[np.ndarray, np.ndarray]:
    return _at_ends(given, lambda a, b: places[b] - places[a])


def _at_ends(given: Stretch, change: Callable[[int, int], np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Changes per frame around both ends, by the frames beside them where there are any."""
    speeds = []
    for at in (given.start, given.stop):
        a, b = max(at - 1, given.motion.rest_rows), min(at + 1, given.motion.frames - 1)
        speeds.append(change(a, b) / (b - a))
    return speeds[0], speeds[1]
