"""What is carried and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from supple.constraints import model
from supple.constraints.keeping import keeps
from supple.recipes.lint.finding import Finding, finding
from supple.recipes.lint.scene import Scene


def idle_masses(scene: Scene) -> Iterator[Finding]:
    """A ``[[mass]]`` where every wish is to keep what there is: balance keeps the centre of mass, load and all."""
    wishes = scene.edit.constraints
    if not scene.edit.masses or not all(map(keeps, wishes)):
        return
    for k in scene.sound:
        if isinstance(wishes[k], model.Balance):
            message = "what is carried bends nothing: balance keeps the centre of mass, load and all, where it was."
            fix = (
                "Give it goals to lean, as goals = [{ offset = [0.0, 0.0, 0.05] }], or let `supple physical` carry it."
            )
            yield finding(scene.edit, k, "warning", "mass", "goals", message, fix)
