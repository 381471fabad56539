"""What a caller may say about a file, the same for every format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from supple.core.axes import UPS
from supple.core.option_types import check_fields
from supple.errors import InvalidValueError

if TYPE_CHECKING:
    from supple.core.skinning.skin import Skin

SMALLEST_UNIT, LARGEST_UNIT = 1e-6, 1e4  # [m] beyond these the digits of files no longer hold a figure


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What a person knows better than the evidence in the file."""

    unit_scale: float | None = None  # metres per file unit; None: decided by evidence
    up: str | None = None  # one of supple.core.axes.UPS; None: decided by evidence
    skeleton: Path | None = None  # the .asf of an .amc, the body of an AMASS file
    figure: int = 0  # which figure of a file that holds several

    def __post_init__(self) -> None:
        check_fields(self)
        _check(self.unit_scale, self.up)


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOptions:
    """How the output should look; None keeps what the source file had, or the format's own custom."""

    unit_scale: float | None = None  # metres per file unit
    up: str | None = None  # one of supple.core.axes.UPS
    skin: Skin | None = None  # the mesh that moves with the skeleton, for formats that hold one; None: a plain body

    def __post_init__(self) -> None:
        check_fields(self)
        _check(self.unit_scale, self.up)


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """A motion as files, not written yet, and what was changed or lost on the way, in words."""

    files: Mapping[Path, bytes]
    notes: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodedStream:
    """The same of a motion that is streamed: what writes each file, a block at a time."""

    files: Mapping[Path, Callable[[BinaryIO], None]]
    notes: tuple[str, ...] = field(default=())


def is_unit(metres: float) -> bool:
    """Whether so many metres can be the unit of a file."""
    return SMALLEST_UNIT <= metres <= LARGEST_UNIT


def _check(unit_scale: float | None, up: str | None) -> None:
    """At the door, so that no reader or writer has to ask whether zero means "not said"."""
    if unit_scale is not None and not is_unit(unit_scale):
        allowed = f"from {SMALLEST_UNIT:g} to {LARGEST_UNIT:g} metres per unit"
        raise InvalidValueError(f"unit_scale must be a number {allowed}; got {unit_scale}.")
    if up is not None and up not in UPS:
        raise InvalidValueError(f"up must be one of {', '.join(UPS)}; got {up!r}.")


DEFAULT_READ = ReadOptions()
DEFAULT_WRITE = WriteOptions()
