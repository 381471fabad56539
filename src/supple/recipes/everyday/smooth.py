"""A motion without its shaking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from supple.constraints.names import Names
from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.core.option_types import checked
from supple.errors import InvalidValueError
from supple.recipes.curves import smooth_step
from supple.recipes.everyday.clip import Clip, check_motion
from supple.recipes.everyday.low_pass import check_cut_off, low_pass
from supple.recipes.names import motion_names

_PEAKS = 3.0  # times the cut-off: how fast a peak may be to be kept
_CLEAR, _SURE = 2.0, 4.0  # times a joint's usual loss, from which a loss is a peak, and from which all of it is kept


@checked
def smooth(
    motion: Motion,
    hz: float = 6.0,
    *,
    joints: Sequence[str] | None = None,
    contacts: Contacts | None = None,
    keep_peaks: bool = True,
    keep_feet: bool = True,
    roles: Path | str | Names | None = None,
) -> Clip:
    """The motion without what is faster than ``hz``, and without delay.

    Rotations are smoothed as rotations: each becomes the mean of its neighbours, weighted by the filter, that is
    nearest to them on the sphere of quaternions; no angle is touched. ``keep_peaks`` lets three times the cut-off
    through for as long as a joint loses clearly more than it usually does: a kick or a landing, not a tremor.
    ``keep_feet`` then makes planted points stand as before, by ``contacts`` or those found in the motion. ``joints``
    are the joints or roles to smooth; without them all are, and the root's path.
    """
    check_motion(motion, "smoothed")
    check_cut_off(hz, motion.frame_time)
    if joints is None and not keep_feet:
        chosen, names = ~motion.skeleton.end_sites, None
    else:
        names = motion_names(motion, roles)
        chosen = _chosen(motion, joints, names)
    smoothed = _filtered(motion, chosen, hz, keep_peaks)
    if names is None or not keep_feet:
        return Clip(smoothed, contacts)
    return Clip(_standing(smoothed, motion, chosen, contacts, names), contacts)


def _chosen(motion: Motion, joints: Sequence[str] | None, names: Names) -> np.ndarray:
    """(J,) which joints are smoothed."""
    chosen = np.zeros(len(motion.skeleton), bool)
    if joints is None:
        return ~motion.skeleton.end_sites
    if not joints:
        raise InvalidValueError("no joint is named. Name those to smooth, or leave that out to smooth all.")
    chosen[[names.effector(name).joint for name in joints]] = True
    return chosen


def _filtered(motion: Motion, chosen: np.ndarray, hz: float, keep_peaks: bool) -> Motion:
    first, at = first_moving_frame(motion), np.flatnonzero(chosen)

    def run(values: np.ndarray) -> np.ndarray:
        return _low(values, hz, motion.frame_time, keep_peaks)

    rotations = motion.rotations.copy()
    rotations[first:, at] = quaternions.normalized(run(rotations[first:, at]))
    root, offsets = motion.root_positions.copy(), None if motion.offsets is None else motion.offsets.copy()
    if chosen[0]:
        root[first:] = run(root[first:, None])[:, 0]
    if offsets is not None:
        offsets[first:, at] = run(offsets[first:, at])
    return replace(motion, root_positions=root, rotations=rotations, offsets=offsets)


def _low(values: np.ndarray, hz: float, frame_time: float, keep_peaks: bool) -> np.ndarray:
    """Values (F, n, c) low-passed; where something loses far more than usual, with a higher cut-off."""
    slow = low_pass(values, hz, frame_time)
    if not keep_peaks or not values.size:
        return slow
    faster = _PEAKS * hz
    lost = (low_pass(values, faster, frame_time) if faster * frame_time < 0.5 else values) - slow
    energy = np.sum(lost * lost, axis=2)
    usual = np.median(energy, axis=0)
    around = low_pass(energy, hz, frame_time)
    ratio = np.sqrt(np.maximum(around, 0.0) / np.maximum(usual, 1e-24))
    share = smooth_step(np.clip((ratio - _CLEAR) / (_SURE - _CLEAR), 0.0, 1.0))
    return slow + share[..., None] * lost


def _standing(smoothed: Motion, source: Motion, chosen: np.ndarray, contacts: Contacts | None, names: Names) -> Motion:
    """What stood in the source stands again, unless nothing that carries it was smoothed."""
    from supple.recipes.clean import clean  # loads the compiler
    from supple.recipes.detect import detect

    carried = chosen.copy()
    for j, parent in enumerate(source.skeleton.parents[1:], 1):
        carried[j] |= carried[parent]
    found = detect(source, roles=names) if contacts is None else contacts
    index = source.skeleton.index
    if not any(c.joint is not None and carried[index(c.joint)] for c in found.contacts):
        return smoothed
    return clean(smoothed, found, roles=names).motion
