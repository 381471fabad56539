"""Attributes as numbers: X3D writes vectors and lists as words between spaces or commas."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np

from supple.core import quaternions
from supple.core.arrays import frozen
from supple.errors import FileError
from supple.io.hanim.document import Node

_LARGEST = 3.5e38  # X3D's numbers are of single precision
_STRINGS = re.compile(r'"((?:[^"\\]|\\.)*)"')


def words(text: str) -> list[str]:
    """The words of a list, which commas and spaces separate."""
    return text.replace(",", " ").split()


def numbers(node: Node, field: str, path: Path) -> np.ndarray:
    """All numbers of an attribute (n,), none when it is absent; refuses what is no number of X3D."""
    found = words(node.get(field))
    try:
        values = np.array([float(word) for word in found])
    except ValueError:
        values = np.array([np.nan])
    if "_" in node.get(field) or not (np.abs(values) <= _LARGEST).all():  # NaN too
        bad = next((word for word in found if not _is_number(word)), node.get(field)[:40])
        raise FileError(
            path, f"{field} of {node.tag} {node.label!r} has {bad[:40]!r} where a number belongs.", node.line
        )
    return values


def number(node: Node, field: str, default: float, path: Path) -> float:
    """One number."""
    return float(_exactly(node, field, (default,), path)[0])


def vector(node: Node, field: str, default: tuple[float, float, float], path: Path) -> np.ndarray:
    """Three numbers (3,)."""
    return _exactly(node, field, default, path) if node.get(field) else _constant(default)


def rotation(node: Node, field: str, path: Path) -> np.ndarray:
    """An axis and an angle as a quaternion (4,)."""
    if not node.get(field):
        return _constant(quaternions.IDENTITY)
    return from_axis_angle(_exactly(node, field, (0.0, 0.0, 1.0, 0.0), path))


def strings(text: str) -> tuple[str, ...]:
    """The quoted strings of an MFString."""
    return tuple(re.sub(r"\\(.)", r"\1", found) for found in _STRINGS.findall(text))


def from_axis_angle(values: np.ndarray) -> np.ndarray:
    """Quaternions (..., 4) of X3D rotations (..., 4): an axis of any length, then the angle [rad]."""
    length = np.linalg.norm(values[..., :3], axis=-1, keepdims=True)
    axis = values[..., :3] / np.where(length > 0.0, length, 1.0)
    half = 0.5 * values[..., 3:]
    turned = np.concatenate([np.cos(half), np.sin(half) * axis], axis=-1)
    return np.where(length > 0.0, turned, np.array(quaternions.IDENTITY))  # no axis: no turn


def to_axis_angle(q: np.ndarray) -> np.ndarray:
    """X3D rotations (..., 4) of unit quaternions: a unit axis and an angle from 0 to pi."""
    q = np.where(q[..., :1] < 0.0, -q, q)
    sine = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    still = sine < 1e-15
    axis = np.where(still, np.array([0.0, 0.0, 1.0]), q[..., 1:] / np.where(still, 1.0, sine))
    angle = np.where(still, 0.0, 2.0 * np.arctan2(sine, q[..., :1]))
    return np.concatenate([axis, angle], axis=-1)


@cache
def _constant(values: tuple[float, ...]) -> np.ndarray:
    """Shared, since most fields of most joints are what they are by default."""
    return frozen(np.array(values))


def _exactly(node: Node, field: str, default: tuple[float, ...], path: Path) -> np.ndarray:
    values = numbers(node, field, path)
    if len(values) == 0:
        return np.array(default)
    if len(values) != len(default):
        raise FileError(
            path,
            f"{field} of {node.tag} {node.label!r} needs {len(default)} numbers; found {len(values)}.",
            node.line,
        )
    return values


def _is_number(word: str) -> bool:
    try:
        return "_" not in word and abs(float(word)) <= _LARGEST
    except ValueError:
        return False
