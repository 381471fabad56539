"""Bend a motion to wishes."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from msgspec.structs import replace

from supple.constraints.model import Edit, Settings
from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.progress import Progress
from supple.errors import InvalidValueError
from supple.recipes.detected_steps import with_detected_steps
from supple.recipes.kept_contacts import Kept, with_contacts
from supple.recipes.names import motion_names
from supple.recipes.wishes import Wishes, as_edit
from supple.solvers.result import Report, Result

if TYPE_CHECKING:
    from supple.solvers.hierarchical.settings import FitSettings

Solver = Literal["prioritized", "hierarchical"]
SOLVERS: tuple[Solver, ...] = get_args(Solver)
_WIDEST = 2.0  # of a clip's length: choice: wider knots bend it no more than all at once


@checked
def edit(
    motion: Motion,
    constraints: Wishes,
    *,
    roles: Path | str | Names | None = None,
    settings: Settings | None = None,
    progress: Progress | None = None,
    frames: Sequence[int] | None = None,
    contacts: Contacts | Path | str | None = None,
    solver: Solver = "prioritized",
    fit: FitSettings | None = None,
) -> Result:
    """The motion bent to the wishes, and a report of what each of them got.

    ``constraints`` is an :class:`Edit`, one constraint, a sequence of them, or the path of an edit document. ``roles``
    is a roles document, or what :func:`motion_names` made of one; ``settings`` go over those of the edit.
    ``progress(done, total)`` is called now and then; what it raises ends the solve. With
    :class:`supple.core.progress.Enough` the prioritized solver hands over the best so far: a note in the report says
    that it was stopped, and wishes that are missed in frames it did not come to are ``stalled``. A wish that cannot be
    met is in the report, never an exception. Without wishes the motion itself comes back.

    ``contacts`` of the motion (a value, or the path of a document) are kept, by the wishes that ``supple detect
    --edit`` writes; where the edit asks something of the same joint at the same time, they give way, which is noted.
    Footplants with ``events="detect"`` become one for every step of these contacts, else of those found in the motion.

    The solver ``"hierarchical"`` bends the motion around what is asked, as far as ``fit`` says, instead of solving
    priorities strictly.

    With ``frames``, as a preview while somebody drags, these frames alone are solved and reported; all others stay as
    they are, and nothing is smoothed over time.
    """
    if not isinstance(motion, Motion):
        raise InvalidValueError(f"only a motion can be edited; got {type(motion).__name__}.")
    if solver not in SOLVERS:
        raise InvalidValueError(f"there is no solver {solver!r}. Known: {', '.join(SOLVERS)}.")
    wishes = as_edit(constraints)
    if settings is not None:
        wishes = replace(wishes, settings=settings)
    if not wishes.constraints and contacts is None:
        return _unchanged(motion)
    names = motion_names(motion, roles)
    stated = with_detected_steps(wishes, motion, names, contacts)
    kept = Kept(stated.edit) if contacts is None else with_contacts(stated.edit, contacts, motion, names)
    if not kept.edit.constraints:
        result = _unchanged(motion)
    elif solver == "hierarchical":
        result = _fitted(motion, kept.edit, names, frames, fit, progress)
    else:
        result = _solved(motion, kept.edit, names, progress, frames)
    return with_notes(result, (*stated.notes, *kept.notes))


def with_notes(result: Result, notes: Sequence[str]) -> Result:
    """The same with more to say."""
    report = dataclasses.replace(result.report, notes=(*result.report.notes, *notes))
    return dataclasses.replace(result, report=report) if notes else result


def _unchanged(motion: Motion) -> Result:
    return Result(motion, Report(seconds=0.0, iterations=0))


def _fitted(
    motion: Motion, wishes: Edit, names: Names, frames: Sequence[int] | None, fit: FitSettings | None,
    progress: Progress | None,
) -> Result:  # fmt: skip
    from supple.solvers.hierarchical import solve  # loads the compiler

    if frames is not None:
        raise InvalidValueError("the hierarchical solver bends whole clips; it has no preview of single frames.")
    if fit is not None:
        _check_spacing(fit, motion)
    return solve(motion, wishes, names, fit, progress)


def _check_spacing(fit: FitSettings, motion: Motion) -> None:
    """Refuse knots so far apart that the clip would lie between two of them: nothing could bend it."""
    lasts = (motion.frames - motion.rest_rows) * motion.frame_time
    most = max(_WIDEST * lasts, type(fit)().spacing_s)
    if fit.spacing_s > most:
        raise InvalidValueError(
            f"the spacing of knots is {fit.spacing_s:g} s, and the clip lasts {lasts:.3g} s. Give at most {most:.3g} "
            "seconds, with which an edit reaches all of it (--spacing, or spacing_s)."
        )


def _solved(
    motion: Motion, wishes: Edit, names: Names, progress: Progress | None, frames: Sequence[int] | None
) -> Result:
    from supple.solvers.prioritized import solve  # loads the compiler

    return solve(motion, wishes, names, progress, frames=frames)
