"""Balls of feet that stand on toes which do not bend: they stand as high as the toes go down.

Where the ball is held on the ground and the heel rises, toes without a joint go into the ground: bone does not bend.
Turning the foot out of it would keep the heel down until the ball is free, and knees pop then. Who stands on the tips
of the toes, heel and ball in the air, stays there: the ball is as high as in the motion, also where toes have a joint
that does not bend meanwhile.
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
_STILL = 0.02  # of the length of toes: those whose tips stray less from where they are on the foot never bend
_STEP = 1.0  # of the length of toes: ground that differs by more below them is a stair's edge, and nothing to roll over
_SAME_LEVEL = 0.01  # of a leg


class Toes(NamedTuple):
    """Toes, in the frames of the ends of their limbs; those with a joint may bend in one plant and not in another."""

    ways: np.ndarray  # (L, 3) from the ball to the tips of toes without a joint [m]; zero: others, or none
    jointed: Sequence[bool]  # (L,)
    stiff: Sequence[bool]  # (L,) there are some, without a joint


def toes_of(figure: Figure) -> Toes:
    """The toes of a figure."""
    return Toes(figure.points[:, 2] - figure.points[:, _BALL], (figure.toes >= 0).tolist(), figure.stiff_toes.tolist())


def stood(
    figure: Figure, plants: Sequence[Plant], ids: np.ndarray, pose: Posed, ends: Posed, toes: Toes, ground: Ground
) -> np.ndarray:
    """(P,) how high balls that stand alone stand on the tips of their toes in a motion [m]; 0: not on their tips.

    ``ends`` are places (F, L, 3) and turns (F, L, 4) of the end joints of its ``pose``, ``ids`` (F, L, 2) tell which
    tips are planted. Whether toes with a joint bend is asked of the frames of a plant, so that it does not depend on
    what is done elsewhere; the joint takes what differs from the mean.
    """
    out = np.zeros(len(plants))
    alone = [
        k
        for k, plant in enumerate(plants)
        if _on_toes(plant, toes) and not (ids[plant.start : plant.stop, plant.limb, 1 - _BALL] >= 0).any()
    ]
    for k in _not_bent(figure, plants, alone, pose, ends):
        plant, jointed = plants[k], toes.jointed[plants[k].limb]
        way = _unbent(figure, plant, pose, ends) if jointed else toes.ways[plant.limb]
        if way is None:
            continue
        balls, down = _balls(figure, plant, ends, way, ground)
        on_tips = np.clip(np.minimum(down, _heights(ground, balls, _SAME_LEVEL * figure.leg)), 0.0, None)
        out[k] = on_tips.mean() if jointed else on_tips.max()
    return out


def rises(
    figure: Figure, plants: Sequence[Plant], toes: Toes, ground: Ground, high: np.ndarray, ends: Posed
) -> np.ndarray:
    """(P,) how far above the ground plants have to be for toes not to be in it, with ``ends`` as for :func:`stood` [m].

    ``high`` (P,) is how high they stand on their toes in the motion.
    """
    out = high.copy()
    for k, plant in enumerate(plants):
        if toes.jointed[plant.limb] or not _on_toes(plant, toes):
            continue
        way = toes.ways[plant.limb]
        down = _balls(figure, plant, ends, way, ground)[1]
        out[k] = min(max(0.0, down.max(initial=0.0)), max(_MOST * float(np.linalg.norm(way)), float(high[k])))
    return out


def _on_toes(plant: Plant, toes: Toes) -> bool:
    """Whether a plant is of a ball before toes, and its place is to be found on the ground."""
    there = toes.jointed[plant.limb] or toes.stiff[plant.limb]
    return there and plant.tip == _BALL and plant.known is None and plant.reference is None


def _not_bent(figure: Figure, plants: Sequence[Plant], some: Sequence[int], pose: Posed, ends: Posed) -> list[int]:
    """Which of some plants do not show by their first and last frames that toes bend: asked of all at once, cheap."""
    if not some:
        return []
    frames = np.array([(plants[k].start, plants[k].stop - 1) for k in some])
    limbs = np.array([plants[k].limb for k in some])
    strays = np.ptp(_seen(figure, frames, limbs[:, None], pose, ends), axis=1).max(axis=1)
    bent = (strays >= _STILL * np.linalg.norm(figure.toe_tips[limbs], axis=1)) & (figure.toes[limbs] >= 0)
    return [k for k, bends in zip(some, bent.tolist(), strict=True) if not bends]


def _unbent(figure: Figure, plant: Plant, pose: Posed, ends: Posed) -> np.ndarray | None:
    """(3,) from the ball to the tips of toes with a joint that does not bend while a plant stands; None: it does."""
    seen = _seen(figure, np.arange(plant.start, plant.stop), plant.limb, pose, ends)
    if np.ptp(seen, axis=0).max() >= _STILL * np.linalg.norm(figure.toe_tips[plant.limb]):
        return None
    return np.asarray(seen.mean(axis=0) - figure.tips[plant.limb, _BALL])


def _seen(figure: Figure, frames: np.ndarray, limbs: np.ndarray | int, pose: Posed, ends: Posed) -> np.ndarray:
    """(..., 3) where the tips of toes with a joint are in some frames (...) of limbs, in the frames of their ends."""
    toes = figure.toes[limbs]
    tips = pose.positions[frames, toes] + rotate(pose.rotations[frames, toes], figure.toe_tips[limbs])
    return rotate(conjugate(ends.rotations[frames, limbs]), tips - ends.positions[frames, limbs])


def _balls(figure: Figure, plant: Plant, ends: Posed, way: np.ndarray, ground: Ground) -> tuple[np.ndarray, np.ndarray]:
    """Where a ball is in the frames of its plant (n, 3), and how far the tip of its toes, ``way`` off, is below it [m].

    Below is as the ground goes: uphill the toes are lower over it.
    """
    here = slice(plant.start, plant.stop), plant.limb
    ahead = rotate(ends.rotations[here], way)
    balls = ends.positions[here] + rotate(ends.rotations[here], figure.tips[plant.limb, _BALL])
    there, below = balls + ahead, ground.heights(balls[:, 0], balls[:, 2])
    slope = ground.heights(there[:, 0], there[:, 2]) - below
    stairs = np.abs(slope) > _STEP * np.linalg.norm(way)
    return balls, np.where(stairs, 0.0, slope) - ahead[:, 1]


def _heights(ground: Ground, places: np.ndarray, same: float) -> np.ndarray:
    """(n,) how high places (n, 3) are above the ground below them; of several levels, above the one that carries."""
    above = places[:, 1] - ground.heights(places[:, 0], places[:, 2])
    carried = np.zeros(len(above))
    for level in np.subtract(ground.levels[1:], ground.levels[:1]):
        carried = np.where(above > level - same, level, carried)
    return np.asarray(above - carried)
