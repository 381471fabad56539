"""One posture from wishes: the bench on which postures are designed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from supple.constraints import model
from supple.constraints.names import Names
from supple.core.motion import Motion, rest_pose
from supple.core.option_types import checked
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError, InvalidValueError
from supple.recipes.edit import edit as edit_motion
from supple.recipes.names import motion_names
from supple.recipes.wishes import Wishes, as_edit
from supple.solvers.result import Result

Method = Literal["priority", "transpose", "hinges"]
METHODS: tuple[Method, ...] = get_args(Method)
_OF_MOTIONS = model.Shape | model.Footplant


@checked
def pose(
    figure: Skeleton | Motion,
    constraints: Wishes,
    *,
    method: Method = "priority",
    frame: int | None = None,
    roles: Path | str | Names | None = None,
) -> Result:
    """A posture, as a motion of one frame, and a report of what each wish got.

    It starts from ``frame`` of a motion, or from the rest pose; offsets and ``preserve`` are about that pose. A posture
    has no times: those of the wishes do not matter, and goals may leave them out. ``method`` is the prioritized solver
    or, for comparison, one of the older ways: the Jacobian's transpose, or priorities over three hinges per joint.
    """
    if method not in METHODS:
        raise InvalidValueError(f"there is no method {method!r}. Known: {', '.join(METHODS)}.")
    if not isinstance(figure, Skeleton | Motion):
        raise InvalidValueError(f"a skeleton or a motion is needed; got {type(figure).__name__}.")
    whole = rest_pose(figure) if isinstance(figure, Skeleton) else figure
    wishes = without_times(as_edit(constraints))
    start = start_pose(whole, frame)
    names = motion_names(whole, roles)
    if method == "priority" or not wishes.constraints:
        return edit_motion(start, wishes, roles=names)
    from supple.solvers.posture import solve  # loads the compiler

    return solve(start, wishes, names, method=method)


def start_pose(motion: Motion, frame: int | None = None) -> Motion:
    """One frame of a motion by itself, or of its rest pose: the file's own rest row where there is one."""
    if frame is None and motion.rest_rows == 0:
        provenance = motion.provenance.without_rows()
        return replace(rest_pose(motion.skeleton, motion.frame_time, provenance), rest_rows=0)
    k = 0 if frame is None else frame
    if not 0 <= k < motion.frames:
        raise InvalidValueError(f"there is no frame {k}: the motion has frames 0 to {motion.frames - 1}.")
    return replace(motion.with_frames(k, k + 1), rest_rows=0)


def without_times(edit: model.Edit) -> model.Edit:
    """The same wishes about one pose; those that only a motion can have are refused."""
    constraints = tuple(_timeless(c, f"constraint[{k}]") for k, c in enumerate(edit.constraints))
    return msgspec.structs.replace(edit, constraints=constraints)


def _timeless(c: model.Constraint, place: str) -> model.Constraint:
    said = f"{place} ({c.name})" if c.name else place
    if isinstance(c, _OF_MOTIONS):
        kind = c.__struct_config__.tag
        raise DocumentError(f"{said}: a {kind} is about a path in time; a posture has none. Use position or preserve.")
    goals: tuple[Any, ...] = getattr(c, "goals", ())
    if len({goal.when for goal in goals}) > 1:
        raise DocumentError(f"{said}: {len(goals)} goals at different times; a posture has no times. Keep one goal.")
    changed: dict[str, Any] = (
        {"goals": tuple(msgspec.structs.replace(goal, when=None) for goal in goals)} if goals else {}
    )
    if isinstance(c, model.Balance | model.Preserve):
        changed["span"] = None
    return msgspec.structs.replace(c, **changed)
