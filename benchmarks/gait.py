"""Gait signatures of several people: walks of one person against walks of different ones, all pairs.

The clips are all straight and level walks of the shared CMU captures that nobody acts: subjects 02, 05, 06, 07, 08, 12,
16, 35, 39, at whatever pace (07_04 and 08_04 are slow, 02_02 and 07_12 brisk). Left out beforehand: 16_11 veers, 16_17
turns, 91 plays parts. A clip's subject is the number before the underscore.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from benchmarks.measure import CLIP, Row
from supple.detect.signature.signature import GaitSignature
from supple.io.registry import read
from supple.recipes.signature import gait, gait_distance

WALKS = ("02_01", "02_02", "05_01", "06_01", "07_01", "07_02", "07_04", "07_12", "08_01", "08_02", "08_04",
         "12_01", "12_02", "16_15", "16_16", "35_01", "35_02", "39_01", "39_02")  # fmt: skip
OTHER_PACE = ("02_02", "07_04", "07_12", "08_04")


def run() -> list[Row]:
    """The separation of people, then every pair."""
    if not CLIP.parent.is_dir():
        return []
    found = {name: signature(name) for name in WALKS}
    pairs = {pair: gait_distance(found[pair[0]], found[pair[1]]) for pair in combinations(WALKS, 2)}
    own_pace = {pair: d for pair, d in pairs.items() if not {*pair} & {*OTHER_PACE}}
    listed = [(f"{a} and {b}: distance [deg]", f"{d:.2f}", "", "one person" if one_person((a, b)) else "")
              for (a, b), d in sorted(pairs.items(), key=lambda item: item[1])]  # fmt: skip
    return [*_separation(pairs, "any pace"), *_separation(own_pace, "own pace"), *listed]


def signature(name: str) -> GaitSignature:
    """The signature of a CMU capture."""
    return gait(read(CLIP.with_name(f"{name}.bvh")), name=name)


def one_person(pair: tuple[str, str]) -> bool:
    """Whether both clips show the same subject."""
    return pair[0].split("_")[0] == pair[1].split("_")[0]


def split(pairs: dict[tuple[str, str], float]) -> tuple[np.ndarray, np.ndarray]:
    """Distances within persons, and between them [deg]."""
    same = np.array([d for pair, d in pairs.items() if one_person(pair)])
    other = np.array([d for pair, d in pairs.items() if not one_person(pair)])
    return same, other


def auc(same: np.ndarray, other: np.ndarray) -> float:
    """The chance that two walks of one person are nearer than two of different ones."""
    return float(np.mean(same[:, None] < other) + 0.5 * np.mean(same[:, None] == other))


def _separation(pairs: dict[tuple[str, str], float], which: str) -> list[Row]:
    same, other = split(pairs)
    within = f"within {np.median(same):.2f} ({same.min():.2f} to {same.max():.2f}, {len(same)} pairs)"
    between = f"between {np.median(other):.2f} ({other.min():.2f} to {other.max():.2f}, {len(other)} pairs) deg"
    clips = {clip for pair in pairs for clip in pair}
    many = [clip for clip in sorted(clips) if any(one_person((clip, c)) for c in clips - {clip})]
    right = sum(one_person((clip, _nearest(clip, pairs))) for clip in many)
    return [
        (f"{which}: median between people / within", f"{np.median(other) / np.median(same):.2f}", "1",
         f"{within}, {between}"),
        (f"{which}: one person is nearer (AUC)", f"{auc(same, other):.3f}", "0.5", ""),
        (f"{which}: the nearest clip is of the same person", f"{right} of {len(many)}", "", ""),
    ]  # fmt: skip


def _nearest(clip: str, pairs: dict[tuple[str, str], float]) -> str:
    near = {a if b == clip else b: d for (a, b), d in pairs.items() if clip in (a, b)}
    return min(near, key=near.__getitem__)
