"""A part of the axes beside another space: offsets are turned, the axes that are asked for are not."""

from __future__ import annotations

from collections.abc import Iterator

from supple.constraints import model
from supple.core.documents import shown
from supple.recipes.lint.finding import Finding, finding
from supple.recipes.lint.scene import Scene

_LEVEL = ({"y"}, {"x", "z"})  # the same in the world and where the hips face


def axes_of_the_world(scene: Scene) -> Iterator[Finding]:
    """Constraints that ask for some axes, which are those of the world, and give offsets along others."""
    for k in scene.sound:
        c = scene.edit.constraints[k]
        if not isinstance(c, model.Position | model.Preserve | model.Balance) or len(c.axes) == 3:
            continue
        space = c.space or scene.edit.space
        if space == "world" or (space == "facing" and set(c.axes) in _LEVEL) or not (c.space or _offset(c)):
            continue
        message = f"axes = {shown(c.axes)} are those of the world; only offsets are along those of {shown(space)}."
        fix = 'Leave the axes out, or say the offset in the world, with space = "world".'
        yield finding(scene.edit, k, "warning", "axes", "axes", message, fix)


def _offset(c: model.Position | model.Preserve | model.Balance) -> bool:
    return any(goal.offset is not None and any(goal.offset) for goal in getattr(c, "goals", ()))
