"""The ground reaction of a motion against that of force plates, on one clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from supple.core.markers import ForcePlate
from supple.errors import InvalidValueError
from supple.recipes.physics.dynamics import Dynamics

Clock = Literal["of the plates", "starts with the motion", "as told"]
_LOADED = 20.0  # [N] less is an empty plate
_ENOUGH = 0.5  # of the most frames that a clock compares: one that compares fewer is not looked at


@dataclass(frozen=True, slots=True)
class PlateDifference:
    """What was compared, and how far both are apart; times are the motion's."""

    vertical_rms_pct_bw: float
    loaded_frames: int  # those that were compared
    measured_mean_n: float
    computed_mean_n: float
    compared_from_s: float
    compared_to_s: float
    plates_start_s: float  # where the first sample was put
    clock: Clock


class _Lined(NamedTuple):
    """The samples of plates, put somewhere on the motion's clock."""

    clock: Clock
    start: float  # [s]
    measured: np.ndarray  # (F,) vertical force [N]
    loaded: np.ndarray  # (F,) bool: frames that are compared
    pct: float  # rms difference; infinite where nothing is compared


def plate_difference(
    told: Dynamics, plates: Sequence[ForcePlate], *, starts_at: float | None = None
) -> PlateDifference:
    """The vertical ground reaction against force plates, in percent of body weight.

    The first sample of the plates is where ``starts_at`` [s] says. Without it, plates of the capture that a motion was
    solved from have a clock of their own: they start with the motion, or at their own time where that fits better.
    """
    if starts_at is not None and not np.isfinite(starts_at):
        raise InvalidValueError(f"the time at which force plates start must be a number of seconds; got {starts_at:g}.")
    own = min(plate.start_time for plate in plates)
    starts: dict[Clock, float] = {"of the plates": own, "starts with the motion": 0.0}
    if starts_at is not None:
        starts = {"as told": starts_at}
    lined = _best([_lined(told, plates, start, clock) for clock, start in starts.items()])
    if not lined.loaded.any():
        raise InvalidValueError(_apart(told, plates, own if starts_at is None else starts_at))
    times, computed = _times(told)[lined.loaded], _computed(told)[lined.loaded]
    return PlateDifference(
        lined.pct, int(lined.loaded.sum()), float(lined.measured[lined.loaded].mean()), float(computed.mean()),
        float(times[0]), float(times[-1]), lined.start, lined.clock,
    )  # fmt: skip


def _best(candidates: Sequence[_Lined]) -> _Lined:
    """The nearest of those that compare much: a few frames are near by chance."""
    most = max(np.count_nonzero(found.loaded) for found in candidates)
    enough = [found for found in candidates if np.count_nonzero(found.loaded) >= _ENOUGH * most]
    return min(enough, key=lambda found: found.pct)


def _lined(told: Dynamics, plates: Sequence[ForcePlate], start: float, clock: Clock) -> _Lined:
    times, shift = _times(told), start - min(plate.start_time for plate in plates)
    measured, shown = np.zeros(len(times)), np.zeros(len(times), bool)
    for plate in plates:
        at = plate.start_time + shift + plate.frame_time * np.arange(len(plate.forces))
        measured += np.interp(times, at, plate.forces[:, 1], left=0.0, right=0.0)
        shown |= (times >= at[0] - 1e-9) & (times <= at[-1] + 1e-9)
    judged = np.zeros(len(times), bool)
    judged[told.inner] = True
    loaded = shown & judged & (measured > _LOADED)
    miss = (_computed(told) - measured)[loaded]
    pct = 100.0 * float(np.sqrt(np.mean(miss**2))) / told.figure.weight if len(miss) else np.inf
    return _Lined(clock, start, measured, loaded, pct)


def _times(told: Dynamics) -> np.ndarray:
    """(F,) of the frames that count [s]."""
    return (np.arange(len(told.forces)) + told.first) * told.frame_time


def _computed(told: Dynamics) -> np.ndarray:
    """(F,) the vertical ground reaction [N]."""
    return np.asarray(told.forces[:, :, 1].sum(axis=1))


def _apart(told: Dynamics, plates: Sequence[ForcePlate], start: float) -> str:
    shift = start - min(plate.start_time for plate in plates)
    end = shift + max(plate.start_time + plate.frame_time * (len(plate.forces) - 1) for plate in plates)
    pushed = any((plate.forces[:, 1] > _LOADED).any() for plate in plates)
    what = "the force plates are not loaded while the motion goes on" if pushed else "nothing loads these plates"
    return (
        f"{what}: they measured from {start:.4g} to {end:.4g} s, and the motion goes from 0 to "
        f"{_times(told)[-1]:.4g} s. Do they belong together? --forces-start says when their first sample was taken, on "
        "the motion's clock."
    )
