"""The forms in which a person states wishes, as one edit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from supple.constraints import model
from supple.constraints.checks import check_edit
from supple.constraints.typed import as_typed
from supple.errors import InvalidValueError
from supple.recipes.edit_document import read_edit

Wishes = model.Edit | model.Constraint | Sequence[model.Constraint] | Path | str
_KINDS = get_args(model.Constraint)


def as_edit(wishes: Wishes) -> model.Edit:
    """One edit, checked: of an edit, a constraint, a sequence of them, or the path of an edit document."""
    if isinstance(wishes, Path | str):
        return read_edit(wishes)
    edit = as_typed(wishes if isinstance(wishes, model.Edit) else model.Edit(constraints=_constraints(wishes)))
    check_edit(edit)
    return edit


def _constraints(wishes: model.Constraint | Sequence[model.Constraint]) -> tuple[model.Constraint, ...]:
    listed = tuple(wishes) if isinstance(wishes, Sequence) else (wishes,)
    for item in listed:
        if not isinstance(item, _KINDS):
            known = ", ".join(kind.__name__ for kind in _KINDS)
            raise InvalidValueError(f"{type(item).__name__} is no constraint. Give {known}, or a path of a document.")
    return listed
