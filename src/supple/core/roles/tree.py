"""Questions about a joint tree, answered from lists made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from supple.core.skeleton import Skeleton

_ZERO = 1e-3  # a bone shorter than this share of the longest path is no bone


@dataclass(frozen=True, slots=True, eq=False)
class Branches:
    """What hangs below what, and where it is in the poses looked at."""

    parents: list[int]
    stops: list[int]  # the subtree of j is [j, stops[j])
    positions: np.ndarray  # (n, J, 3)

    def below(self, joint: int, ancestor: int) -> bool:
        """Whether ``joint`` is ``ancestor`` or hangs anywhere below it."""
        return ancestor <= joint < self.stops[ancestor]

    def path(self, top: int, joint: int) -> list[int]:
        """The joints from ``top`` down to ``joint``, both included; ``joint`` hangs below ``top``."""
        line = [joint]
        while line[-1] != top:
            line.append(self.parents[line[-1]])
        return line[::-1]

    def meeting(self, joints: Iterable[int]) -> int:
        """The lowest joint that all of ``joints`` hang below (or are)."""
        group = list(joints)
        top = min(group)
        while not all(self.below(j, top) for j in group):
            top = self.parents[top]
        return top

    def topmost(self, joints: list[int]) -> list[int]:
        """Of ``joints`` in their order, those that hang below none of the others."""
        found: list[int] = []
        for j in joints:
            if not found or not self.below(j, found[-1]):
                found.append(j)
        return found

    def lowest(self, joints: list[int]) -> list[int]:
        """Of ``joints`` in their order, those that have none of the others below them."""
        # Depth first, so what hangs below a joint comes right after it.
        return [j for k, j in enumerate(joints) if k + 1 == len(joints) or not self.below(joints[k + 1], j)]

    def distance(self, a: int, b: int) -> float:
        """Median distance of two joints over the frames."""
        gaps = self.positions[:, a] - self.positions[:, b]
        return float(np.median(np.sqrt(np.einsum("ni,ni->n", gaps, gaps))))

    def bones(self, joints: list[int]) -> list[float]:
        """How far joints are from their parents, median over the frames; 0 for the root."""
        gaps = self.positions[:, joints] - self.positions[:, [max(0, self.parents[j]) for j in joints]]
        return [float(x) for x in np.median(np.sqrt(np.einsum("nji,nji->nj", gaps, gaps)), axis=0)]


@dataclass(frozen=True, slots=True, eq=False)
class Tree(Branches):
    """A skeleton with the lengths its bones have in the poses looked at."""

    names: tuple[str, ...]
    children: list[list[int]]
    lengths: list[float]  # from the parent, median over the frames
    depths: list[float]  # length of the path from the root down to the joint
    reach: list[float]  # length of the longest path down from the joint
    ends: list[bool]
    size: float  # reach of the first joint that branches: a root that stays behind does not count

    def length(self, line: list[int]) -> float:
        """Length along a path of joints, from the first to the last."""
        return sum(self.lengths[j] for j in line[1:])

    def farthest(self, joint: int, skip: Callable[[int], bool] = lambda _: False) -> list[int]:
        """The longest path down from ``joint`` (first) to a tip (last), without subtrees to skip.

        Joints at the very end that sit on their parent add nothing and are left out.
        """
        line = [joint]
        while below := [c for c in self.children[line[-1]] if not skip(c)]:
            line.append(max(below, key=lambda c: (self.lengths[c] + self.reach[c], -c)))
        while len(line) > 1 and self.lengths[line[-1]] <= self.short:
            line.pop()
        return line

    @property
    def short(self) -> float:
        """A length that counts as none."""
        return _ZERO * self.size


def branches_of(skeleton: Skeleton, positions: np.ndarray) -> Branches:
    """The branches of a skeleton in world positions (n, J, 3)."""
    return Branches(skeleton.parents.tolist(), skeleton.subtree_stops().tolist(), positions)


def tree_of(skeleton: Skeleton, positions: np.ndarray) -> Tree:
    """The tree of a skeleton with bone lengths as seen in world positions (n, J, 3)."""
    branches = branches_of(skeleton, positions)
    parents, lengths = branches.parents, branches.bones(list(range(len(skeleton))))
    children: list[list[int]] = [[] for _ in parents]
    depths, reach = [0.0] * len(parents), [0.0] * len(parents)
    for j in range(len(parents) - 1, 0, -1):
        reach[parents[j]] = max(reach[parents[j]], lengths[j] + reach[j])
    for j in range(1, len(parents)):
        children[parents[j]].append(j)
        depths[j] = depths[parents[j]] + lengths[j]
    base = 0
    while len(children[base]) == 1:
        base = children[base][0]
    return Tree(
        parents,
        branches.stops,
        positions,
        skeleton.names,
        children,
        lengths,
        depths,
        reach,
        skeleton.end_sites.tolist(),
        reach[base] or reach[0],
    )
