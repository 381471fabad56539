"""Arms and legs by topology and proportions, for names that say nothing.

A body is a trunk with two pairs of long branches of equal length. On each of them the three joints are chosen
whose distances fit a human limb best.
"""

from __future__ import annotations

from itertools import combinations
from math import log

import numpy as np

from supple.core.roles.named import Limb
from supple.core.roles.tree import Tree

_LONG = 0.30  # share of the figure's longest path down that a limb has at least
_ALIKE = 0.15  # difference in length of a pair, as a share
_MAX_CHAIN = 24  # joints on a human limb, twist helpers and fingers included

# For every limb: log of lower / upper bone and how far it varies, largest sensible tip / lower bone.
_ARM = (-0.15, 0.25, 0.95)
_LEG = (0.02, 0.18, 0.75)


def shaped_limbs(tree: Tree) -> dict[str, Limb]:
    """Limbs as ``first_arm``, ``second_arm``, ``first_leg``, ``second_leg``; sides are not known yet."""
    pairs = _pairs(tree)
    limbs: dict[str, Limb] = {}
    legs, arms = _legs_and_arms(tree, pairs)
    for kind, pair in (("leg", legs), ("arm", arms)):
        for order, top in zip(("first", "second"), pair, strict=False):
            limb = limb_on(tree, top, kind)
            if limb:
                limbs[f"{order}_{kind}"] = limb
    return limbs


def limb_on(tree: Tree, top: int, kind: str) -> Limb:
    """The joints of an arm or leg on the longest path that starts at ``top``."""
    line = tree.farthest(top)
    if len(line) < 3 or len(line) > _MAX_CHAIN:
        return {}
    ratio, spread, tip = _LEG if kind == "leg" else _ARM
    along = [0.0]
    for j in line[1:]:
        along.append(along[-1] + tree.lengths[j])
    swing, bends = _swings(tree, top, line), _bends(tree, line, along)
    best: tuple[float, tuple[int, int, int]] | None = None
    for a, b, c in combinations(range(len(line)), 3):
        upper, lower, rest = along[b] - along[a], along[c] - along[b], along[-1] - along[c]
        if min(upper, lower) < 0.15 * along[-1] or tree.ends[line[b]]:
            continue
        cost = ((log(lower / upper) - ratio) / spread) ** 2
        cost += (max(0.0, rest / lower - tip) / 0.2) ** 2 + (max(0.0, along[a] / upper - 0.8) / 0.2) ** 2
        branching = sum(len(tree.children[j]) > 1 for j in (*line[a + 1 : b], *line[b + 1 : c]))
        cost += (
            0.6 * (c - a - 2) + 2.0 * branching + 0.5 * tree.ends[line[c]] + 2.0 * (1.0 - (upper + lower) / along[-1])
        )
        # The middle joint swings with the limb; one that keeps its distance to the trunk is a shoulder or a hip.
        cost += 10.0 * max(0.0, 0.35 - swing[b] / swing[c]) if swing[c] > 0.02 * along[-1] else 0.0
        cost += float(bends[a, b] + bends[b, c])
        if best is None or cost < best[0]:
            best = (cost, (a, b, c))
    return {} if best is None else _limb(tree, line, best[1], kind)


def _limb(tree: Tree, line: list[int], chosen: tuple[int, int, int], kind: str) -> Limb:
    a, b, c = chosen
    if kind == "leg":
        limb = {"hip": line[a], "knee": line[b], "ankle": line[c]}
        toes = [
            j for j in line[c + 1 : -1] if tree.length(tree.path(line[c], j)) > 0.1 * tree.distance(line[b], line[c])
        ]
        return {**limb, "ball": toes[0]} if toes else limb
    limb = {"shoulder": line[a], "elbow": line[b], "wrist": line[c]}
    return {"clavicle": line[0], **limb} if a > 0 else limb


def _bends(tree: Tree, line: list[int], along: list[float]) -> np.ndarray:
    """(L, L) how much each would-be bone between two joints of the line bends or stretches: it must not."""
    p = tree.positions[:, line]
    gaps = p[:, :, None] - p[:, None]
    straight = np.median(np.sqrt(np.einsum("nabi,nabi->nab", gaps, gaps)), axis=0)
    whole = np.abs(np.subtract.outer(along, along))
    return 40.0 * np.maximum(0.0, 1.0 - straight / np.maximum(whole, 1e-300)) * (whole > 0.0)


def _swings(tree: Tree, top: int, line: list[int]) -> list[float]:
    """How much the distance of each joint to the trunk varies over the frames."""
    trunk = tree.parents[max(tree.parents[top], 0)] if tree.parents[top] > 0 else 0
    gaps = tree.positions[:, line] - tree.positions[:, [trunk]]
    return np.std(np.sqrt(np.einsum("nji,nji->nj", gaps, gaps)), axis=0).tolist()


def _pairs(tree: Tree) -> list[tuple[int, int]]:
    """Pairs of long branches of equal length that start at one joint, from the root down."""
    pairs = []
    for children in tree.children:
        if not 2 <= len(children) <= 12:
            continue
        full = {c: tree.lengths[c] + tree.reach[c] for c in children if tree.children[c]}
        long = sorted((c for c in full if full[c] > _LONG * tree.size), key=lambda c: full[c])
        likely = [
            (abs(full[a] - full[b]) / full[b] + 0.5 * _unlike(tree, a, b), a, b)
            for a, b in combinations(long, 2)
            if abs(full[a] - full[b]) < _ALIKE * full[b]
        ]
        taken: set[int] = set()
        for _, a, b in sorted(likely):
            if not taken & {a, b}:
                taken |= {a, b}
                pairs.append((min(a, b), max(a, b)))
    return pairs


def _unlike(tree: Tree, a: int, b: int) -> float:
    """How differently two branches are built: joints and first bones."""
    na, nb = tree.stops[a] - a, tree.stops[b] - b
    first = abs(tree.lengths[a] - tree.lengths[b]) / max(tree.lengths[a], tree.lengths[b], 1e-300)
    return abs(na - nb) / max(na, nb) + first


def _legs_and_arms(tree: Tree, pairs: list[tuple[int, int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Legs hang from the joint nearer to the root, arms from one further up the trunk."""
    if not pairs:
        return (), ()
    if len(pairs) == 1:
        return _alone(tree, pairs[0])
    for low, high in combinations(pairs, 2):
        if any(tree.below(high[0], top) for top in low):
            continue
        low_base, high_base = tree.parents[low[0]], tree.parents[high[0]]
        if low_base != high_base and tree.below(high_base, low_base):
            return low, high
        # All four from one joint, or from two branches of the trunk: legs have the longer bones.
        return (low, high) if _bone(tree, low) >= _bone(tree, high) else (high, low)
    return (), ()


def _alone(tree: Tree, pair: tuple[int, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """One pair only: an upper body has a head above its arms, a lower body has nothing beside its legs."""
    base = tree.parents[pair[0]]
    others = [c for c in tree.children[base] if c not in pair and tree.reach[c] + tree.lengths[c] > 0.1 * tree.size]
    return ((), pair) if others and base != 0 else (pair, ())


def _bone(tree: Tree, pair: tuple[int, int]) -> float:
    return max(tree.lengths[j] for j in tree.farthest(pair[0])[1:] or [pair[0]])
