"""Trouble with an edit, found before solving."""

from __future__ import annotations

from collections.abc import Sequence

from supple.constraints.checks import check_edit
from supple.constraints.model import Edit
from supple.constraints.names import Names
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.core.progress import Progress
from supple.recipes.detected_steps import with_detected_steps
from supple.recipes.lint.axes import axes_of_the_world
from supple.recipes.lint.feet import feet_held_elsewhere
from supple.recipes.lint.finding import Finding
from supple.recipes.lint.goals import goals_at_once
from supple.recipes.lint.masses import idle_masses
from supple.recipes.lint.reach import out_of_reach
from supple.recipes.lint.scene import Scene
from supple.recipes.lint.sharing import broken_recruiting, collisions
from supple.recipes.lint.sudden import plants_of_swinging_feet, sudden_goals
from supple.recipes.lint.words import bad_times, refused, repeated_joints, repeated_names, unfit_ranges, unknown_names
from supple.recipes.names import motion_names

__all__ = ["Finding", "lint_edit"]


def lint_edit(
    motion: Motion,
    edit: Edit,
    names: Names | None = None,
    pose: WorldPose | None = None,
    progress: Progress | None = None,
) -> tuple[Finding, ...]:
    """Everything that can be said against an edit of a motion without solving it, errors first.

    Constraints with an error are left out of the further checks. Footplants whose events are to be detected are looked
    at step by step: the first has the number of its constraint, the others have numbers behind the last. ``names`` and
    ``pose`` are those of :func:`motion_names` and :func:`world_pose`, for those who have them already;
    ``progress`` is told how many constraints were looked at.
    """
    check_edit(edit)
    pose = world_pose(motion) if pose is None else pose
    names = motion_names(motion, pose=pose) if names is None else names
    edit = with_detected_steps(edit, motion, names).edit
    said = [*unknown_names(edit, names), *repeated_joints(edit, names), *unfit_ranges(edit, motion, names)]
    said += [*repeated_names(edit), *bad_times(edit, motion)]
    errors = [f for f in said if f.severity == "error"]
    if any(f.constraint is None for f in errors):  # a wrong joint of the whole document concerns all constraints
        return tuple(errors)
    errors += refused(edit, motion, names, pose, _sound(edit, errors))
    sound = _sound(edit, errors)
    scene = Scene(motion, edit, names, pose, sound)
    warnings = [f for f in said if f.severity == "warning"] if sound else []
    if sound:
        warnings += [*broken_recruiting(scene), *collisions(scene), *goals_at_once(scene), *sudden_goals(scene)]
        warnings += [*axes_of_the_world(scene), *plants_of_swinging_feet(scene)]
        feet = list(feet_held_elsewhere(scene))
        told = {f.constraint for f in feet if f.constraint is not None}
        warnings += [*feet, *out_of_reach(scene, told, progress), *idle_masses(scene)]
    return tuple(errors + warnings)


def _sound(edit: Edit, errors: Sequence[Finding]) -> tuple[int, ...]:
    """The constraints that no error is about."""
    wrong = {f.constraint for f in errors}
    return tuple(k for k in range(len(edit.constraints)) if k not in wrong)
