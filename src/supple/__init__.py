"""Supple edits captured human motion.

``motion = supple.read("walk.bvh")``, ``supple.write(motion, "out.glb")``, ``supple.world_pose(motion).positions``.
Names are loaded when they are first used, so that ``import supple`` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from supple.core.freedom import Freedom as Freedom
    from supple.core.markers import ForcePlate as ForcePlate
    from supple.core.markers import Markers as Markers
    from supple.core.markers import Signals as Signals
    from supple.core.motion import Motion as Motion
    from supple.core.pose import WorldPose as WorldPose
    from supple.core.pose import world_pose as world_pose
    from supple.core.provenance import Provenance as Provenance
    from supple.core.skeleton import Skeleton as Skeleton
    from supple.errors import FileError as FileError
    from supple.errors import SuppleError as SuppleError
    from supple.io.forces import read_forces as read_forces
    from supple.io.options import ReadOptions as ReadOptions
    from supple.io.options import WriteOptions as WriteOptions
    from supple.io.registry import read as read
    from supple.io.registry import write as write
    from supple.recipes.roles import motion_roles as motion_roles
    from supple.recipes.walk import walking as walking

_HOME = {
    "FileError": "errors",
    "ForcePlate": "core.markers",
    "Freedom": "core.freedom",
    "Markers": "core.markers",
    "Motion": "core.motion",
    "Provenance": "core.provenance",
    "ReadOptions": "io.options",
    "Signals": "core.markers",
    "Skeleton": "core.skeleton",
    "SuppleError": "errors",
    "WorldPose": "core.pose",
    "WriteOptions": "io.options",
    "motion_roles": "recipes.roles",
    "read": "io.registry",
    "read_forces": "io.forces",
    "walking": "recipes.walk",
    "world_pose": "core.pose",
    "write": "io.registry",
}
__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'supple' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"supple.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
