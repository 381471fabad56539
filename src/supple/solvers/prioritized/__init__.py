"""Strict priorities: a weaker wish never disturbs a stronger one."""

from __future__ import annotations

from collections.abc import Callable

from supple.constraints.model import Edit
from supple.constraints.names import Names
from supple.core.motion import Motion
from supple.errors import SuppleError
from supple.solvers.result import Result


def solve(motion: Motion, edit: Edit, names: Names, progress: Callable[[int, int], None] | None = None) -> Result:
    """The motion bent to the wishes, and how it went."""
    raise SuppleError("the prioritized solver is not in this version yet; `supple lint` checks an edit without it.")
