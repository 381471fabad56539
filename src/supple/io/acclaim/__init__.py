"""Acclaim skeletons (.asf) and the motions that belong to them (.amc)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from supple.io.formats import Format
from supple.io.options import Encoded, ReadOptions, WriteOptions

if TYPE_CHECKING:
    from supple.core.motion import Motion


def _read(path: Path, options: ReadOptions) -> Motion:
    from supple.io.acclaim.reader import read

    return read(path, options)


def _encode(motion: Motion, path: Path, options: WriteOptions) -> Encoded:
    from supple.io.acclaim.writer import encode

    return encode(motion, path, options)


FORMAT = Format(
    name="acclaim",
    title="Acclaim skeleton and motion (ASF/AMC)",
    suffixes=(".amc", ".asf"),
    read=_read,
    encode=_encode,
    keeps=(
        "the skeleton file as it was, where the skeleton is unchanged",
        "the file's own angles, where the pose is unchanged",
        "degrees of freedom and limits",
        "rest rows, and frame time to the digits of a comment, which only Supple reads",
    ),
    drops=(
        "the frame time for other programs: Acclaim files state none, and CMU's 120 frames per second are assumed",
        "local axes of the rest pose: Acclaim's rest rotations are all none (positions stay the same)",
        "turns that a bone's degrees of freedom cannot make (nearest turn written)",
        "spaces in names, and names of end sites",
    ),
)
