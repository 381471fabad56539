"""Who walks: the bodies and styles of n walkers as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from supple.core.arrays import rebuilt
from supple.io.documents.style import Style
from supple.recipes.gait import SWAY
from supple.recipes.walker.curves import TABLE
from supple.recipes.walker.figure import WalkerFigure
from supple.recipes.walker.stiffness import with_pelvis_helping
from supple.recipes.walker.upper import UpperBody, procedural_upper
from supple.solvers.weighted import Chain, stacked

_SIDES = ("left", "right")
_TRAILING = 0.475  # of the leg, behind hips that sink by an eighth of it: the rest of the longest step
_ANKLE = np.radians(85.0)
_FASTEST = 3.2  # steps in a second


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Cohort:
    """n walkers; numbers of one walker stand in one row. Lengths in metres."""

    figures: tuple[WalkerFigure, ...]
    which: np.ndarray  # (n,) the figure of each walker
    steps: np.ndarray  # (n,) of a step at the style's speed, both sides' mean before factors
    speeds: np.ndarray  # (n,) [m/s]
    lengths: np.ndarray  # (n, 2) factors of the steps of left and right
    heights: np.ndarray  # (n, 2) factors of how much the feet roll and rise
    paces: np.ndarray  # (n, 2) factors of the speed
    half_widths: np.ndarray  # (n,)
    toe_out: np.ndarray  # (n,) [rad]
    bobs: np.ndarray  # (n,)
    sways: np.ndarray  # (n,)
    fatigue: np.ndarray  # (n,) per second
    weights: np.ndarray  # (n, 2, 3) of hip, knee and ankle
    sizes: np.ndarray  # (n,)
    legs: np.ndarray  # (n,) length of the leg
    shapes: np.ndarray  # (n, 2, 4)
    hip_offsets: np.ndarray  # (n, 2, 3)
    reaches: np.ndarray  # (n, 2)
    tables: np.ndarray  # (S, P, J, 4)
    neutrals: np.ndarray  # (S, J, 4)
    styles: np.ndarray  # (n,) which of the tables
    extra: np.ndarray  # (n, K) heights over the flight
    notes: tuple[str, ...] = ()

    __reduce__ = rebuilt

    def __len__(self) -> int:
        return len(self.which)

    @property
    def limping(self) -> np.ndarray:
        """(n,) bool: whose sides differ, or whose joints are stiff."""
        sides = np.stack([self.lengths, self.heights, self.paces])
        return np.asarray((np.ptp(sides, axis=2) > 0.0).any(axis=0) | (self.weights < 1.0).any(axis=(1, 2)))


def cohort(
    figures: Sequence[WalkerFigure],
    styles: Sequence[Style],
    *,
    uppers: Sequence[UpperBody | None] = (),
    extra: np.ndarray | None = None,
) -> Cohort:
    """n walkers with a figure and a style each; steps and speeds that the legs do not allow are cut, and told."""
    n = len(styles)
    kinds = _unique(figures)
    which = np.array([kinds[0].index(id(figure)) for figure in figures])
    notes: list[str] = []
    paced = [_paced(figure, style, notes) for figure, style in zip(figures, styles, strict=True)]
    tables, of = _tables(figures, styles, uppers or (None,) * n)
    sizes = np.array([figure.size for figure in figures])
    side = lambda key: np.array([[getattr(style.side(s), key) for s in _SIDES] for style in styles])  # noqa: E731
    gait = lambda key: np.array([getattr(style.gait, key) for style in styles])  # noqa: E731
    return Cohort(
        figures=tuple(kinds[1]),
        which=which,
        steps=np.array([step for step, _ in paced]),
        speeds=np.array([speed for _, speed in paced]),
        lengths=side("length"),
        heights=side("height") * gait("lift")[:, None],
        paces=side("speed"),
        half_widths=0.5 * gait("width") * sizes,
        toe_out=np.radians(gait("toe_out_deg")),
        bobs=gait("bob"),
        sways=SWAY * gait("hip_swing") * sizes,
        fatigue=gait("fatigue") / 60.0,
        weights=np.array([[style.weights.of(s) for s in _SIDES] for style in styles]),
        sizes=sizes,
        legs=np.array([figure.leg for figure in figures]),
        shapes=np.array([figure.shapes for figure in figures]),
        hip_offsets=np.array([figure.hip_offsets for figure in figures]),
        reaches=np.array([figure.reaches for figure in figures]),
        tables=np.stack([upper.table for upper in tables]),
        neutrals=np.stack([upper.neutral for upper in tables]),
        styles=of,
        extra=np.zeros((n, TABLE)) if extra is None else extra,
        notes=tuple(dict.fromkeys(notes)),
    )


def repeated(one: Cohort, count: int) -> Cohort:
    """The only walker of a cohort, many times."""
    shared = {"figures", "tables", "neutrals", "notes"}
    rows = (f.name for f in fields(one) if f.name not in shared)
    each: dict[str, Any] = {name: np.repeat(getattr(one, name), count, axis=0) for name in rows}
    return replace(one, **each)


def leg_chains(group: Cohort) -> tuple[Chain, Chain]:
    """The chains of all legs, left and right of each walker in turn: hip and knee, and hip to ankle.

    choice: feet roll as they were planned, so ankles have room for it.
    """
    full = stacked([chain for k in group.which for chain in group.figures[k].chains])
    for turn in ("flexion", "abduction", "twist"):
        full = full.with_limits(f"ankle {turn}", -_ANKLE, _ANKLE)
    return full.shortened(2), full


def longest_step(figure: WalkerFigure) -> float:
    """Half a leg ahead of the hips, and as far behind them as hips that sink by an eighth let the other leg be [m]."""
    return (0.5 + _TRAILING) * figure.leg


def _paced(figure: WalkerFigure, style: Style, notes: list[str]) -> tuple[float, float]:
    wanted, speed = style.gait.step * figure.size, style.gait.speed * np.sqrt(figure.size)
    longest = longest_step(figure) / max(1.0, style.left.length, style.right.length)
    step = min(wanted, longest)
    if wanted > longest:
        notes.append(f"a step of {wanted:.2f} m is longer than these legs allow; it was shortened to {step:.2f} m.")
    if speed > _FASTEST * step:
        notes.append(
            f"a speed of {speed:.2f} m/s with steps of {step:.2f} m is no walk; it was reduced to "
            f"{_FASTEST * step:.2f} m/s."
        )
    return step, min(speed, _FASTEST * step)


def _unique(figures: Sequence[WalkerFigure]) -> tuple[list[int], list[WalkerFigure]]:
    kept = list({id(figure): figure for figure in figures}.values())
    return [id(figure) for figure in kept], kept


def _tables(
    figures: Sequence[WalkerFigure], styles: Sequence[Style], given: Sequence[UpperBody | None]
) -> tuple[list[UpperBody], np.ndarray]:
    """Each different upper body once: bodies differ in lengths alone, so those of the same style share one."""
    known: dict[object, int] = {}
    found: list[UpperBody] = []
    of = np.zeros(len(styles), np.int64)
    for w, (figure, style, upper) in enumerate(zip(figures, styles, given, strict=True)):
        own = id(upper) if upper is not None else (style.gait.hip_swing, style.gait.arm_swing)
        key = own, style.weights.of("left"), style.weights.of("right")
        if key not in known:
            known[key] = len(found)
            table = upper or procedural_upper(figure.skeleton, style.gait)
            found.append(with_pelvis_helping(table, figure.skeleton, figure.legs, style.weights))
        of[w] = known[key]
    return found, of
