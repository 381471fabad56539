"""Frames as the text of a motion file."""

from __future__ import annotations

import numpy as np

from supple.core.motion import Motion
from supple.io.acclaim.amc_reader import stated_in
from supple.io.acclaim.model import FRAME_TIME, Bone
from supple.io.decimals import rows_text

_PLAIN = (":FULLY-SPECIFIED",)


def amc_text(header: tuple[str, ...], numbers: np.ndarray, bones: list[Bone], values: list[np.ndarray]) -> str:
    """The whole motion file; ``values`` has (F, n) for each of ``bones``."""
    rows = [[str(number)] for number in numbers.tolist()]
    for bone, table in zip(bones, values, strict=True):
        for row, text in zip(rows, rows_text(table).decode("ascii").splitlines(), strict=True):
            row.append(f"{bone.name} {text}")
    return "\n".join(["\n".join(header), *("\n".join(row) for row in rows)]) + "\n"


def new_header(old: tuple[str, ...], motion: Motion, degrees: bool) -> tuple[str, ...]:
    """The header as it was; what Supple states in comments is renewed where it is no longer true."""
    header = list(old)
    stated = stated_in(old)
    comments = []
    if stated.get("frame_time", FRAME_TIME if old else None) != motion.frame_time:
        header = [line for line in header if "frame_time" not in stated_in((line,))]
        comments.append(f"# frame time {motion.frame_time!r} s")
    if stated.get("rest_rows", 0) != motion.rest_rows:
        header = [line for line in header if "rest_rows" not in stated_in((line,))]
        comments += [f"# rest rows {motion.rest_rows}"] if motion.rest_rows else []
    if not any(line.startswith(":") for line in header):
        header += [*_PLAIN, ":DEGREES" if degrees else ":RADIANS"]
    first = next(k for k, line in enumerate(header) if line.startswith(":"))
    return (*header[:first], *comments, *header[first:])
