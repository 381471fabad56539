"""Supple's own arrays, read without trusting them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from supple.core.axes import UPS
from supple.core.freedom import Freedom, Kind
from supple.core.motion import Motion
from supple.core.provenance import Provenance
from supple.core.skeleton import Skeleton
from supple.errors import FileError, SuppleError
from supple.io.amass.layouts import is_amass
from supple.io.npz_arrays import load_arrays, member_names
from supple.io.npz_layout import ARRAYS, FORMAT_NUMBER, OPTIONAL, Origin
from supple.io.options import ReadOptions, is_unit
from supple.io.source import MAX_JOINTS, load_bytes

_KINDS: tuple[Kind, ...] = ("fixed", "hinge", "universal", "ball")


def read(path: Path, options: ReadOptions) -> Motion:
    """Read a motion that Supple wrote, or one of AMASS; anything else is refused in words."""
    data = load_bytes(path)
    found = member_names(path, data)
    if is_amass(found):
        from supple.io.amass.reader import motion_of

        return motion_of(path, data, options)
    _check_members(path, found)
    arrays = load_arrays(path, data, {**ARRAYS, **OPTIONAL})
    try:
        return _motion(path, arrays, options)
    except FileError:
        raise
    except SuppleError as error:
        raise FileError(path, f"the arrays make no motion: {error}") from None


def _check_members(path: Path, found: set[str]) -> None:
    if missing := [name for name in ARRAYS if name not in found]:
        if "format" in found and len(missing) < len(ARRAYS) // 2:
            raise FileError(path, f"the array {missing[0]!r} is missing. Is the file damaged?")
        held = ", ".join(sorted(found)[:8]) or "nothing"
        raise FileError(path, f"this npz was not written by Supple: it holds {held}.")


def _motion(path: Path, arrays: dict[str, np.ndarray], options: ReadOptions) -> Motion:
    number = int(arrays["format"])
    if number != FORMAT_NUMBER:
        raise FileError(
            path, f"the file has format {number}; this version reads format {FORMAT_NUMBER}. Use a newer Supple."
        )
    return Motion(
        _skeleton(path, arrays),
        root_positions=arrays["root_positions"],
        rotations=arrays["rotations"],
        frame_time=float(arrays["frame_time"]),
        offsets=arrays.get("frame_offsets"),
        rest_rows=int(arrays["rest_rows"]),
        provenance=_provenance(path, str(arrays["provenance"]), options),
    )


def _skeleton(path: Path, arrays: dict[str, np.ndarray]) -> Skeleton:
    names = tuple(arrays["names"].tolist())
    if not 0 < len(names) <= MAX_JOINTS:
        raise FileError(path, f"the file names {len(names)} joints; a figure has 1 to {MAX_JOINTS}.")
    return Skeleton(
        names,
        arrays["parents"],
        arrays["offsets"],
        arrays["end_sites"],
        arrays["rest_rotations"],
        _freedoms(path, arrays, len(names)),
    )


def _freedoms(path: Path, arrays: dict[str, np.ndarray], count: int) -> tuple[Freedom, ...]:
    degrees = arrays["freedom_counts"]
    if degrees.shape != (count,) or not ((degrees >= 0) & (degrees <= 3)).all():
        raise FileError(path, f"freedom_counts must be {count} numbers from 0 to 3.")
    axes = _portions(path, arrays, "axes", "axis_counts", count)
    limits = _portions(path, arrays, "limits", "limit_counts", count)
    return tuple(Freedom(_KINDS[d], a, r) for d, a, r in zip(degrees.tolist(), axes, limits, strict=True))


def _portions(path: Path, arrays: dict[str, np.ndarray], name: str, counts_name: str, joints: int) -> list[np.ndarray]:
    """The rows of one array that belong to each joint."""
    counts, rows = arrays[counts_name], arrays[name]
    if counts.shape != (joints,) or not ((counts >= 0) & (counts <= 3)).all() or int(counts.sum()) != len(rows):
        raise FileError(path, f"{counts_name} must be {joints} numbers from 0 to 3 that add up to the rows of {name}.")
    return np.split(rows, np.cumsum(counts)[:-1])


def _provenance(path: Path, words: str, options: ReadOptions) -> Provenance:
    try:
        record = json.loads(words)
        origin = Origin(str(record["source"]), str(record["format"]))
        decisions = tuple((str(topic), str(text)) for topic, text in record["decisions"])
        warnings = tuple(str(text) for text in record["warnings"])
        scale, up = float(record["unit_scale"]), str(record["up"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise FileError(path, f"the provenance is not the JSON that Supple writes ({error}). Is it damaged?") from None
    if up not in UPS or not 0.0 < scale < float("inf"):
        raise FileError(path, f"the provenance states up axis {up!r} and {scale} metres per unit, which cannot be.")
    if not is_unit(scale):
        warnings += (f"the provenance states {scale:g} metres per unit, which no file can hold; 1 is taken.",)
        scale = 1.0
    if origin.format:
        decisions += (("origin", f"the motion was read from {origin.source} ({origin.format}) before"),)
    if options.unit_scale is not None or options.up is not None:
        warnings += ("npz states metres and +Y up; the units and axes given were not used.",)
    return Provenance(
        source=path.name,
        format="npz",
        unit_scale=scale,
        up=up,
        decisions=decisions,
        warnings=warnings,
        native=origin,
    )
