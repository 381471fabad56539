"""Which part of a body every bone belongs to, and how long it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from supple.core.moments import parsed
from supple.core.motion import Motion
from supple.core.roles import SIDES
from supple.core.skeleton import Skeleton
from supple.errors import DocumentError
from supple.io.documents.body import ENDS, PARTS, Body, Factors

_LIMBS = {"leg": ("hip", "ankle", "foot", "feet"), "arm": ("shoulder", "wrist", "hand", "hands")}


@dataclass(frozen=True, slots=True)
class Parts:
    """The names of the parts that a joint's bone belongs to, and those that what it carries does."""

    bone: tuple[str, ...]
    carried: tuple[str, ...]


def parts_of(skeleton: Skeleton, roles: Mapping[str, str]) -> tuple[Parts, ...]:
    """The parts of every joint. What is no limb and no head is the trunk."""
    stops = skeleton.subtree_stops()
    bone: list[tuple[str, ...]] = [("trunk",)] * len(skeleton)
    carried = list(bone)

    def put(top: str, parts: tuple[str, ...]) -> None:
        if top in roles:
            joint = skeleton.index(roles[top])
            carried[joint : stops[joint]] = [parts] * (stops[joint] - joint)
            bone[joint + 1 : stops[joint]] = [parts] * (stops[joint] - joint - 1)

    put("neck" if "neck" in roles else "head", ("head",))
    for side in SIDES:
        for limb, (base, end, tip, tips) in _LIMBS.items():
            put(f"{side}_{base}", (f"{limb}s", f"{side}_{limb}"))
            put(f"{side}_{end}", (f"{limb}s", f"{side}_{limb}", tips, f"{side}_{tip}"))
    return tuple(Parts(("all", *b), ("all", *c)) for b, c in zip(bone, carried, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Growth:
    """How many times as long everything is, in every frame."""

    bones: np.ndarray  # (F, J) of the bone that ends at a joint
    carried: np.ndarray  # (F, J) of what hangs on a joint, such as a heel

    @property
    def constant(self) -> bool:
        """Whether nothing changes in time."""
        return bool((np.ptp(self.bones, axis=0) == 0.0).all())


def growth_of(motion: Motion, body: Body, parts: tuple[Parts, ...]) -> Growth:
    """The factors that a body document means for a motion; parts that the figure does not have are refused."""
    _refuse_missing(body, parts)
    curves = {name: _curve(motion, body, name) for name in Factors.__struct_fields__}

    def of(names: tuple[str, ...]) -> np.ndarray:
        steady = float(np.prod([getattr(body.scale, name) for name in names]))
        ends = any(name in ENDS for name in names)
        return np.full(motion.frames, steady) if ends else steady * np.prod([curves[n] for n in names], axis=0)

    return Growth(np.stack([of(p.bone) for p in parts], axis=1), np.stack([of(p.carried) for p in parts], axis=1))


def _curve(motion: Motion, body: Body, name: str) -> np.ndarray:
    """(F,) what keys say of one part: smooth, without overshoot, and steady before the first and after the last."""
    keys = sorted((_frame(key.at, motion), getattr(key, name)) for key in body.scale.key)
    if any(a[0] == b[0] for a, b in pairwise(keys)):
        raise DocumentError("scale.key: two keys are at the same moment.")
    values = [value for _, value in keys]
    if len(set(values)) < 2:
        return np.full(motion.frames, values[0] if values else 1.0)
    from scipy.interpolate import PchipInterpolator  # loads SciPy

    at = np.array([frame for frame, _ in keys])
    ends = np.array([at[0] - 1.0, *at, at[-1] + 1.0])  # flat beyond, and so at the first and last key
    curve = PchipInterpolator(ends, [values[0], *values, values[-1]])
    return np.asarray(curve(np.clip(np.arange(motion.frames), at[0], at[-1])))


def _frame(moment: float | str, motion: Motion) -> float:
    value, unit = parsed(moment)
    return value if unit == "f" else value / motion.frame_time


def _refuse_missing(body: Body, parts: tuple[Parts, ...]) -> None:
    have = {name for p in parts for name in (*p.bone, *p.carried)}
    for factors in (body.scale, *body.scale.key):
        for name in PARTS:
            if getattr(factors, name, 1.0) != 1.0 and name not in have:
                known = ", ".join(part for part in PARTS if part in have)
                raise DocumentError(f"scale.{name}: this figure has no such part. It has: {known}.")
