"""A clip of a data set as the page shows it: its measures before and after, its size, its drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from supple.plots.dataset_report.causes import reasons_in


@dataclass(frozen=True, slots=True)
class Measure:
    """One number about a clip."""

    key: str
    title: str
    unit: str
    path: tuple[str, ...]  # where it is found among the metrics of a motion


MEASURES = (
    Measure("slide", "slide", "mm", ("slide_mm_max",)),
    Measure("penetration", "penetration", "mm", ("penetration_mm_max",)),
    Measure("floating", "floating", "mm", ("float_mm_mean",)),
    Measure("jitter", "jitter", "", ("common", "jitter")),
    Measure("stretch", "stretch", "%", ("stretch_pct_max",)),
    Measure("miss", "miss", "mm", ("miss_mm_max",)),
    Measure("markers", "markers off, rms", "mm", ("marker_rms_mm",)),
    Measure("force", "unexplained force", "% of weight", ("root_residual_pct_bw",)),
)
Numbers = tuple[float, ...]  # one of each measure; NaN where it is not known


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One clip."""

    clip: str
    status: Literal["ok", "not_met", "failed"]
    seconds: float = 0.0
    error: str = ""
    why: tuple[str, ...] = ()  # not everything is met
    sha256: str = ""
    source: str = ""  # where the page finds the file
    output: str = ""
    frames: int = 0
    fps: float = 0.0
    height: float = float("nan")  # [m]
    floor: float = float("nan")  # [m]
    pose: tuple[str, ...] = ()
    likeness: tuple[int, ...] = ()
    before: Numbers = field(default=(float("nan"),) * len(MEASURES))
    after: Numbers = field(default=(float("nan"),) * len(MEASURES))


def facts_in(metrics: Mapping[str, Any]) -> dict[str, Any]:
    """What a row takes from the metrics of a line of a manifest, whatever verbs were run."""
    clip = metrics.get("clip")
    clip = clip if isinstance(clip, Mapping) else {}
    tables = [table for table in _tables(metrics) if table]
    return {
        "why": tuple(reasons_in(metrics)),
        "frames": int(_known(clip.get("frames"))),
        "fps": _known(clip.get("fps")),
        "height": _number(clip.get("height_m")),
        "floor": _number(clip.get("floor_m")),
        "pose": _all(clip.get("pose"), str),
        "likeness": _all(clip.get("print"), int),
        "before": _numbers(tables[0]) if tables else _numbers({}),
        "after": _numbers(tables[-1]) if len(tables) > 1 else _numbers({}),
    }


def current(row: Row) -> Numbers:
    """The numbers of the clip as it is now: after, where something was done, else before."""
    return row.before if np.isnan(row.after).all() else row.after


def _tables(metrics: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """All measures of a clip, in the order in which they were taken; those of steps are one level down."""
    found: list[Mapping[str, Any]] = []
    if "before" in metrics or "after" in metrics:
        found += [table for when in ("before", "after") if isinstance(table := metrics.get(when), Mapping)]
    elif any(measure.path[0] in metrics for measure in MEASURES):
        found += _both(metrics)
    for key, value in metrics.items():
        if key[:1].isdigit() and isinstance(value, Mapping):
            found += _tables(value)
    return found


def _both(metrics: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The measures of a verb; where one of them says before and after, the others are of after."""
    twice = [
        key for key, value in metrics.items() if isinstance(value, Mapping) and {"before", "after"} <= value.keys()
    ]
    if not any(measure.path[0] in twice for measure in MEASURES):
        return [metrics]
    return [
        {key: metrics[key]["before"] for key in twice},
        {**metrics, **{key: metrics[key]["after"] for key in twice}},
    ]


def _numbers(table: Mapping[str, Any]) -> Numbers:
    return tuple(_number(_dug(table, measure.path)) for measure in MEASURES)


def _dug(table: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        table = table.get(key) if isinstance(table, Mapping) else None
    return table


def _known(value: Any) -> float:
    number = _number(value)
    return number if np.isfinite(number) else 0.0


def _all(value: Any, kind: type) -> tuple[Any, ...]:
    """A list of one kind; nothing where it is something else: others may write manifests."""
    good = isinstance(value, list) and all(type(item) is kind for item in value)
    return tuple(value) if good else ()


def _number(value: Any) -> float:
    return float(value) if isinstance(value, float | int) and not isinstance(value, bool) else float("nan")
