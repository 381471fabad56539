"""What the standard has no place for, kept in ``extras`` under ``supple``; other programs ignore it.

A stranger may have written it: whatever does not fit is left out with a warning.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec
import numpy as np
from msgspec import Meta, Struct

from supple.core.freedom import Freedom
from supple.errors import SuppleError
from supple.io.options import LARGEST_UNIT, SMALLEST_UNIT

Vec3 = tuple[float, float, float]
T = TypeVar("T")


class FreedomRecord(Struct, frozen=True, omit_defaults=True):
    """A joint's freedom; None is an open end of a range."""

    kind: Literal["ball", "universal", "hinge", "fixed"]
    axes: list[Vec3] = []
    limits: list[tuple[float | None, float | None]] = []  # [rad]


class JointRecord(Struct, frozen=True, omit_defaults=True):
    """What a node says about a joint."""

    end_site: bool = False
    freedom: FreedomRecord | None = None


class ClipRecord(Struct, frozen=True, omit_defaults=True):
    """What the asset says about the whole clip."""

    frame_time: Annotated[float, Meta(gt=0.0, le=1e6)] | None = None  # [s], in full digits
    rest_rows: Annotated[int, Meta(ge=0)] = 0
    unit_scale: Annotated[float, Meta(ge=SMALLEST_UNIT, le=LARGEST_UNIT)] = 1.0  # metres per unit of this file
    up: Literal["x", "y", "z", "-x", "-y", "-z"] = "y"  # of this file
    stretches: bool = False  # bones have their own offsets in every frame
    source: str = ""  # where the motion came from, in words


class _JointExtras(Struct, frozen=True):
    supple: JointRecord | None = None


class _ClipExtras(Struct, frozen=True):
    supple: ClipRecord | None = None


def joint_record(raw: msgspec.Raw) -> JointRecord | None:
    """The record of a node, None where there is none; raises ``msgspec.MsgspecError`` where it is wrong."""
    return _decoded(raw, _JointExtras).supple if _ours(raw) else None


def clip_record(raw: msgspec.Raw) -> ClipRecord | None:
    """The record of the asset, as :func:`joint_record`."""
    return _decoded(raw, _ClipExtras).supple if _ours(raw) else None


def _ours(raw: msgspec.Raw) -> bool:
    return b'"supple"' in bytes(raw)


def _decoded(raw: msgspec.Raw, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(raw, type=kind)
    except (RecursionError, UnicodeDecodeError) as error:
        raise msgspec.ValidationError(str(error)) from None


def packed_freedom(freedom: Freedom) -> FreedomRecord:
    """A freedom as a record."""
    limits = [tuple(float(x) if np.isfinite(x) else None for x in pair) for pair in freedom.limits]
    axes = [tuple(map(float, axis)) for axis in freedom.axes]
    return FreedomRecord(freedom.kind, axes, limits)  # type: ignore[arg-type]


def unpacked_freedom(record: FreedomRecord) -> Freedom | None:
    """The freedom of a record, or None where its numbers make no sense."""
    axes = np.array(record.axes).reshape(-1, 3)
    limits = np.array(
        [(-np.inf if low is None else low, np.inf if high is None else high) for low, high in record.limits]
    ).reshape(-1, 2)
    if not (np.abs(np.sum(axes**2, axis=1) - 1.0) < 1e-6).all() or (limits[:, 0] > limits[:, 1]).any():
        return None
    try:
        return Freedom(record.kind, axes, limits)
    except SuppleError:
        return None
