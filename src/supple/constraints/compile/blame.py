"""Saying which wish of an edit is at fault."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from supple.constraints import model
from supple.errors import DocumentError, SuppleError


@contextmanager
def about(place: str) -> Iterator[None]:
    """Put the place in front of whatever is said against what happens inside."""
    try:
        yield
    except SuppleError as error:
        raise DocumentError(f"{place}: {error}") from error


def constraint_place(edit: model.Edit, number: int) -> str:
    """A constraint as messages call it: its place in the document, and its name."""
    name = edit.constraints[number].name
    return f"constraint[{number}] ({name})" if name else f"constraint[{number}]"
