"""The limits document: heights that a figure has to stay under, over parts of the ground. TOML or JSON."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from supple.core.documents import check_format, check_name, converted, load_table
from supple.errors import DocumentError
from supple.io.source import decode, load_bytes

STARTING_POINT = """\
format = 1

# A doorway: under it nothing of the figure may be higher than max_height_m. Metres in Supple's world (+Y up).
[[limit]]
name = "doorway"
x_m = [-2.0, 2.0]
z_m = [2.0, 2.4]
max_height_m = 1.5
"""


class HeightLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A height to stay under, over a rectangle of the ground."""

    x_m: tuple[float, float]
    z_m: tuple[float, float]
    max_height_m: float
    name: str = ""

    def covers(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """Whether places are under it."""
        return (x >= self.x_m[0]) & (x <= self.x_m[1]) & (z >= self.z_m[0]) & (z <= self.z_m[1])


def read_limits(path: Path | str) -> tuple[HeightLimit, ...]:
    """Height limits from a TOML or JSON document; a wrong key or value is a :class:`DocumentError` that names it."""
    path = Path(path)
    text, _ = decode(load_bytes(path), path)
    data = load_table(text, str(path), "json" if path.suffix.lower() == ".json" else "toml")
    for key in data:
        check_name(key, ("format", "limit"), "", "key", str(path))
    check_format(data, str(path))
    limits: tuple[HeightLimit, ...] = converted(data.get("limit", []), tuple[HeightLimit, ...], "limit", str(path))
    if not limits:
        raise DocumentError(
            f"{path}: there is no limit in it. Write one as a table [[limit]]; see supple print limits."
        )
    for number, limit in enumerate(limits):
        check_limit(limit, f"{path}: limit[{number}]")
    return limits


def check_limit(limit: HeightLimit, where: str) -> None:
    """Refuse ranges that are empty or no numbers."""
    for key in ("x_m", "z_m"):
        low, high = getattr(limit, key)
        if not (np.isfinite([low, high]).all() and low < high):
            raise DocumentError(f"{where}: {key} must be two rising numbers; got [{low}, {high}].")
    if not np.isfinite(limit.max_height_m):
        raise DocumentError(f"{where}: max_height_m must be a number; got {limit.max_height_m}.")
