"""Ground reaction forces in OpenSim's tables, by the many ways to name their columns.

``ground_force_vx``, ``1_ground_force_px``, ``ground_force_r_vx``, ``l_ground_torque_x``, ``ground_force_1_moment_x``,
``ground_moment_2_mx``: the words say what, the last letter the axis, and whatever is left names the plate.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

import numpy as np

from supple.core.axes import vectors_from
from supple.core.markers import ForcePlate, Signals

_LOADED = 20.0  # [N] below this the point is meaningless
_LAST = re.compile(r"^([vfpmt]?)([xyz])$")
_WORDS = frozenset(
    {"ground", "force", "forces", "torque", "torques", "moment", "moments", "grf", "grm", "reaction", "cop"}
)
Kind = Literal["force", "point", "moment"]
_BY_LETTER: dict[str, Kind] = {"v": "force", "f": "force", "p": "point", "m": "moment", "t": "moment"}


class ForceColumn(NamedTuple):
    """What a column of a force file holds."""

    plate: str
    kind: Kind
    axis: int


def force_column(label: str) -> ForceColumn | None:
    """What a label says; None for a column that is no ground reaction."""
    *words, last = re.split(r"[_.\s]+", label.strip().lower())
    match = _LAST.match(last)
    if match is None or not _WORDS.intersection(words):
        return None
    kind = _BY_LETTER.get(match[1]) or _kind_of_words(words)
    plate = "_".join(word for word in words if word not in _WORDS)
    return ForceColumn(plate, kind, "xyz".index(match[2])) if kind else None


def _kind_of_words(words: list[str]) -> Kind | None:
    if {"torque", "torques", "moment", "moments", "grm"}.intersection(words):
        return "moment"
    if "cop" in words:
        return "point"
    return "force" if {"force", "forces", "grf"}.intersection(words) else None


def forces_of(signals: Signals) -> tuple[ForcePlate, ...]:
    """The force plates of a table, in Supple's world; none where it has no whole force."""
    columns: dict[tuple[str, str], dict[int, int]] = {}
    for c, label in enumerate(signals.labels):
        found = force_column(label)
        if found is not None:
            columns.setdefault((found.plate, found.kind), {}).setdefault(found.axis, c)
    whole = {key: _vectors(signals, axes) for key, axes in columns.items() if len(axes) == 3}
    names = [plate for plate, kind in whole if kind == "force" and (plate, "point") in whole]
    up = _up([whole[name, "force"] for name in names])
    return tuple(_plate(name, whole, signals, up) for name in names)


def _vectors(signals: Signals, axes: dict[int, int]) -> np.ndarray:
    return signals.values[:, [axes[k] for k in range(3)]]


def _up(forces: list[np.ndarray]) -> str:
    """The axis of the largest push, since a table does not say; +Y, as in OpenSim, where nothing pushes."""
    if not forces:
        return "y"
    push = sum(np.nan_to_num(force).sum(axis=0) for force in forces)
    axis = int(np.argmax(np.abs(push)))
    if abs(push[axis]) < 2.0 * abs(push[1]) or axis == 1:
        return "y"
    return ("-" if push[axis] < 0.0 else "") + "xyz"[axis]


def _plate(name: str, whole: dict[tuple[str, str], np.ndarray], signals: Signals, up: str) -> ForcePlate:
    force = np.nan_to_num(vectors_from(up, whole[name, "force"]))
    loaded = (force[:, 1] >= _LOADED)[:, None]
    moment = whole.get((name, "moment"))
    return ForcePlate(
        name or "ground",
        force,
        np.where(loaded, vectors_from(up, whole[name, "point"]), np.nan),
        np.zeros(force.shape) if moment is None else np.nan_to_num(vectors_from(up, moment)),
        signals.frame_time,
        start_time=float(signals.times[0]),
    )
