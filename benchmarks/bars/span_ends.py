"""Ends of contacts of one movement at two rates, to judge whether detection depends on the rate."""

from __future__ import annotations

import numpy as np

from benchmarks.measure import CLIP
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.io.registry import read
from supple.recipes.detect import detect
from supple.recipes.everyday.resample import resample

CAPTURES = CLIP.parent
JUDGED = ("02_01", "07_01", "35_02", "39_01", "131_04")
OTHERS = (
    "02_03", "07_04", "07_12", "08_02", "08_04", "09_06", "104_16", "12_02", "16_01", "16_11", "16_16", "22_16",
    "35_17", "91_16",
)  # fmt: skip
_ROUNDING = 1e-4  # [s]


def agreement(fps: float, names: tuple[str, ...] = JUDGED) -> tuple[int, int]:
    """How many ends of captures agree with those at ``fps`` within one frame of the lower rate, and how many are."""
    errors: list[float] = []
    for name in names:
        clip = read(CAPTURES / f"{name}.bvh")
        frame = 1.0 / min(fps, clip.fps)
        errors += [error / frame for error in end_errors(clip, fps)]
    within = np.array(errors) <= 1.0 + _ROUNDING * fps
    return int(within.sum()), len(errors)


def end_errors(clip: Motion, fps: float) -> list[float]:
    """Of each end of a clip's contacts how far the same one is at another rate [s]; infinite where there is none."""
    other, errors = resample(clip, fps).motion, []
    spans, others = (_seconds(detect(one), one) for one in (clip, other))
    for point, start, stop in spans:
        same = [s for s in others if s[0] == point and s[1] <= stop and s[2] >= start]  # of one frame, too
        _, first, last = min(same, key=lambda s: abs(s[1] - start) + abs(s[2] - stop), default=(point, np.inf, np.inf))
        errors += [abs(first - start), abs(last - stop)]
    return errors


def _seconds(contacts: Contacts, clip: Motion) -> list[tuple[str, float, float]]:
    rest = clip.rest_rows
    return [(c.point, (c.start - rest) / clip.fps, (c.stop - 1 - rest) / clip.fps) for c in contacts.contacts]
