"""Swings of one foot that take less time: the whole body hurries while that foot is in the air."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.recipes.everyday.contact_timing import Clock, retimed
from supple.recipes.everyday.sampling import sampled_motion

_EASED_S = 0.08  # [s] over which the rate changes, so that nothing jerks


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WarpedClock(Clock):
    """A clock that runs faster in places."""

    olds: np.ndarray  # (F,) frames of the old motion
    news: np.ndarray  # (F,) where they are in the new one

    def new(self, old: float) -> float:
        """Where a moment of the old clock is on the new one."""
        return float(np.interp(old, self.olds, self.news))

    def old(self, new: float) -> float:
        """The inverse of :meth:`new`."""
        return float(np.interp(new, self.news, self.olds))


def hurried(
    motion: Motion, contacts: Contacts, swings: Sequence[slice], speed: float
) -> tuple[Motion, Contacts, WarpedClock]:
    """The motion with its ``swings`` taking 1 / ``speed`` of their time, its contacts, and the clock."""
    first = first_moving_frame(motion)
    takes = np.ones(motion.frames)  # new frames for every old one
    for swing in swings:
        takes[swing] = 1.0 / speed
    takes = _eased(takes, first, swings, motion.fps)
    news = first + np.concatenate([[0.0], np.cumsum(0.5 * (takes[first:-1] + takes[first + 1 :]))])
    olds = np.arange(first, motion.frames, dtype=np.float64)
    count = int(np.floor(news[-1] - first + 1e-9)) + 1
    at = np.interp(first + np.arange(count), news, olds) - first
    made = sampled_motion(motion, at, motion.frame_time)
    clock = WarpedClock(speed=1.0, rest=first, frames=made.frames, fps=motion.fps, olds=olds, news=news)
    return made, retimed(contacts, clock), clock


def _eased(takes: np.ndarray, first: int, swings: Sequence[slice], fps: float) -> np.ndarray:
    """Rates smoothed over time; the time of every swing as a whole stays what it is."""
    width = max(1, round(_EASED_S * fps))
    wave = np.hanning(width + 2)[1:-1]
    smooth = np.convolve(np.pad(takes, width, mode="edge"), wave / wave.sum(), mode="same")[width:-width]
    for swing in swings:
        inside = takes[swing] - 1.0
        lost = inside.sum() - (smooth[swing] - 1.0).sum()
        bump = np.hanning(len(inside) + 2)[1:-1]
        smooth[swing] += lost * bump / bump.sum() if len(inside) else 0.0
    smooth[:first] = 1.0
    return smooth
