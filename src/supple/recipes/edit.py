"""Bend a motion to wishes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from supple.constraints.model import Settings
from supple.constraints.names import Names
from supple.core.motion import Motion
from supple.errors import InvalidValueError
from supple.recipes.names import motion_names
from supple.recipes.wishes import Wishes, as_edit
from supple.solvers.result import Report, Result

Progress = Callable[[int, int], None]  # work done, and all of it


def edit(
    motion: Motion,
    constraints: Wishes,
    *,
    roles: Path | str | Names | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
    frames: Sequence[int] | None = None,
) -> Result:
    """The motion bent to the wishes, and a report of what each of them got.

    ``constraints`` is an :class:`Edit`, one constraint, a sequence of them, or the path of an edit document. ``roles``
    is a roles document, or what :func:`motion_names` made of one; ``settings`` go over those of the edit.
    ``progress(done, total)`` is called now and then; what it raises ends the solve. A wish that cannot be met is in
    the report, never an exception. Without wishes the motion itself comes back.

    With ``frames``, as a preview while somebody drags, these frames alone are solved and reported; all others stay as
    they are, and nothing is smoothed over time.
    """
    if not isinstance(motion, Motion):
        raise InvalidValueError(f"only a motion can be edited; got {type(motion).__name__}.")
    wishes = as_edit(constraints)
    if settings is not None:
        wishes = replace(wishes, settings=settings)
    if not wishes.constraints:
        return Result(motion, Report(seconds=0.0, iterations=0))
    from supple.solvers.prioritized import solve  # loads the compiler

    names = roles if isinstance(roles, Names) else motion_names(motion, roles)
    return solve(motion, wishes, names, progress, frames=frames)
