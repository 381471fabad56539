"""One person's walk mapped to another: by ``retarget``, and by ``individualise --fit``; judged by a third walk.

All ordered pairs of the seven people of the shared CMU captures who walk twice at least. The source is a person's first
walk; the fit sees the target's first walk only; both results are written, read again, and compared with the target's
second walk, by events that are found anew. Nothing of the second walk is seen by anything before.
"""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.measure import CLIP, Row
from supple.core.motion import Motion
from supple.core.roles import SIDES
from supple.detect.signature.signature import GaitSignature
from supple.io.registry import read, write
from supple.recipes.individualise.individualising import individualise
from supple.recipes.retarget.retargeting import retarget
from supple.recipes.signature import gait, gait_distance

PEOPLE = {"02": ("02_01", "02_02"), "07": ("07_01", "07_02"), "08": ("08_01", "08_02"), "12": ("12_01", "12_02"),
          "16": ("16_15", "16_16"), "35": ("35_01", "35_02"), "39": ("39_01", "39_02")}  # fmt: skip
# Pairs that were looked at while the method was made; the others were not.
SEEN = (("39", "16"), ("16", "39"), ("07", "35"), ("35", "08"), ("08", "07"), ("16", "35"))


def run() -> list[Row]:
    """The medians and how many improve, then every pair."""
    if not CLIP.parent.is_dir():
        return []
    found = {pair: judged(*pair) for pair in permutations(PEOPLE, 2)}
    unseen = {pair: values for pair, values in found.items() if pair not in SEEN}
    listed = [
        (f"{a} to {b}: distance [deg], retarget to fit", f"{v[0]:.2f}", f"{v[1]:.2f}",
         f"knee range off by {v[2]:.1f} to {v[3]:.1f} deg")
        for (a, b), v in found.items()
    ]  # fmt: skip
    return [*_summary(found, "all pairs"), *_summary(unseen, "pairs not looked at before"), *listed]


def judged(source: str, target: str) -> tuple[float, float, float, float]:
    """Distances to the target's second walk and misses of its knee ranges: of retarget and of the fit [deg]."""
    walk, shown, other = (walk_of(name) for name in (PEOPLE[source][0], *PEOPLE[target]))
    real = gait(other)
    plain, own = (gait(again(m)) for m in (retarget(walk, shown).motion, individualise(walk, fit=shown).motion))
    return gait_distance(plain, real), gait_distance(own, real), knee_miss(plain, real), knee_miss(own, real)


def knee_miss(a: GaitSignature, b: GaitSignature) -> float:
    """By how much the ranges of knees differ, mean of left and right [deg]."""
    return float(np.degrees(np.mean([abs(a.leg(s).ranges["knee"] - b.leg(s).ranges["knee"]) for s in SIDES])))


def walk_of(name: str) -> Motion:
    """A captured walk by its name."""
    found = read(CLIP.with_name(f"{name}.bvh"))
    assert isinstance(found, Motion)
    return found


def again(motion: Motion) -> Motion:
    """The motion as it is written."""
    with TemporaryDirectory() as folder:
        write(motion, Path(folder) / "walk.bvh")
        found = read(Path(folder) / "walk.bvh")
    assert isinstance(found, Motion)
    return found


def _summary(found: dict[tuple[str, str], tuple[float, float, float, float]], which: str) -> list[Row]:
    plain, own, knee, own_knee = np.array(list(found.values())).T
    return [
        (f"{which}: median distance [deg]", f"{np.median(own):.2f}", f"{np.median(plain):.2f}",
         f"{np.sum(own < plain)} of {len(own)} are nearer than by retarget"),
        (f"{which}: median miss of the knee's range [deg]", f"{np.median(own_knee):.2f}", f"{np.median(knee):.2f}",
         f"{np.sum(own_knee < knee)} of {len(own)} are nearer than by retarget"),
    ]  # fmt: skip
