"""Limbs that still leave the ranges of their joints: root, swivels and free ends give way, smoothly, what stands stays.

Gauss-Newton: values of limits, depths of feet and reaches of limbs are made linear by differences, the least smooth
change that brings all of them below their bounds is found, and so on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from supple.core.arrays import frozen
from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.core.progress import Progress, part_of
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.working import Working, working_copy
from supple.solvers.ranges.allowed import Allowed
from supple.solvers.ranges.frames import around
from supple.solvers.ranges.least_change import least_change
from supple.solvers.ranges.pieces import EDGE, pieces
from supple.solvers.ranges.rows import Rows, rows_of
from supple.solvers.ranges.scene import Scene, scene_of
from supple.solvers.ranges.span import Span

_OVER = np.radians(0.1)  # what is less beyond a range is not worth a change
_ROUNDS = 10
_FURTHEST = 0.15  # that a number changes in a round
_PATIENCE, _SLOW = 3, 0.9  # after so many rounds it has to be better by this factor
_TRIES = 4  # of a span; each leaves the frames out for which there was no way, so that they do not block the others
_MOST = 0.5  # frames are in the way that are out of range by this share of the worst
_LEFT_S = 0.1  # frames so near to those are left out, too


class _Tried(NamedTuple):
    """Local turns (n, J, 4) and roots (n, 3) of a span, where any are better than what is given."""

    best: tuple[np.ndarray, np.ndarray] | None
    blocked: np.ndarray  # (n,) bool: where the last round left joints most out of range, or else spoilt something


def limbs_in_range(
    motion: Motion,
    before: Motion,
    contacts: Contacts,
    limbs: Sequence[Limb],
    allowed: Allowed,
    progress: Progress | None = None,
) -> Motion:
    """``motion`` with the joints of its limbs inside what is ``allowed``, as far as what stands leaves room for it.

    ``before`` is the motion whose feet were cleaned: it has the toes as they were. Legs go first, so that an arm for
    which there is no way leaves them theirs. Frames stay for which none is found without a foot that slides or sinks.
    """
    ranks = sorted({limb.rank for limb in limbs})
    for k, rank in enumerate(ranks):
        motion = _ranked_in_range(motion, before, contacts, limbs, allowed, rank, part_of(progress, k, len(ranks)))
    return motion


def _ranked_in_range(
    motion: Motion,
    before: Motion,
    contacts: Contacts,
    limbs: Sequence[Limb],
    allowed: Allowed,
    rank: int,
    progress: Progress | None,
) -> Motion:
    first, mine = first_moving_frame(motion), np.array([limb.rank == rank for limb in limbs])
    joints = _joints([limb for limb in limbs if limb.rank == rank])
    over = allowed.broken(motion.rotations[first:])[:, np.isin(allowed.limits.joint, joints)] > _OVER
    if not over.any():
        return motion
    scene, clip = scene_of(motion, contacts, limbs), working_copy(motion)
    cut = list(pieces(np.asarray(over.any(axis=1)), motion.fps))
    for number, (frames, later) in enumerate(cut):
        if progress is not None:
            progress(number, len(cut))
        found = settled(_span(scene, clip, before, limbs, allowed, frames), mine, later, motion.fps)
        if found is not None:
            clip.rotations[frames + first], clip.roots[frames + first] = found
    return replace(motion, rotations=frozen(clip.rotations), root_positions=frozen(clip.roots))


def _joints(limbs: Sequence[Limb]) -> list[int]:
    return [j for limb in limbs for j in (limb.base, limb.middle, limb.end, limb.toe) if j is not None]


def _span(
    scene: Scene, clip: Working, before: Motion, limbs: Sequence[Limb], allowed: Allowed, frames: np.ndarray
) -> Span:
    """Some frames of a clip; those of its rest rows are not counted by ``frames``, but are in the rest."""
    rows = frames + len(clip.roots) - len(allowed.low)
    here, clip, count = scene.of(rows), clip.some(rows), len(allowed.low)
    ranges = allowed.at(frames)
    over = ranges.broken(clip.rotations).max(axis=0) > _OVER
    mine = [here.stands[:, k].any() or over[np.isin(allowed.limits.joint, _joints([limb]))].any() or limb.rank == 0
            for k, limb in enumerate(limbs)]  # fmt: skip
    edge = np.zeros(len(frames), bool)
    edge[:EDGE] |= frames[0] > 0
    edge[len(edge) - EDGE :] |= frames[-1] < count - 1
    toes = before.rotations[rows][:, np.maximum(scene.figure.toes, 0)]
    return Span(here, clip, toes, np.array(mine, bool), ranges, edge)


def settled(span: Span, meant: np.ndarray, later: np.ndarray, fps: float) -> tuple[np.ndarray, np.ndarray] | None:
    """Local turns (n, J, 4) and roots (n, 3) of a span with the joints of the limbs ``meant`` (L,) bool in range.

    Those of others, and all in frames that come ``later`` (n,) bool, get no further out of theirs. None: it stays as it
    is. Choice: fewer frames out of range are better than less of it in one for which there is no way.
    """
    left = later
    asked = rows_of(span, meant, left)
    best, least = None, _out(asked.excess(span.clip.rotations))
    for _ in range(_TRIES):
        tried = _tried(span, rows_of(span, meant, left), fps)
        if tried.best is not None and (now := _out(asked.excess(tried.best[0]))) < least:
            best, least = tried.best, now
        if not tried.blocked.any() or (left | tried.blocked).all():
            break
        left = left | around(tried.blocked, int(_LEFT_S * fps))
    return best


def _out(excess: np.ndarray) -> tuple[int, float]:
    """In how many frames (n,) joints are out of range, and by how much in all [rad]."""
    return int(np.count_nonzero(excess)), float(excess.sum())


def _tried(span: Span, rows: Rows, fps: float) -> _Tried:
    change = span.change(fps)
    x, best, least = np.zeros(change.held.shape), None, float(rows.excess(span.clip.rotations).sum())
    blocked, lately = np.zeros(len(x), bool), [np.inf] * _PATIENCE
    while len(lately) < _ROUNDS + _PATIENCE and least > 0.0:
        slopes, over = rows.slopes(x), rows.over(x)
        bounds = np.einsum("trv,tv->tr", slopes, x) - over
        new = least_change(change, slopes, bounds, x)
        x = x + (new - x) * min(1.0, _FURTHEST / max(float(np.abs(new - x).max()), 1e-300))
        clip, pose = span.posed(x)
        excess, spoilt = rows.excess(clip.rotations), span.spoilt(clip, pose, fps) | span.worse(clip)
        total, blocked = float(excess.sum()), excess > _MOST * excess.max() if excess.any() else spoilt
        if total < least and not spoilt.any():
            best, least = (clip.rotations, clip.roots), total
        lately.append(total)
        if total > _SLOW * lately[-1 - _PATIENCE]:
            break
    return _Tried(best, blocked)
