"""The joint tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from supple.core import quaternions
from supple.core.arrays import frozen, rebuilt, sealed
from supple.core.freedom import BALL, FIXED, Freedom
from supple.errors import InvalidValueError, ShapeError, UnknownJointError


@dataclass(frozen=True, slots=True, eq=False)
class Skeleton:
    """A joint tree in its rest pose. Lengths in metres.

    Checked on construction, so that no reader has to check again: names are unique and not empty;
    ``parents[0] == -1`` and ``0 <= parents[j] < j`` for the rest; joints stand depth first, so that every
    subtree is one contiguous block; end sites have no children; arrays are finite and read-only.
    """

    names: tuple[str, ...]
    parents: np.ndarray  # (J,) int64
    offsets: np.ndarray  # (J, 3) origin of each joint in its parent's frame at rest [m]
    end_sites: np.ndarray = None  # type: ignore[assignment]  # (J,) bool: tips of bones, which never turn
    rest_rotations: np.ndarray = None  # type: ignore[assignment]  # (J, 4) local rotations of the rest pose
    freedoms: tuple[Freedom, ...] = ()
    _index: dict[str, int] = field(init=False, repr=False)

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        put("names", tuple(_plain(name) for name in self.names))
        count = len(self.names)
        put("parents", sealed(self.parents, (count,), "parents", np.int64))
        put("offsets", sealed(self.offsets, (count, 3), "offsets"))
        ends = np.zeros(count, bool) if self.end_sites is None else self.end_sites
        put("end_sites", sealed(ends, (count,), "end_sites", np.bool_))
        rest = quaternions.identity(count) if self.rest_rotations is None else self.rest_rotations
        put("rest_rotations", sealed(rest, (count, 4), "rest_rotations"))
        put("freedoms", tuple(self.freedoms) or tuple(FIXED if end else BALL for end in self.end_sites))
        put("_index", {name: j for j, name in enumerate(self.names)})
        _check(self)

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"<Skeleton: {self.names[0]!r} and {len(self) - 1} more, {int(self.end_sites.sum())} of them end sites>"

    def index(self, name: str) -> int:
        """The number of the joint called ``name``."""
        if name not in self._index:
            raise UnknownJointError(name, self.names)
        return self._index[name]

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def children(self, joint: int) -> tuple[int, ...]:
        """The joints that hang directly below ``joint``, end sites included."""
        return tuple(int(j) for j in np.flatnonzero(self.parents == joint))

    @property
    def joint_count(self) -> int:
        """Joints without the end sites."""
        return len(self) - int(self.end_sites.sum())

    @property
    def dof_count(self) -> int:
        """Degrees of freedom: three for the travelling root, and those of every joint."""
        return 3 + sum(f.count for f in self.freedoms)

    def subtree_stops(self) -> np.ndarray:
        """(J,) for every joint the index just past its subtree, which is ``[j, stop)``."""
        parents, stops = self.parents.tolist(), list(range(1, len(self) + 1))
        for j in range(len(self) - 1, 0, -1):
            stops[parents[j]] = max(stops[parents[j]], stops[j])
        return frozen(np.array(stops, dtype=np.int64))

    def levels(self) -> list[np.ndarray]:
        """The joints one, two, ... bones below the root: what is posed from the root on can be posed level by level."""
        depths = [0] * len(self)
        for j, parent in enumerate(self.parents.tolist()[1:], 1):
            depths[j] = depths[parent] + 1
        depth = np.array(depths)
        return [np.flatnonzero(depth == k) for k in range(1, int(depth.max()) + 1)]

    def scaled(self, factor: float) -> Skeleton:
        """The same tree with every bone ``factor`` times as long."""
        return replace(self, offsets=self.offsets * factor)


def _plain(name: object) -> str:
    """A joint name as plain text; NumPy's own strings become Python's."""
    if not isinstance(name, str):
        raise InvalidValueError(f"a joint name is text; got {name!r}.")
    return str(name).encode("utf-8", "backslashreplace").decode("utf-8")  # half a character can be written nowhere


def depth_first(parents: Sequence[int] | np.ndarray) -> list[int]:
    """An order that puts every subtree in one block and keeps the order of siblings.

    ``order[k]`` is the old number of the joint that becomes number ``k``. The tree may be listed in
    any order; exactly one parent is -1 and there are no cycles, else :class:`InvalidValueError`.
    """
    children: list[list[int]] = [[] for _ in parents]
    roots: list[int] = []
    for j, parent in enumerate(parents):
        (children[parent] if parent >= 0 else roots).append(j)
    if len(roots) != 1:
        raise InvalidValueError(f"a skeleton has one root; found {len(roots)}.")
    order, stack = [], [roots[0]]
    while stack:
        joint = stack.pop()
        order.append(joint)
        stack.extend(reversed(children[joint]))
    if len(order) != len(children):
        raise InvalidValueError("the joints form a cycle: some are their own ancestors.")
    return order


def _check(skeleton: Skeleton) -> None:
    names = skeleton.names
    if not names:
        raise InvalidValueError("a skeleton needs at least one joint.")
    if len(skeleton._index) != len(names):
        twice = next(n for j, n in enumerate(names) if skeleton._index[n] != j)
        raise InvalidValueError(f"joint names must be unique; {twice!r} occurs more than once.")
    if "" in skeleton._index:
        raise InvalidValueError("a joint name is empty.")
    if not all(isinstance(freedom, Freedom) for freedom in skeleton.freedoms):
        raise InvalidValueError("freedoms must be Freedom values, one per joint.")
    if len(skeleton.freedoms) != len(names):
        raise ShapeError(f"freedoms must have one entry per joint; got {len(skeleton.freedoms)} for {len(names)}.")
    if not np.isfinite(skeleton.offsets).all():
        raise InvalidValueError(f"the offset of {names[_first_bad(skeleton.offsets)]!r} is not finite.")
    norms = np.sum(skeleton.rest_rotations**2, axis=1)
    if not np.all(np.abs(norms - 1.0) < 1e-6):
        raise InvalidValueError(
            f"the rest rotation of {names[int(np.argmax(abs(norms - 1)))]!r} is not a unit quaternion."
        )
    _check_tree(skeleton)


def _check_tree(skeleton: Skeleton) -> None:
    parents, names = skeleton.parents.tolist(), skeleton.names
    if parents[0] != -1:
        raise InvalidValueError(f"the first joint must be the root with parent -1; got {parents[0]}.")
    branch: list[int] = [0]
    for j in range(1, len(parents)):
        if not 0 <= parents[j] < j:
            raise InvalidValueError(f"joint {names[j]!r} ({j}) must come after its parent; its parent is {parents[j]}.")
        if skeleton.end_sites[parents[j]]:
            raise InvalidValueError(f"end site {names[parents[j]]!r} cannot have a child, but {names[j]!r} is one.")
        while branch and branch[-1] != parents[j]:
            branch.pop()
        if not branch:
            raise InvalidValueError(f"joints must stand depth first; {names[j]!r} comes after its branch was left.")
        branch.append(j)


def _first_bad(rows: np.ndarray) -> int:
    return int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
