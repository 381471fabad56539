"""What can go wrong, in words a person can act on.

SuppleError
├── FileError            a file that cannot be read or written as asked (ValueError)
│   ├── UnknownFormatError
│   └── TooLargeError    (MemoryError)
├── OverwriteError       a file is already there (FileExistsError)
├── UsageError           a command that was asked wrongly, so that nothing was done (ValueError)
├── DocumentError        a TOML or JSON document with a wrong key or value (ValueError)
├── ShapeError           an array of another shape than asked (ValueError)
├── InvalidValueError    a number outside what makes sense (ValueError)
├── UnknownJointError    a joint name that the skeleton does not have (KeyError)
├── MissingExtraError    an optional part that is not installed (ImportError)
└── NotSolvedError       a solve that did not meet every wish (ArithmeticError), only for scripts that ask for it

Each has a built-in parent too, so that ordinary ``except`` clauses work, and can be pickled, so that other
processes can raise it.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path


class SuppleError(Exception):
    """Root of everything Supple raises on purpose."""

    def __str__(self) -> str:  # KeyError would print its message in quotes
        return str(self.args[0]) if self.args else ""


class FileError(SuppleError, ValueError):
    """A file that cannot be read or written as asked: where, what, found, what to do."""

    def __init__(self, path: Path | str, message: str, line: int | None = None) -> None:
        self.path, self.line, self.message = str(path), line, message
        where = f"{path}:{line}" if line is not None else f"{path}"
        super().__init__(f"{where}: {message}")

    def __reduce__(self) -> tuple[type, tuple[str, str, int | None]]:
        return type(self), (self.path, self.message, self.line)


class UnknownFormatError(FileError):
    """A suffix that no format has."""


class TooLargeError(FileError, MemoryError):
    """A file that does not fit into memory; it may, where there is more."""


class OverwriteError(SuppleError, FileExistsError):
    """A file is already where the output should go."""

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        super().__init__(f"{path}: the file exists already. Use --force (overwrite=True) to replace it.")

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return type(self), (self.path,)


class UsageError(SuppleError, ValueError):
    """What was asked for cannot be meant, and nothing was done: the command line ends with 2, not with 1."""


class DocumentError(SuppleError, ValueError):
    """A document (roles, edit, body, ...) with a key or value that is not allowed."""


class ShapeError(SuppleError, ValueError):
    """An array that does not have the shape asked for."""


class InvalidValueError(SuppleError, ValueError):
    """A number outside what makes sense; the message carries the value."""


class UnknownJointError(SuppleError, KeyError):
    """A joint name that the skeleton does not have."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name, self.known = name, tuple(known)
        near = difflib.get_close_matches(name, known, n=2, cutoff=0.5)
        hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
        super().__init__(f"No joint is named {name!r} among the {len(known)} of this skeleton.{hint}")

    def __reduce__(self) -> tuple[type, tuple[str, tuple[str, ...]]]:
        return type(self), (self.name, self.known)


class MissingExtraError(SuppleError, ImportError):
    """An optional part that is not installed."""

    def __init__(self, need: str, extra: str) -> None:
        self.need, self.extra = need, extra
        way = f'pip install "supple[{extra}]" (in a checkout: pip install ".[{extra}]")'
        super().__init__(f'{need} needs the extra "{extra}". Install it with: {way}')

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.need, self.extra)


class NotSolvedError(SuppleError, ArithmeticError):
    """Not every wish is met; raised only by ``Report.raise_for_status``."""
