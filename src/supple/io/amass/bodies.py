"""The joints of the body that a motion was captured from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from supple.core.body.rest_pose import rest_pose
from supple.core.motion import Motion
from supple.errors import FileError
from supple.io.amass.layouts import layout_of
from supple.io.npz_arrays import load_arrays, member_names
from supple.io.source import load_bytes

_MODEL: dict[str, tuple[str, int]] = {
    "J": ("f", 2),  # (n, 3) joints
    "J_regressor": ("f", 2),  # (n, V) joints as means of vertices
    "v_template": ("f", 2),  # (V, 3)
    "shapedirs": ("f", 3),  # (V, 3, B) what each of the betas moves
}
_REGRESSED = {"J_regressor", "v_template", "shapedirs"}
_SIDE = re.compile(r"^(l|r)_")


def joints_of(path: Path, names: Sequence[str], betas: np.ndarray) -> np.ndarray:
    """(n, 3) the named joints of the body in a file, in its rest pose [m].

    The file is an npz of a body model (``J``, or ``J_regressor``, ``v_template`` and ``shapedirs``), or any motion
    file whose joints have SMPL's names.
    """
    if path.suffix.lower() in (".pkl", ".pickle"):
        raise FileError(path, "pickles can run code and are not read. Save the model's arrays as an npz.")
    if path.suffix.lower() == ".npz":
        data = load_bytes(path)
        found = member_names(path, data)
        if "J" in found or found >= _REGRESSED:
            return _chosen(path, _model_joints(path, load_arrays(path, data, _MODEL), betas), names)
    return _skeleton_joints(path, names)


def _model_joints(path: Path, arrays: dict[str, np.ndarray], betas: np.ndarray) -> np.ndarray:
    """All joints of a body model, shaped by the betas where it has shapes."""
    if not arrays.keys() >= _REGRESSED:
        return arrays["J"].astype(np.float64)
    regressor, template, shapes = (
        arrays[name].astype(np.float64) for name in ("J_regressor", "v_template", "shapedirs")
    )
    count = len(template)
    if regressor.shape[1] != count or template.shape != (count, 3) or shapes.shape[:2] != (count, 3):
        shown = f"J_regressor {regressor.shape}, v_template {template.shape}, shapedirs {shapes.shape}"
        raise FileError(path, f"the arrays of the body model do not fit together: {shown}.")
    used = min(len(betas), shapes.shape[2])
    return np.asarray(regressor @ (template + shapes[:, :, :used] @ betas[:used]))


def _chosen(path: Path, joints: np.ndarray, names: Sequence[str]) -> np.ndarray:
    layout = layout_of(len(joints))
    if layout is None or joints.shape[1] != 3 or not np.isfinite(joints).all():
        raise FileError(path, f"the body has joints of shape {joints.shape}; 22, 24, 52 or 55 places are due.")
    if missing := [name for name in names if name not in layout.names]:
        raise FileError(path, f"the body ({layout.title}) lacks the joint {missing[0]!r} of the motion.")
    return joints[[layout.names.index(name) for name in names]]


def _skeleton_joints(path: Path, names: Sequence[str]) -> np.ndarray:
    from supple.io.registry import read  # which knows this module

    motion = read(path)
    if not isinstance(motion, Motion):
        raise FileError(path, "this holds no skeleton to take joints from.")
    spelled = {_spelled(name): j for j, name in enumerate(motion.skeleton.names)}
    if missing := [name for name in names if name not in spelled]:
        raise FileError(
            path, f"the skeleton has no joint named {missing[0]!r}; a body for AMASS has SMPL's joints and names."
        )
    return rest_pose(motion.skeleton).positions[[spelled[name] for name in names]]


def _spelled(name: str) -> str:
    """A joint's name as SMPL's papers spell it; some tools write L_Hip."""
    plain = name.lower()
    return _SIDE.sub(lambda side: "left_" if side[1] == "l" else "right_", plain)
