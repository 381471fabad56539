"""What still jerks after all was tried, in words: a motion that pops is not handed over without one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.core.motion import Motion
from supple.solvers.prioritized.rough import Allowed, jumps_of, usual_jumps
from supple.solvers.prioritized.sides import Sides

_TOLD = 1.5  # times the largest jump of the source about then and that of the goals together
_ABOUT_S = 0.1  # [s] on either side: what is farther away in time does not hide a jump
_MOST = 3  # jerks that are told one by one


class Jerk(NamedTuple):
    """The worst jump of a run of frames."""

    joint: int
    frame: int
    share: float  # of what the source and the goals do together
    after: float  # second differences of its place [m], or of its turn [rad]: as it is now,
    before: float  # the largest of the source about then,
    asked: float  # and the largest of the goals that are about points
    turns: bool = False  # it is how the joint lies about its own axis that jumps, not where it is


def worst_jerk(places: np.ndarray, allowed: Allowed, sides: Sides, frame_time: float) -> Jerk | None:
    """The jump of a run that is worth a word, if there is one; ``places`` (F, P, 3) are those of joints and sides.

    A joint that turns about itself is worth one only where no place jumps: it may be why one does. The one that goes
    farthest beyond what is told is named: of a joint that stood still, the least movement is a large share.
    """
    jumps, joints = jumps_of(places, allowed.run, allowed.first), places.shape[1] - len(sides.joint)
    own, asked = usual_jumps(allowed, max(1, round(_ABOUT_S / frame_time)))
    usual = own + asked + allowed.seen
    shares, over = jumps / usual, jumps - _TOLD * usual
    first, stop = (0, joints) if shares[:, :joints].max() > _TOLD else (joints, places.shape[1])
    if shares[:, first:stop].max(initial=0.0) <= _TOLD:
        return None
    at, which = (int(k) for k in np.unravel_index(np.argmax(over[:, first:stop]), (len(over), stop - first)))
    which, frame = which + first, int(allowed.run[0]) - 1 + at
    lengths = np.array([jumps[at, which], own[at, which], asked[at, 0]])
    if first == 0:
        return Jerk(which, frame, float(shares[at, which]), *lengths.tolist())
    after, before, asked = (lengths / np.linalg.norm(sides.arm[which - joints])).tolist()
    return Jerk(int(sides.joint[which - joints]), frame, float(shares[at, which]), after, before, asked, turns=True)


def told(jerks: Sequence[Jerk], motion: Motion) -> tuple[str, ...]:
    """The worst of some jerks as notes, and how many more there are."""
    worst = sorted(jerks, key=lambda jerk: -jerk.share)
    more = f"{len(worst) - _MOST} more stretches of the clip jerk." if len(worst) > _MOST else ""
    return (*(_in_words(jerk, motion) for jerk in worst[:_MOST]), *((more,) if more else ()))


def _in_words(jerk: Jerk, motion: Motion) -> str:
    after, before, asked = (length / motion.frame_time**2 for length in (jerk.after, jerk.before, jerk.asked))
    where = f"{motion.skeleton.names[jerk.joint]} jerks at frame {jerk.frame} ({jerk.frame * motion.frame_time:.2f} s)"
    if jerk.turns:
        after, before = np.rad2deg(after), np.rad2deg(before)
        said = f"about its own axis: {_shown(after)} deg/s2, where the original has at most {_shown(before)} about then"
    else:
        goals = f" and goals of points ask for {asked:.0f}" if asked >= 0.5 else ""
        said = f"{_shown(after)} m/s2, where the original has at most {_shown(before)} about then{goals}"
    return f"{where}: {said}. Wishes that fight or come suddenly do that: give them longer ramps, or let a weak one go."


def _shown(number: float) -> str:
    """Whole numbers; of small figures, whose accelerations are small too, two digits."""
    return f"{number:.0f}" if number >= 10.0 else f"{number:.2g}"
