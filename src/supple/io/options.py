"""What a caller may say about a file, the same for every format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What a person knows better than the evidence in the file."""

    unit_scale: float | None = None  # metres per file unit; None: decided by evidence
    up: str | None = None  # one of supple.core.axes.UPS; None: decided by evidence
    skeleton: Path | None = None  # the .asf of an .amc
    figure: int = 0  # which figure of a file that holds several


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOptions:
    """How the output should look; None keeps what the source file had, or the format's own custom."""

    unit_scale: float | None = None  # metres per file unit
    up: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """A motion as files, not written yet, and what was changed or lost on the way, in words."""

    files: Mapping[Path, bytes]
    notes: tuple[str, ...] = field(default=())


DEFAULT_READ = ReadOptions()
DEFAULT_WRITE = WriteOptions()
