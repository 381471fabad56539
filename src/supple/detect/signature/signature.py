"""The gait signature of a clip: the hip's angle against the knee's over the cycle, and the measures of a stride."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from supple.core.arrays import frozen
from supple.core.roles import SIDES
from supple.detect.signature.cycles import Cycle
from supple.detect.signature.extrema import Extremum, PrincipalAxes, extrema, principal_axes

_LIES = slice(15, 36)  # phases in which a foot lies flat


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LegGait:
    """What one leg does. Angles are those of :mod:`supple.detect.signature.leg_angles` [rad]."""

    side: str
    cycles: tuple[Cycle, ...]
    curves: np.ndarray  # (cycles, 100, 2) hip and knee at phases 0, 0.01, ... [rad]
    ankle: np.ndarray | None  # (cycles, 100) [rad]
    foot: np.ndarray | None  # (cycles, 100) where the foot points, from straight down [rad]
    stride_m: np.ndarray  # (cycles,) from one footprint to the next of the same foot, seen from the ground
    stride_s: np.ndarray  # (cycles,)
    stance: np.ndarray  # (cycles,) share of the cycle in which the foot stands; NaN where its leaving is not seen
    hip_speed: np.ndarray  # (cycles, 100) of the hips over the ground [m/s]

    @property
    def curve(self) -> np.ndarray:
        """(100, 2) the mean over the cycles [rad]."""
        return frozen(np.mean(self.curves, axis=0))

    @property
    def roll(self) -> np.ndarray | None:
        """(100,) by how much the toes are higher than where the foot lies, in the mean over the cycles [rad].

        A foot lies as it does in the middle of its stance, from 0.15 to 0.35 of the cycle.
        """
        if self.foot is None:
            return None
        return np.asarray(self.foot.mean(axis=0) - self.lying)

    @property
    def lying(self) -> float:
        """Where the foot points when it lies flat, from straight down [rad]; NaN where it points nowhere."""
        return float("nan") if self.foot is None else float(np.median(self.foot.mean(axis=0)[_LIES]))

    @property
    def ranges(self) -> dict[str, float]:
        """How far hip, knee and ankle go, on the mean curve [rad]."""
        found = dict(zip(("hip", "knee"), np.ptp(self.curve, axis=0).tolist(), strict=True))
        return found if self.ankle is None else {**found, "ankle": float(np.ptp(self.ankle.mean(axis=0)))}

    @property
    def hip_extrema(self) -> tuple[Extremum, ...]:
        """Where the hip turns round."""
        return extrema(self.curve[:, 0])

    @property
    def knee_extrema(self) -> tuple[Extremum, ...]:
        """Where the knee turns round: in most walks twice in stance and twice in the swing."""
        return extrema(self.curve[:, 1])

    @property
    def axes(self) -> PrincipalAxes:
        """The principal axes of hip against knee."""
        return principal_axes(self.curve)

    @property
    def spread(self) -> float:
        """How far cycles are from their mean: root mean square over phases, of hip and knee together [rad]."""
        return float(np.sqrt(np.mean(np.sum((self.curves - self.curve) ** 2, axis=2))))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GaitSignature:
    """What the legs of a clip do; at least one of them has a whole cycle."""

    name: str
    left: LegGait | None
    right: LegGait | None

    @property
    def legs(self) -> tuple[LegGait, ...]:
        """The legs that have cycles."""
        return tuple(leg for leg in (self.left, self.right) if leg is not None)

    def leg(self, side: str) -> LegGait:
        """A leg, or the other one where this has no whole cycle."""
        own, other = (self.left, self.right) if side == SIDES[0] else (self.right, self.left)
        found = other if own is None else own
        assert found is not None
        return found

    @property
    def stride_s(self) -> float:
        """Mean time of a stride [s]."""
        return float(np.mean(np.concatenate([leg.stride_s for leg in self.legs])))

    @property
    def stride_m(self) -> float:
        """Mean length of a stride, which is two steps [m]."""
        return float(np.mean(np.concatenate([leg.stride_m for leg in self.legs])))

    @property
    def cadence(self) -> float:
        """Steps per minute."""
        return 120.0 / self.stride_s

    @property
    def hip_speed(self) -> float:
        """Mean speed of the hips over the ground [m/s]."""
        return float(np.mean(np.concatenate([leg.hip_speed.mean(axis=1) for leg in self.legs])))

    def as_table(self) -> dict[str, object]:
        """For machines: degrees, metres, seconds."""
        from supple.detect.signature.distance import asymmetry

        return {
            "clip": self.name,
            "stride_m": self.stride_m,
            "stride_s": self.stride_s,
            "cadence_per_min": self.cadence,
            "hip_speed_m_s": self.hip_speed,
            "asymmetry_deg": None if (odd := asymmetry(self)) is None else np.degrees(odd).item(),
            "symmetry": self.symmetry,
            **{leg.side: dict(_leg_table(leg)) for leg in self.legs},
        }

    @property
    def symmetry(self) -> dict[str, float]:
        """Left less right, as a share of their mean: 0 is even."""
        if self.left is None or self.right is None:
            return {}
        pairs = {
            "stride_m": (self.left.stride_m.mean(), self.right.stride_m.mean()),
            "stride_s": (self.left.stride_s.mean(), self.right.stride_s.mean()),
            "stance": (_seen_mean(self.left.stance), _seen_mean(self.right.stance)),
            **{f"{joint}_range": (value, self.right.ranges.get(joint, np.nan)) for joint, value in
               self.left.ranges.items()},
        }  # fmt: skip
        return {name: float(2.0 * (a - b) / (a + b)) if a + b else float("nan") for name, (a, b) in pairs.items()}


def _leg_table(leg: LegGait) -> Iterator[tuple[str, object]]:
    axes = leg.axes
    yield "cycles", [[c.start, c.stop] for c in leg.cycles]
    yield "stride_m", float(leg.stride_m.mean())
    yield "stride_s", float(leg.stride_s.mean())
    yield "stance_share", _seen_mean(leg.stance)
    yield "hip_speed_m_s", [float(leg.hip_speed.mean(axis=0).min()), float(leg.hip_speed.mean(axis=0).max())]
    yield "range_deg", {joint: np.degrees(value).item() for joint, value in leg.ranges.items()}
    for joint, found in (("hip", leg.hip_extrema), ("knee", leg.knee_extrema)):
        yield (
            f"{joint}_extrema",
            [{"kind": e.kind, "phase": e.phase, "deg": np.degrees(e.angle).item()} for e in found],
        )
    yield (
        "principal_axes",
        {
            "centre_deg": np.degrees(axes.centre).tolist(),
            "directions": axes.directions.tolist(),
            "spreads_deg": np.degrees(axes.spreads).tolist(),
        },
    )
    yield "spread_deg", np.degrees(leg.spread).item()
    yield "curve_deg", np.degrees(leg.curve).round(4).tolist()


def _seen_mean(values: np.ndarray) -> float:
    seen = values[np.isfinite(values)]
    return float(seen.mean()) if len(seen) else float("nan")
