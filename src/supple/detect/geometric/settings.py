"""What a person can choose about geometric constraints."""

from __future__ import annotations

from dataclasses import dataclass, fields

from supple.core.contacts import GeometricKind
from supple.detect.geometric.connection import Tolerance
from supple.errors import InvalidValueError

KINDS: tuple[GeometricKind, ...] = ("space", "line", "point")


@dataclass(frozen=True, slots=True, kw_only=True)
class GeometricSettings:
    """How pieces are joined and which of them count. Lengths are for a person of 1.75 m, and scale with the figure.

    The thesis gives ``bridge_s`` (10 frames at 25 fps) and ``bridge_m`` as an illustration and no value of the others.
    """

    robust: bool = True  # thresholds by least median of squares; False: the largest value of a template
    bridge_s: float = 0.4  # [s] longest interruption of what comes back to the very same place
    bridge_m: float = 0.10  # [m] from here on nothing is bridged
    same_m: float = 0.03  # [m] two lines nearer than this may be the same, or meet
    same_deg: float = 15.0  # two lines that enclose less are parallel
    min_duration_s: float = 0.12  # what is shorter is left out, as is what lasts less than three frames
    kinds: tuple[GeometricKind, ...] = KINDS  # which are reported
    size_m: float | None = None  # height of the figure; None: measured from the pose

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, float | int) and not isinstance(value, bool) and not 0.0 < value < float("inf"):
                raise InvalidValueError(f"{field.name} must be a positive number; got {value}.")
        if unknown := [kind for kind in self.kinds if kind not in KINDS]:
            raise InvalidValueError(
                f"there is no kind {unknown[0]!r} of geometric constraint. Known: {', '.join(KINDS)}."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """The settings as they apply to one clip: frames and metres."""

    lag: int  # [frames] from the first to the second pose of a displacement
    tolerance: Tolerance  # of interruptions
    same: float  # [m]
    same_cos: float  # of the angle between two parallel lines
    min_frames: int
    scale: float  # size of the figure by the reference

    @property
    def bridge(self) -> float:
        """From here on nothing is bridged [m]."""
        return self.tolerance.distance


DEFAULT = GeometricSettings()
