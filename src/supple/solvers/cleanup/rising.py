"""Balls of feet that stand on toes which do not bend: they stand as high as the toes go down.

Where the ball is held on the ground and the heel rises, toes without a joint go into the ground: bone does not bend.
Turning the foot out of it would keep the heel down until the ball is free, and knees pop then. Who stands on the tips
of the toes, heel and ball in the air, stays there: the ball is as high as in the motion, also where toes have a joint
that the motion hardly ever bends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.core.quaternions import conjugate, rotate
from supple.solvers.cleanup.figure import Figure
from supple.solvers.cleanup.ground import Ground
from supple.solvers.cleanup.plants import Plant
from supple.solvers.cleanup.working import Posed

_BALL = 1  # the tip that has the toes beyond it
_MOST = 0.5  # choice: of the length of the toes; from there on the foot turns
_STILL = 0.02  # of the length of toes: a tip that strays less from where it is on the foot is where it is
_SELDOM = 0.05  # of the frames: toes that bend in fewer, as for a glitch, do not bend
_STEP = 1.0  # of the length of toes: ground that differs by more below them is a stair's edge, and nothing to roll over
_SAME_LEVEL = 0.01  # of a leg


class Toes(NamedTuple):
    """Toes that do not bend."""

    ways: np.ndarray  # (L, 3) from the ball to their tips, in the frames of the ends [m]; zero: they bend, or are none
    jointed: np.ndarray  # (L,) bool: they have a joint, by which they could be bent


def stiff_toes(figure: Figure, pose: Posed) -> Toes:
    """The toes of a figure that do not bend in a motion, or in a few frames only.

    choice: all frames are asked, not those of a plant: a toe that rests for a plant is not one that cannot bend, and a
    cleanup of what was cleaned would take it for another.
    """
    ways, jointed = figure.points[:, 2] - figure.points[:, _BALL], figure.toes >= 0
    for limb in np.flatnonzero(jointed):
        end, toe = figure.ends[limb], figure.toes[limb]
        tip = pose.positions[:, toe] + rotate(pose.rotations[:, toe], figure.toe_tips[limb])
        seen = rotate(conjugate(pose.rotations[:, end]), tip - pose.positions[:, end])
        usual = np.median(seen, axis=0)
        astray = np.abs(seen - usual).max(axis=1) > _STILL * np.linalg.norm(figure.toe_tips[limb])
        if astray.mean() <= _SELDOM:
            ways[limb] = usual - figure.tips[limb, _BALL]
    return Toes(ways, jointed)


def stood(
    figure: Figure, plants: Sequence[Plant], ids: np.ndarray, ends: Posed, toes: Toes, ground: Ground
) -> np.ndarray:
    """(P,) how high balls that stand alone stand on the tips of their toes in a motion [m]; 0: not on their tips.

    ``ends`` are places (F, L, 3) and turns (F, L, 4) of the end joints, ``ids`` (F, L, 2) tell which tips are planted.
    Where toes have a joint, it takes what differs from the mean.
    """
    out = np.zeros(len(plants))
    for k, plant in enumerate(plants):
        if not _on_toes(plant, toes) or (ids[plant.start : plant.stop, plant.limb, 1 - _BALL] >= 0).any():
            continue
        balls, down = _balls(figure, plant, ends, toes, ground)
        on_tips = np.clip(np.minimum(down, _heights(ground, balls, _SAME_LEVEL * figure.leg)), 0.0, None)
        out[k] = on_tips.mean() if toes.jointed[plant.limb] else on_tips.max()
    return out


def rises(
    figure: Figure, plants: Sequence[Plant], toes: Toes, ground: Ground, high: np.ndarray, ends: Posed
) -> np.ndarray:
    """(P,) how far above the ground plants have to be for toes not to be in it, with ``ends`` as for :func:`stood` [m].

    ``high`` (P,) is how high they stand on their toes in the motion.
    """
    out = np.zeros(len(plants))
    for k, plant in enumerate(plants):
        if not _on_toes(plant, toes):
            continue
        if toes.jointed[plant.limb]:
            out[k] = high[k]
            continue
        down = _balls(figure, plant, ends, toes, ground)[1]
        most = max(_MOST * float(np.linalg.norm(toes.ways[plant.limb])), float(high[k]))
        out[k] = min(max(0.0, down.max(initial=0.0)), most)
    return out


def _on_toes(plant: Plant, toes: Toes) -> bool:
    """Whether a plant is of a ball before toes that do not bend, and its place is to be found on the ground."""
    return bool(plant.tip == _BALL and toes.ways[plant.limb].any() and plant.known is None and plant.reference is None)


def _balls(figure: Figure, plant: Plant, ends: Posed, toes: Toes, ground: Ground) -> tuple[np.ndarray, np.ndarray]:
    """Where a ball is in the frames of its plant (n, 3), and how far the tip of its toes is below it there [m].

    Below is as the ground goes: uphill the toes are lower over it.
    """
    here = slice(plant.start, plant.stop), plant.limb
    way = rotate(ends.rotations[here], toes.ways[plant.limb])
    balls = ends.positions[here] + rotate(ends.rotations[here], figure.tips[plant.limb, _BALL])
    slope = ground.heights(balls[:, 0] + way[:, 0], balls[:, 2] + way[:, 2]) - ground.heights(balls[:, 0], balls[:, 2])
    stairs = np.abs(slope) > _STEP * np.linalg.norm(toes.ways[plant.limb])
    return balls, np.where(stairs, 0.0, slope) - way[:, 1]


def _heights(ground: Ground, places: np.ndarray, same: float) -> np.ndarray:
    """(n,) how high places (n, 3) are above the ground below them; of several levels, above the one that carries."""
    above = places[:, 1] - ground.heights(places[:, 0], places[:, 2])
    carried = np.zeros(len(above))
    for level in np.subtract(ground.levels[1:], ground.levels[:1]):
        carried = np.where(above > level - same, level, carried)
    return np.asarray(above - carried)
