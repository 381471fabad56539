"""The door of the data model: shapes are checked and arrays made read-only here, once, also after a pickle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from supple.errors import InvalidValueError, ShapeError


def sealed(value: npt.ArrayLike, shape: tuple[int | str, ...], name: str, dtype: type = np.float64) -> np.ndarray:
    """Return ``value`` as a read-only C-ordered array of the given shape.

    A letter in ``shape`` accepts any length: ``("F", "J", 4)``. An array that owns its data and is
    read-only already (see :func:`frozen`) is shared; anything else is copied, so that nobody can
    change it from outside.
    """
    if isinstance(value, np.ndarray) and _is_frozen(value, dtype):
        array = value
    else:
        try:
            array = np.array(value, dtype=dtype, order="C")
        except (TypeError, ValueError) as error:
            raise InvalidValueError(f"{name} must be an array of numbers: {error}.") from None
        if np.issubdtype(dtype, np.integer) and not np.array_equal(array, np.asarray(value)):
            raise InvalidValueError(f"{name} must be whole numbers.")
        array.flags.writeable = False
    _check_shape(array, shape, name)
    return array


def frozen(array: np.ndarray) -> np.ndarray:
    """Make an array that was just made, and that nobody else holds, read-only in place."""
    array.flags.writeable = False
    return array


def rebuilt(value: Any) -> tuple[Callable[[], Any], tuple[()]]:
    """The ``__reduce__`` of a frozen dataclass: unpickled by its constructor, since NumPy forgets what is read-only."""
    kind: Callable[..., Any] = type(value)
    return partial(kind, **{f.name: getattr(value, f.name) for f in fields(value) if f.init}), ()


def _is_frozen(array: np.ndarray, dtype: type) -> bool:
    if array.flags.writeable or array.dtype != np.dtype(dtype) or not array.flags.c_contiguous:
        return False
    base: Any = array.base  # a view is as safe as what it looks at
    while isinstance(base, np.ndarray):
        if base.flags.writeable:
            return False
        base = base.base
    return base is None


def _check_shape(array: np.ndarray, shape: tuple[int | str, ...], name: str) -> None:
    if array.ndim != len(shape) or any(
        isinstance(want, int) and want != got for want, got in zip(shape, array.shape, strict=True)
    ):
        want = "(" + ", ".join(map(str, shape)) + ")"
        raise ShapeError(f"{name} must have shape {want}; got {array.shape}.")
