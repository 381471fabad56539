"""What still jerks after all was tried, in words: a motion that pops is not handed over without one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from supple.core.motion import Motion
from supple.solvers.prioritized.rough import Allowed, jumps_of

_TOLD = 1.5  # times the largest jump of the source and that of the goals together
_MOST = 3  # jerks that are told one by one


class Jerk(NamedTuple):
    """The worst jump of a run of frames."""

    joint: int
    frame: int
    share: float  # of what the source and the goals do together
    after: float  # [m] second differences of its place: as it is now,
    before: float  # [m] the largest of the source,
    asked: float  # [m] and the largest of the goals that are about points


def worst_jerk(places: np.ndarray, allowed: Allowed) -> Jerk | None:
    """The jump of a run that is worth a word, if there is one; ``places`` (F, J, 3) are those of the joints."""
    jumps = jumps_of(places, allowed.run, allowed.first)
    at, joint = (int(k) for k in np.unravel_index(np.argmax(jumps / allowed.whole), jumps.shape))
    share = float(jumps[at, joint] / allowed.whole[joint])
    if share <= _TOLD:
        return None
    before = float(jumps_of(allowed.source, allowed.run, allowed.first)[:, joint].max())
    return Jerk(
        joint, int(allowed.run[0]) - 1 + at, share, float(jumps[at, joint]), before, allowed.whole[joint] - before
    )


def told(jerks: Sequence[Jerk], motion: Motion) -> tuple[str, ...]:
    """The worst of some jerks as notes, and how many more there are."""
    worst = sorted(jerks, key=lambda jerk: -jerk.share)
    more = f"{len(worst) - _MOST} more stretches of the clip jerk." if len(worst) > _MOST else ""
    return (*(_in_words(jerk, motion) for jerk in worst[:_MOST]), *((more,) if more else ()))


def _in_words(jerk: Jerk, motion: Motion) -> str:
    after, before, asked = (length / motion.frame_time**2 for length in (jerk.after, jerk.before, jerk.asked))
    goals = f" and goals of points ask for {asked:.0f}" if asked >= 0.5 else ""
    return (
        f"{motion.skeleton.names[jerk.joint]} jerks at frame {jerk.frame} ({jerk.frame * motion.frame_time:.2f} s): "
        f"{after:.0f} m/s2, where the original has at most {before:.0f}{goals}. "
        "Wishes that fight or come suddenly do that: give them longer ramps, or let a weak one go."
    )
