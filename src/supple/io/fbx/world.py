"""A scene's units and axes, and the change to Supple's world."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.axes import vectors_from
from supple.io.fbx.scene import Scene
from supple.io.options import ReadOptions, is_unit
from supple.io.standard_frame import StandardFrame
from supple.units import METRES_PER, unit_name

_LETTERS = ("x", "-x", "y", "-y", "z", "-z")


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """Units, axes and the rotation (or mirror) ``change`` (3, 3) from a scene's axes to Supple's."""

    frame: StandardFrame
    change: np.ndarray
    warnings: tuple[str, ...] = ()

    def converted(self, matrices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Places (J, F, 3) [m] and linear maps (J, F, 3, 3) of matrices (F, J, 4, 3) that are given by columns."""
        columns = matrices.transpose(1, 0, 2, 3)
        linear = columns[:, :, :3].swapaxes(-1, -2)
        return columns[:, :, 3] @ self.change.T * self.frame.unit_scale, self.change @ linear @ self.change.T


def world_of(scene: Scene, options: ReadOptions) -> World:
    """The caller's word, else the file's."""
    warnings: list[str] = []
    scale, units = _unit(scene, options, warnings)
    up, change, axes = _axes(scene, options, warnings)
    frame = StandardFrame(scale, up, (("units", units), ("up", axes)), options.unit_scale is not None)
    return World(frame, change, tuple(warnings))


def _unit(scene: Scene, options: ReadOptions, warnings: list[str]) -> tuple[float, str]:
    if options.unit_scale is not None:
        return options.unit_scale, "as told"
    if is_unit(scene.unit_meters):
        return scene.unit_meters, f"{unit_name(scene.unit_meters)}, as the file says"
    warnings.append(f"the file states units of {scene.unit_meters:g} m, which cannot be; FBX's usual cm was taken.")
    return METRES_PER["cm"], "cm, which is usual in FBX"


def _axes(scene: Scene, options: ReadOptions, warnings: list[str]) -> tuple[str, np.ndarray, str]:
    """The up axis, the change of axes, and why."""
    if options.up is not None:
        return options.up, _usual(options.up), "as told"
    stated = [axis // 2 for axis in scene.axes if 0 <= axis < len(_LETTERS)]
    if len(set(stated)) != 3:
        warnings.append("the file states no axes, or such as cannot be; +Y was taken as up.")
        return "y", np.eye(3), "y, which is usual in FBX"
    change = np.array([np.eye(3)[axis // 2] * (1 - 2 * (axis % 2)) for axis in scene.axes])
    right, up, front = (_LETTERS[axis] for axis in scene.axes)
    reason = f"{up}, as the file says"
    if np.linalg.det(change) < 0.0:
        warnings.append("the file's axes are left-handed; the scene was mirrored into Supple's right-handed world.")
    elif not np.array_equal(change, _usual(up)):
        reason += f", with {right} to the right and {front} to the front"
    return up, change, reason


def _usual(up: str) -> np.ndarray:
    """(3, 3) the change that Supple makes wherever a file says no more than its up axis."""
    return vectors_from(up, np.eye(3)).T
