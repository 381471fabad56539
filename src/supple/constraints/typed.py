"""Wishes that a program made, with the types that their fields say: NumPy's numbers and arrays become plain ones."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
import numpy as np

from supple.constraints import model
from supple.core.documents import converted
from supple.core.remembering import by_identity
from supple.errors import DocumentError

S = TypeVar("S", bound=msgspec.Struct)


def as_typed(edit: model.Edit, source: str = "edit") -> model.Edit:
    """The same edit; a value of a wrong type is a :class:`DocumentError` that names its place.

    A document is looked at so while it is read; a struct takes whatever it is given.
    """
    return msgspec.structs.replace(
        edit,
        constraints=tuple(_constraint(c, f"constraint[{k}]", source) for k, c in enumerate(edit.constraints)),
        settings=_as(model.Settings, edit.settings, "settings", source),
        joints={name: _as(model.JointSetting, j, f"joints.{name}", source) for name, j in edit.joints.items()},
        masses=tuple(_as(model.CarriedMass, m, f"mass[{k}]", source) for k, m in enumerate(edit.masses)),
    )


def _constraint(constraint: model.Constraint, place: str, source: str) -> model.Constraint:
    known = _known(constraint) if _lasting(constraint) else None
    return _as(type(constraint), constraint, place, source) if known is None else known


@by_identity(256)  # the same wishes are handed in again and again, and checks know them by their identity
def _known(constraint: model.Constraint) -> model.Constraint | None:
    try:
        return _as(type(constraint), constraint, "", "")
    except DocumentError:
        return None  # to be said with its place


def _lasting(constraint: model.Constraint) -> bool:
    """Whether nothing inside can change: lists and arrays can."""
    try:
        hash(constraint)
    except TypeError:
        return False
    return True


def _as(kind: type[S], value: S, place: str, source: str) -> S:
    typed: S = converted(msgspec.to_builtins(value, enc_hook=_plain), kind, place, source)
    return typed


def _plain(value: Any) -> Any:
    """What a document would hold in the place of a value that none can hold."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    return repr(value)  # of a type that no field has: said to be wrong where it stands
