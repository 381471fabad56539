"""The unit of length that makes a figure the size of a person."""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import NamedTuple

import numpy as np

from supple.core.roles import figure_height
from supple.core.roles.height import extent
from supple.core.skeleton import Skeleton
from supple.units import METRES_PER

_ADULT = 1.68  # [m] between men and women
_BODY = frozenset(("left_hip", "left_knee", "left_shoulder", "left_elbow", "right_hip", "right_shoulder"))
_SMALLER, _TALLER = 0.35, 0.13  # spread of the logarithm of height: children and toys are common, giants are not
_FEW = 3  # of these there must be, to speak of a person
_FAR = 9.0  # cost from which no unit is convincing
_CMU_NAMES = (frozenset(("LHipJoint", "LowerBack")), frozenset(("lhipjoint", "lowerback")))


class _Unit(NamedTuple):
    key: str
    words: str
    cost: float  # of being a rare unit


_UNITS = (
    _Unit("m", "metres", 0.0),
    _Unit("cm", "centimetres", 0.0),
    _Unit("mm", "millimetres", 0.5),
    _Unit("in", "inches", 1.5),
    _Unit("dm", "decimetres", 1.5),
    _Unit("cmu", "CMU's unit of 56.4 mm", 1.5),
)


def decide_unit(
    skeleton: Skeleton, positions: np.ndarray, roles: Mapping[str, str]
) -> tuple[float, str, tuple[str, ...]]:
    """Metres per file unit, the reason in words, and warnings."""
    if len(_BODY & roles.keys()) < _FEW:
        return _of_a_thing(positions)
    height = figure_height(skeleton, positions, roles)
    if not height > 0.0:
        return 1.0, "the figure has no size; taken as metres", ("all joints are at one place: units are unknown.",)
    cmu = any(names <= set(skeleton.names) for names in _CMU_NAMES)
    unit = min(_UNITS, key=lambda u: _cost(u, height, cmu))
    metres = METRES_PER[unit.key]
    reason = f"the figure measures {height:.4g} units from sole to crown: {height * metres:.2f} m in {unit.words}"
    if unit.key == "cmu" and cmu:
        reason += ", and its joints have CMU's names"
    warnings: tuple[str, ...] = ()
    if _cost(unit, height, cmu) > _FAR:
        warnings = (
            f"no common unit makes the figure the size of a person: {height:.4g} units tall, taken as {unit.words} "
            f"({height * metres:.3g} m). Say the unit with --input-units if that is wrong.",
        )
    return metres, reason, warnings


def _cost(unit: _Unit, height: float, cmu: bool) -> float:
    rare = 0.0 if unit.key == "cmu" and cmu else unit.cost
    off = log(height * METRES_PER[unit.key] / _ADULT)
    return float((off / (_TALLER if off > 0.0 else _SMALLER)) ** 2 + rare)


def _of_a_thing(positions: np.ndarray) -> tuple[float, str, tuple[str, ...]]:
    """No person to compare with: things of up to ten units are metres, then centimetres, then millimetres."""
    size = extent(positions)
    key, words = ("m", "metres") if size <= 10.0 else ("cm", "centimetres") if size <= 1000.0 else ("mm", "millimetres")
    said = f"nothing human to compare with; {size:.4g} units in extent, taken as {words}"
    return METRES_PER[key], said, (f"units are a guess: {said}. Say the unit with --input-units if that is wrong.",)
