"""Units and up axis of captures, decided by what the points look like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from supple.core.axes import UPS
from supple.errors import InvalidValueError
from supple.io.marker_labels import body_level
from supple.io.options import ReadOptions
from supple.units import metres_per, unit_name

_SAMPLED_FRAMES = 200
_UNITS = (1.0, 0.01, 0.001)  # what captures come in; inches and the rest only when they are stated
_BODY = (0.9, 2.4)  # [m] a person's height as told by the labels, from a child to a giant
_LEVEL_FLOOR = 0.95  # part of the plates' normal along one axis; an inclined walkway has less
_CLOUD = (0.02, 30.0)  # [m] extent of any set of markers in one frame


@dataclass(frozen=True, slots=True)
class LabEvidence:
    """What a file says about its lab beside the points."""

    default_up: str  # the custom of the format
    stated_up: str | None = None  # one of UPS, from a parameter of the file
    stated_by: str = ""  # which parameter
    floor_normal: np.ndarray | None = None  # (3,) mean normal of the force plates without its signs


def decide_up(
    positions: np.ndarray, labels: Sequence[str], lab: LabEvidence, options: ReadOptions
) -> tuple[str, str, tuple[str, ...]]:
    """The file's up axis, the reason in words, and warnings.

    ``positions`` (F, M, 3) are in the file's units and axes, NaN where missing.
    """
    if options.up is not None:
        return options.up, "as told", ()
    slope = _metres_per_level(positions, labels)
    if lab.floor_normal is not None and np.abs(lab.floor_normal).max() > _LEVEL_FLOOR:
        up = _up_of_floor(lab.floor_normal, positions, slope, lab)
        return up, "it is normal to the force plates", _contradiction(up, lab)
    by_body = _up_of_body(slope)
    if by_body is not None:
        return by_body, "labels of the upper body lie above those of the legs along it", _contradiction(by_body, lab)
    if lab.stated_up is not None:
        return lab.stated_up, f"{lab.stated_by} says so", ()
    return lab.default_up, "the custom of the format; no label tells more (say --input-up to overrule)", ()


def _contradiction(up: str, lab: LabEvidence) -> tuple[str, ...]:
    if lab.stated_up in (None, up):
        return ()
    return (f"{lab.stated_by} says that {lab.stated_up} is up, but the points say {up}; the points were believed.",)


def _up_of_body(slope: np.ndarray | None) -> str | None:
    """The axis along which the body is stacked, where one stands out; None for crawlers and unknown labels."""
    if slope is None:
        return None
    order = np.argsort(-np.abs(slope))
    if abs(slope[order[0]]) < 1.7 * abs(slope[order[1]]):
        return None
    return _named(int(order[0]), slope[order[0]])


def _metres_per_level(positions: np.ndarray, labels: Sequence[str]) -> np.ndarray | None:
    """(3,) how far the points go (in file units) from sole to crown, fitted; None where labels are too few."""
    known = [(m, level) for m, label in enumerate(labels) if (level := body_level(label)) is not None]
    if len({level for _, level in known}) < 2 or len(known) < 3:
        return None
    points = _sample(positions)[:, [m for m, _ in known]]
    levels = np.array([level for _, level in known])
    seen = np.isfinite(points).all(axis=2)
    points, seen = points[seen.sum(axis=1) >= 3], seen[seen.sum(axis=1) >= 3]
    if len(points) == 0:
        return None
    count = seen.sum(axis=1, keepdims=True)
    offset = np.where(seen, levels - (seen * levels).sum(axis=1, keepdims=True) / count, 0.0)
    spread = (offset**2).sum(axis=1)
    if spread.max() < 1e-3:  # all of one level
        return None
    fits = np.einsum("fm,fmk->fk", offset, np.nan_to_num(points))[spread >= 1e-3] / spread[spread >= 1e-3, None]
    return np.median(fits, axis=0)


def _up_of_floor(normal: np.ndarray, positions: np.ndarray, slope: np.ndarray | None, lab: LabEvidence) -> str:
    """The axis is sure; its sign is the body's, else the stated one, else the side where the points are."""
    axis = int(np.argmax(np.abs(normal)))
    if slope is not None and abs(slope[axis]) > 0.5 * np.linalg.norm(slope):
        return _named(axis, slope[axis])
    if lab.stated_up is not None and lab.stated_up.endswith("xyz"[axis]):
        return lab.stated_up
    heights = positions[..., axis]
    return _named(axis, float(np.nanmedian(heights)) if np.isfinite(heights).any() else 1.0)


def _named(axis: int, sign: float) -> str:
    return ("-" if sign < 0.0 else "") + "xyz"[axis]


def decide_scale(
    positions: np.ndarray, labels: Sequence[str], stated: str, options: ReadOptions
) -> tuple[float, str, tuple[str, ...]]:
    """Metres per file unit, the reason in words, and warnings.

    ``stated`` is the unit that the file names ("" for none). A unit that would make a doll or a tower
    of the person is not believed.
    """
    if options.unit_scale is not None:
        return options.unit_scale, "as told", ()
    scale = _metres_of(stated)
    size, (low, high), what = _size(positions, labels)
    if scale is not None and (size is None or low <= size * scale <= high):
        return scale, f"the file says {stated!r}", ()
    if size is None:
        return 0.001, "the custom of captures (millimetres); nothing tells more", ()
    best = min(_UNITS, key=lambda unit: abs(np.log(size * unit / 1.7)))
    reason = f"{what} is {size:.4g} units, so a unit is taken as {unit_name(best)}"
    if scale is not None:
        return best, reason, (f"the file says {stated!r}, which cannot be: {reason}.",)
    return best, reason, (f"the unit {stated!r} is not known; {reason}.",) if stated else ()


def _metres_of(stated: str) -> float | None:
    try:
        return metres_per(stated) if stated and not stated[0].isdigit() else None
    except InvalidValueError:
        return None


def _size(positions: np.ndarray, labels: Sequence[str]) -> tuple[float | None, tuple[float, float], str]:
    """A length in file units, what it may be in metres, and what it is."""
    slope = _metres_per_level(positions, labels)
    levels = [level for label in labels if (level := body_level(label)) is not None]
    if slope is not None and max(levels) - min(levels) > 0.5 and np.linalg.norm(slope) > 0.0:
        return float(np.linalg.norm(slope)), _BODY, "the height that the labelled points tell"
    extents = _extents(_sample(positions))
    if len(extents) == 0:
        return None, _CLOUD, ""
    return float(np.median(extents)), _CLOUD, "the extent of the points in a frame"


def _extents(points: np.ndarray) -> np.ndarray:
    """(n,) the longest side of the box around the points of each frame that has at least two."""
    seen = np.isfinite(points).all(axis=2)
    points = points[seen.sum(axis=1) >= 2]
    if len(points) == 0:
        return np.zeros(0)
    extents = (np.nanmax(points, axis=1) - np.nanmin(points, axis=1)).max(axis=1)
    return extents[extents > 0.0]


def _sample(positions: np.ndarray) -> np.ndarray:
    """A few frames spread over the clip."""
    step = max(1, len(positions) // _SAMPLED_FRAMES)
    return positions[::step]


def stated_axis(text: str) -> str | None:
    """``"+Z"`` as one of :data:`UPS`; None for anything else."""
    name = text.strip().lower().lstrip("+")
    return name if name in UPS else None
