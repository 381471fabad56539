"""Compile every kernel now, so that nothing waits later."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable

from supple.kernels.cache import SOURCES, mark_complete

_PACKAGE = "supple.kernels."
_NOT_KERNELS = {"cache", "dof_kinds", "fitting.kinds", "jit", "limit_kinds", "posing.slots", "task_kinds", "warmup"}


def modules() -> list[str]:
    """The names of all kernel modules."""
    found = pkgutil.walk_packages([str(SOURCES)], prefix=_PACKAGE)  # it imports folders by these names
    names = (entry.name.removeprefix(_PACKAGE) for entry in found if not entry.ispkg)
    return sorted(name for name in names if name not in _NOT_KERNELS)


def compile_everything(progress: Callable[[str], None] = lambda name: None) -> int:
    """Import all kernel modules, which compiles what they declare; returns how many there are.

    ``progress`` is told the name of each module before it is compiled.
    """
    names = modules()
    for name in names:
        progress(name)
        importlib.import_module(f"supple.kernels.{name}")
    mark_complete()
    return len(names)
