"""Feet that swing over the edges of steps: lifted before they come to one, and held back until they are over it.

A swing that would cut the ground gets a path of its own. Its shift goes smoothly from what the foot was lifted by to
what it will be; on top comes the smooth upper envelope of what is needed. Where a foot has just stood, it cannot be up
yet: there it is held back instead, and on the way down taken ahead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.ground import Height
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.recipes.curves import smooth_step
from supple.recipes.refit import Standing
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.hierarchical.contacts import ContactAsks, Swing, contact_problem

_CUTS_M = 0.01  # a swing that is less deep in the ground is left to the cleanup
_CLEAR_M = 0.02  # choice: by so much a foot clears an edge
_AHEAD_M = 0.03  # an edge counts so far before and behind it
_EARLY_S = 0.1  # a foot is lifted so long before it has to be up
_SOON_S = 0.05  # and held back, or ahead, so long
_FAR_M = 0.4  # at most


def swings_over(
    stood: Standing, motion: Motion, placed: Contacts, tilts: Mapping[str, np.ndarray], ground: Height
) -> dict[str, Swing]:
    """For each foot that would cut the ground between two steps, where it goes instead."""
    roles, pose = stood.names.roles, world_pose(motion)
    asks = contact_problem(ContactAsks(motion, placed, stood.limbs, roles, stood.size, tilts=tilts)).asks
    out = {}
    for n, limb in enumerate(stood.limbs):
        if limb.rank or not asks.asked[:, n].any():
            continue
        there, _ = asks.in_world(n, pose.positions, pose.rotations)
        swing = _swing(limb, pose, there, asks.asked[:, n], ground, motion)
        if swing.asked.any():
            out[limb.name] = swing
    return out


def _swing(limb: Limb, pose: WorldPose, there: np.ndarray, stands: np.ndarray, ground: Height, motion: Motion) -> Swing:
    own, points = pose.positions[:, limb.end], _points(limb, pose)
    places, asked = own + _between(there - own, stands), np.zeros(len(own), bool)
    for span in _gaps(stands, motion.rest_rows):
        fades = _fades(span, stands, motion.frame_time)
        path = _over(places[span], points[span], ground, fades, motion.frame_time)
        if path is not None:
            places[span], asked[span] = path, True
    return Swing(places, asked)


def _points(limb: Limb, pose: WorldPose) -> np.ndarray:
    """(F, n, 3) heel, ball and the tip of the toes, seen from the limb's end, in the world."""
    turn = pose.rotations[:, limb.end]
    rows = [quaternions.rotate(turn, tip.offset) for tip in limb.tips]
    if limb.toe is not None and limb.toe_tip is not None:
        toes = pose.positions[:, limb.toe] + quaternions.rotate(pose.rotations[:, limb.toe], limb.toe_tip)
        rows.append(toes - pose.positions[:, limb.end])
    elif limb.toe_tip is not None:
        rows.append(quaternions.rotate(turn, limb.toe_tip))
    return np.stack(rows or [np.zeros((len(turn), 3))], axis=1)


def _between(shift: np.ndarray, known: np.ndarray) -> np.ndarray:
    """(F, 3) a shift that is ``known`` (F,) in some frames, smoothly from one to the next between them."""
    at, frames = np.flatnonzero(known), np.arange(len(known))
    after = np.clip(np.searchsorted(at, frames), 0, len(at) - 1)
    before = np.clip(np.searchsorted(at, frames, side="right") - 1, 0, len(at) - 1)
    wide = np.maximum(at[after] - at[before], 1)
    share = smooth_step(np.clip((frames - at[before]) / wide, 0.0, 1.0))[:, None]
    return np.asarray((1.0 - share) * shift[at[before]] + share * shift[at[after]])


def _gaps(stands: np.ndarray, first: int) -> Iterator[slice]:
    """Spans of frames in which a foot stands nowhere."""
    free = np.concatenate([[False], ~stands, [False]])
    free[: first + 1] = False
    edges = np.flatnonzero(np.diff(free.astype(int)))
    for start, stop in edges.reshape(-1, 2).tolist():
        yield slice(start, stop)


def _fades(span: slice, stands: np.ndarray, frame_time: float) -> tuple[np.ndarray, np.ndarray]:
    """(n,) from 0 where a foot stands to 1, slowly and soon; 1 at the ends of the clip."""
    n = span.stop - span.start
    since = np.arange(1, n + 1) if span.start > 0 and stands[span.start - 1] else np.full(n, n)
    until = np.arange(n, 0, -1) if span.stop < len(stands) else np.full(n, n)
    near = np.minimum(since, until) * frame_time
    return smooth_step(np.minimum(near / _EARLY_S, 1.0)), smooth_step(np.minimum(near / _SOON_S, 1.0))


def _over(
    path: np.ndarray, points: np.ndarray, ground: Height, fades: tuple[np.ndarray, np.ndarray], frame_time: float
) -> np.ndarray | None:
    """The path (n, 3) of a foot's end over the ground; None where it is over it by itself."""
    slow, soon = fades
    if _depth(path, points, ground, 0.0).max() <= _CUTS_M:
        return None
    ahead = path[-1] - path[0]
    ahead = np.array([ahead[0], 0.0, ahead[2]]) / max(1e-9, float(np.hypot(ahead[0], ahead[2])))
    clear = _CLEAR_M * slow
    deep = np.max([_depth(path + by * ahead, points, ground, clear) for by in (-_AHEAD_M, 0.0, _AHEAD_M)], axis=0)
    lifted = path + (_above(deep, _EARLY_S / frame_time) * slow)[:, None] * [0.0, 1.0, 0.0]
    ways = sorted(np.arange(-_FAR_M, _FAR_M, 0.01).tolist(), key=abs)  # the nearest place first
    free = np.array([_depth(lifted + by * ahead, points, ground, 0.5 * clear) <= 0.0 for by in ways])
    way = np.where(free.any(axis=0), np.array(ways)[free.argmax(axis=0)], 0.0)
    reach = _SOON_S / frame_time
    aside = _above(np.maximum(way, 0.0), reach) - _above(np.maximum(-way, 0.0), reach)
    return np.asarray(lifted + (aside * soon)[:, None] * ahead)


def _depth(path: np.ndarray, points: np.ndarray, ground: Height, clear: np.ndarray | float) -> np.ndarray:
    """(n,) how deep the deepest point of a foot is in the ground, or less than ``clear`` above it [m]; not below 0."""
    x, y, z = np.moveaxis(path[:, None] + points, -1, 0)
    height = np.asarray(ground(x, z), float)
    return np.maximum(0.0, (np.where(np.isfinite(height), height, -np.inf) - y).max(axis=1) + clear)


def _above(needed: np.ndarray, reach: float) -> np.ndarray:
    """A smooth curve (n,) that is nowhere less than what is ``needed`` (n,), and more at most ``reach`` frames off."""
    from scipy.ndimage import maximum_filter1d  # loads SciPy

    half = max(1, round(0.5 * reach))
    window = np.hanning(2 * half + 3)[1:-1]
    highest = np.pad(maximum_filter1d(needed, 2 * half + 1, mode="nearest"), half, mode="edge")
    return np.convolve(highest, window / window.sum(), mode="valid")
