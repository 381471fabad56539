"""How a joint may turn, and how far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from supple.core.arrays import frozen, rebuilt, sealed
from supple.errors import InvalidValueError

Kind = Literal["ball", "universal", "hinge", "fixed"]
_KINDS: tuple[Kind, ...] = ("fixed", "hinge", "universal", "ball")
_UNIT = 1e-6  # how far the squared length of an axis may be from one


def _no_axes() -> np.ndarray:
    return frozen(np.zeros((0, 3)))


def _no_limits() -> np.ndarray:
    return frozen(np.zeros((0, 2)))


@dataclass(frozen=True, slots=True, eq=False)
class Freedom:
    """The degrees of freedom of one joint.

    ``axes`` are unit vectors in the joint's frame at rest; the joint's rotation is the product of
    turns about them *in the order listed* (``R(axes[0]) R(axes[1]) ...``), on top of the rest
    rotation. A ball joint whose file states no axes has none: it turns any way.
    """

    kind: Kind
    axes: np.ndarray = field(default_factory=_no_axes)  # (n, 3)
    limits: np.ndarray = field(default_factory=_no_limits)  # (n, 2) [rad], -inf/inf where there is none; or (0, 2)

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        object.__setattr__(self, "axes", sealed(self.axes, ("n", 3), "axes"))
        object.__setattr__(self, "limits", sealed(self.limits, ("n", 2), "limits"))
        if self.kind not in _KINDS:
            raise InvalidValueError(f"there is no {self.kind!r} joint. Known: {', '.join(_KINDS)}.")
        if len(self.limits) not in (0, len(self.axes)):
            raise InvalidValueError(f"{len(self.limits)} limits for {len(self.axes)} axes; give one pair for each.")
        if len(self.axes) not in (0, self.count):
            raise InvalidValueError(f"a {self.kind} joint cannot have {len(self.axes)} axes.")
        if not (np.abs(np.sum(self.axes**2, axis=1) - 1.0) < _UNIT).all():
            raise InvalidValueError(f"axes must be unit vectors; got {self.axes.tolist()}.")
        if not (self.limits[:, 0] <= self.limits[:, 1]).all():
            raise InvalidValueError(f"limits must be pairs (low, high) [rad]; got {self.limits.tolist()}.")

    @property
    def count(self) -> int:
        """Degrees of freedom: 0 to 3."""
        return _KINDS.index(self.kind)

    @property
    def limited(self) -> bool:
        """Whether any direction has a stated range."""
        return bool(np.isfinite(self.limits).any())


def about(axes: np.ndarray, limits: np.ndarray | None = None) -> Freedom:
    """The freedom to turn about the listed axes, ``(n, 3)`` with n from 0 to 3."""
    if len(axes) >= len(_KINDS):
        raise InvalidValueError(f"a joint turns about three axes at most; got {len(axes)}.")
    return Freedom(_KINDS[len(axes)], axes, _no_limits() if limits is None else limits)


BALL = Freedom("ball")
FIXED = Freedom("fixed")
