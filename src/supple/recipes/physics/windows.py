"""The part of a motion that physics may change: a window in time, and some of the joints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from supple.constraints.joint_settings import limit_setting
from supple.constraints.model import Edit
from supple.constraints.names import Names
from supple.constraints.physics import Window
from supple.core import quaternions
from supple.core.body.hinges import hinged_by_role
from supple.core.body.joint_limits import JointLimits, joint_limits
from supple.core.contacts import Contacts
from supple.core.moments import Moment, parsed
from supple.core.motion import Motion, first_moving_frame
from supple.dynamics.figure import Figure
from supple.errors import InvalidValueError

FEWEST = 12  # frames
FADE = 0.1  # [s] over which a window goes over into the frames that are left alone


@dataclass(frozen=True, slots=True)
class Cut:
    """Frames ``[first, stop)``, and whether the motion goes on before and after them."""

    first: int
    stop: int
    fixed: tuple[bool, bool]

    def fades(self, frame_time: float) -> tuple[int, int]:
        """How many frames at either end are half the motion's own."""
        most = min(round(FADE / frame_time), (self.stop - self.first) // 4)
        return (most if self.fixed[0] else 0), (most if self.fixed[1] else 0)


def cut_of(motion: Motion, window: Window) -> Cut:
    """The frames of a window; refused where they are too few."""
    start, last = first_moving_frame(motion), motion.frames
    first = start if window.start is None else max(start, _frame("start", window.start, motion))
    stop = last if window.stop is None else min(last, _frame("stop", window.stop, motion) + 1)
    if stop - first < FEWEST:
        what = "this clip has" if (first, stop) == (start, last) else "the window has"
        raise InvalidValueError(f"physics needs at least {FEWEST} frames; {what} {max(stop - first, 0)}. Give more.")
    return Cut(first, stop, (first > start, stop < last))


def _frame(key: str, moment: Moment, motion: Motion) -> int:
    value, unit = parsed(moment)
    frame = value if unit == "f" else value / motion.frame_time
    if not 0.0 <= frame <= motion.frames:
        raise InvalidValueError(
            f"window.{key} = {moment!r} is outside this clip, which goes from 0 to {motion.duration:.4g} s. "
            "Give a moment inside, or leave it out."
        )
    return min(round(frame), motion.frames - 1)


def contacts_inside(contacts: Contacts, cut: Cut) -> Contacts:
    """Contacts as far as they are in the frames that count."""
    kept = [
        msgspec.structs.replace(c, start=max(c.start, cut.first), stop=min(c.stop, cut.stop))
        for c in contacts.contacts
        if min(c.stop, cut.stop) > max(c.start, cut.first)
    ]
    return msgspec.structs.replace(contacts, contacts=tuple(kept))


def still_joints(figure: Figure, names: Names, window: Window, edit: Edit) -> tuple[int, ...]:
    """Turning joints of the model that are to keep their turns; the root always moves, else nothing could be mended."""
    stiff = {names.joint(name) for name, setting in edit.joints.items() if setting.weight == 0.0}
    if window.joints is not None:
        moving = {names.joint(name) for name in window.joints}
        stiff |= set(figure.joints) - moving
    return tuple(k for k, joint in enumerate(figure.joints) if k and joint in stiff)


def ranges_of(figure: Figure, poses: np.ndarray, names: Names, edit: Edit) -> JointLimits:
    """How far the model's joints may turn, counted in its order."""
    stated = {names.joint(name): limit_setting(setting) for name, setting in edit.joints.items()}
    roles: Mapping[str, str] = names.roles
    limits = joint_limits(hinged_by_role(figure.skeleton, poses, roles), poses, roles, stated)
    own = limits.only(np.isin(limits.joint, figure.joints[1:]))
    return replace(own, joint=np.array([figure.joints.index(int(j)) for j in own.joint], dtype=np.int64))


def joined(
    whole: Motion, cut: Cut, joints: list[int], roots: np.ndarray, turns: np.ndarray, fitted: tuple[np.ndarray, ...]
) -> Motion:
    """A motion whose window is replaced by roots (F, 3) and turns (F, n, 4) of joints.

    ``fitted`` are the same of the smoothed example: at the ends of the window what it lacks to the motion is given
    back, so that frames go over into each other.
    """
    share = _shares(cut, whole.frame_time)
    own = whole.rotations[cut.first : cut.stop, joints]
    lacking = quaternions.multiply(quaternions.conjugate(fitted[1]), own)
    lacking = np.where(lacking[..., :1] < 0.0, -lacking, lacking)
    given = quaternions.exp(share[:, None, None] * quaternions.log(lacking))
    rotations, places = whole.rotations.copy(), whole.root_positions.copy()
    rotations[cut.first : cut.stop, joints] = quaternions.normalized(quaternions.multiply(turns, given))
    missing = whole.root_positions[cut.first : cut.stop] - fitted[0]
    places[cut.first : cut.stop] = roots + share[:, None] * missing
    return whole.with_rotations(quaternions.continuous(rotations)).with_root_positions(places)


def _shares(cut: Cut, frame_time: float) -> np.ndarray:
    """(F,) 1 at the ends that are cut, 0 inside, smoothly."""
    count = cut.stop - cut.first
    share = np.zeros(count)
    for fade, at in zip(cut.fades(frame_time), (np.arange(count), np.arange(count)[::-1]), strict=True):
        if fade:
            s = np.clip(1.0 - at / fade, 0.0, 1.0)
            share = np.maximum(share, s**3 * (10.0 - 15.0 * s + 6.0 * s**2))
    return share
