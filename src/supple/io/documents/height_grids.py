"""Heights over a grid, from CSV (columns x, z, height) or npz (arrays x, z, height), in metres."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from supple.core.ground import Grid
from supple.errors import FileError
from supple.io.npz_arrays import load_arrays
from supple.io.source import decode, load_bytes

SUFFIXES = (".csv", ".npz")
_MOST = 4_000_000  # heights; a kilometre by metres needs a quarter of it
_FAR = 1e6  # [m]


def read_grid(path: Path) -> Grid:
    """The ground of a file; places outside the grid are as high as its edge."""
    if path.suffix.lower() == ".npz":
        xs, zs, heights = _from_npz(path)
    else:
        xs, zs, heights = _from_csv(path)
    for name, values in (("x", xs), ("z", zs)):
        if not np.all(np.abs(values) < _FAR):
            found = values[~(np.abs(values) < _FAR)].flat[0]
            raise FileError(path, f"{name} must be finite numbers of metres below {_FAR:g}; found {found:g}.")
    for name, values in (("x", xs), ("z", zs)):
        if values.ndim != 1 or len(values) < 2 or not np.all(np.diff(values) > 0.0):
            raise FileError(path, f"{name} must increase, over at least two places; got an array of {values.shape}.")
    if heights.shape != (len(xs), len(zs)):
        raise FileError(path, f"height must have the shape ({len(xs)}, {len(zs)}) of x and z; got {heights.shape}.")
    _refuse_holes(path, xs, zs, heights)
    return Grid(xs, zs, heights)


def _refuse_holes(path: Path, xs: np.ndarray, zs: np.ndarray, heights: np.ndarray) -> None:
    holes = np.argwhere(~(np.abs(heights) < _FAR))
    if len(holes):
        i, k = holes[0]
        raise FileError(
            path,
            f"height must be finite numbers of metres below {_FAR:g}; at x = {xs[i]:g} m, z = {zs[k]:g} m it is "
            f"{heights[i, k]:g}, and so at {len(holes)} of {heights.size} places. Give the heights around them there.",
        )


def _from_npz(path: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    arrays = load_arrays(path, load_bytes(path), {"x": ("fiu", 1), "z": ("fiu", 1), "height": ("fiu", 2)})
    if missing := {"x", "z", "height"} - arrays.keys():
        raise FileError(path, f"the array {min(missing)} is missing. A grid has x, z and height (x by z).")
    return arrays["x"].astype(float), arrays["z"].astype(float), arrays["height"].astype(float)


def _from_csv(path: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    text, _ = decode(load_bytes(path), path)
    lines = [line for line in text.splitlines() if line.strip()]
    if [cell.strip().lower() for cell in lines[0].split(",")] != ["x", "z", "height"]:
        raise FileError(path, f"the first line must be x,z,height; found {lines[0][:60]!r}.", line=1)
    if not 1 < len(lines) <= _MOST + 1:
        raise FileError(path, f"a grid has from 1 to {_MOST} lines after x,z,height; found {len(lines) - 1}.")
    table = np.array([_numbers(path, line) for line in lines[1:]])
    (xs, i), (zs, k) = (np.unique(table[:, column], return_inverse=True) for column in (0, 1))
    heights = np.full((len(xs), len(zs)), np.nan) if len(xs) * len(zs) == len(table) else np.zeros((0, 0))
    if not heights.size:
        raise FileError(path, f"{len(xs)} places along x and {len(zs)} along z need {len(xs) * len(zs)} lines; "
                              f"found {len(table)}. Every x goes with every z once.")  # fmt: skip
    heights[i, k] = table[:, 2]
    if len(np.unique(i * len(zs) + k)) < len(table):
        raise FileError(path, "a place is there twice, and another is missing. Every x goes with every z once.")
    return xs, zs, heights


def _numbers(path: Path, line: str) -> list[float]:
    try:
        x, z, height = (float(cell) for cell in line.split(","))
    except ValueError:
        raise FileError(path, f"every line has three numbers, x,z,height; found {line[:60]!r}.") from None
    return [x, z, height]
