"""Whether two skeletons are one figure, and what the first difference is."""

from __future__ import annotations

import numpy as np

from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError

_SAME = 1e-3  # of the figure's size: bones that differ by less are one bone, written with other digits


def check_same_figure(first: Skeleton, other: Skeleton, what: str) -> None:
    """Refuse another tree or other bones; ``what`` names the other one. The message has the first difference."""
    for j, (mine, theirs) in enumerate(zip(first.names, other.names, strict=False)):
        if mine != theirs:
            _refuse(what, f"joint {j} is {theirs!r}, and {mine!r} in the first")
        if first.parents[j] != other.parents[j]:
            _refuse(what, f"{mine!r} hangs below {_parent(other, j)}, and below {_parent(first, j)} in the first")
    if len(first) != len(other):
        longer = first if len(first) > len(other) else other
        has = "the first has" if longer is first else "it has"
        _refuse(what, f"{has} {longer.names[min(len(first), len(other))]!r}, which the other does not have")
    _check_bones(first, other, what)


def _check_bones(first: Skeleton, other: Skeleton, what: str) -> None:
    """The root's offset is where it starts, and no bone."""
    apart = np.linalg.norm(first.offsets - other.offsets, axis=1)
    size = float(np.linalg.norm(first.offsets[1:], axis=1).sum()) / 4.0 if len(first) > 1 else 1.0
    far = np.flatnonzero(apart[1:] > _SAME * size) + 1
    if len(far):
        j = int(far[0])
        lengths = (f"{np.linalg.norm(s.offsets[j]) * 1e3:.1f} mm" for s in (other, first))
        _refuse(what, f"the bone to {first.names[j]!r} is {' long, and '.join(lengths)} in the first")


def _parent(skeleton: Skeleton, joint: int) -> str:
    parent = int(skeleton.parents[joint])
    return "nothing" if parent < 0 else repr(skeleton.names[parent])


def _refuse(what: str, difference: str) -> None:
    raise InvalidValueError(
        f"{what} has another skeleton: {difference}. Clips of one figure are needed: bring it onto the first one's "
        "(supple retarget CLIP --to FIRST)."
    )
