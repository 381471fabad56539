"""Limbs that change their length."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from supple.constraints.names import Names
from supple.core.motion import Motion, first_moving_frame
from supple.core.roles import SIDES
from supple.recipes.measures.scene import Scene

_LIMBS = (("hip", "knee", "ankle"), ("shoulder", "elbow", "wrist"))
_SHORT = 1e-3  # [m] nothing shorter is a bone


def stretch_pct(scene: Scene, original: Motion | None) -> tuple[float, float]:
    """How much longer or shorter limbs are than in the same frame of the original: at worst, and on average [%].

    Upper and lower arms and legs count, and the limbs that a roles document adds. Without an original each is compared
    with its own median.
    """
    chains = _chains(scene.names)
    if not chains:
        return 0.0, 0.0
    if original is not None and not all(name in original.skeleton for chain in chains for name in chain):
        original = None  # another figure
    now = _lengths(scene.motion, chains)
    then = np.median(now, axis=0)[None] if original is None else _lengths(original, chains)
    if len(now) > 1 and len(then) > 1:
        frames = min(len(now), len(then))
        now, then = now[:frames], then[:frames]
    change = 100.0 * np.abs(now / np.maximum(then, _SHORT) - 1.0)
    return float(change.max()), float(change.mean())


def _chains(names: Names) -> list[list[str]]:
    """For every part of a limb the joints whose bones it is made of."""
    skeleton, roles = names.skeleton, names.roles
    ends = [
        (roles[f"{side}_{a}"], roles[f"{side}_{b}"])
        for side in SIDES
        for limb in _LIMBS
        for a, b in pairwise(limb)
        if f"{side}_{a}" in roles and f"{side}_{b}" in roles
    ]
    ends += [pair for limb in names.limbs.values() for pair in pairwise(limb)]
    found = []
    for above, below in ends:
        chain, joint = [], skeleton.index(below)
        while joint > skeleton.index(above):
            chain.append(skeleton.names[joint])
            joint = int(skeleton.parents[joint])
        if chain and joint == skeleton.index(above):
            found.append(chain)
    return found


def _lengths(motion: Motion, chains: list[list[str]]) -> np.ndarray:
    """(F, parts) in the frames that count [m]; one row where no bone ever changes."""
    offsets = motion.skeleton.offsets[None] if motion.offsets is None else motion.offsets[first_moving_frame(motion) :]
    bones = np.linalg.norm(offsets, axis=-1)
    numbers = [[motion.skeleton.index(name) for name in chain] for chain in chains]
    return np.stack([bones[:, chain].sum(axis=1) for chain in numbers], axis=1)
