"""How a pose moves when its joints do: Jacobians of one frame, and steps along the degrees of freedom.

The columns are those of :func:`supple.core.dofs.dof_layout`; rows are world x, y, z. Solvers call the
kernels themselves; these doors are for people and tests.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from supple.core.arrays import frozen, sealed
from supple.core.dofs import DofLayout, dof_layout
from supple.core.motion import Motion
from supple.errors import InvalidValueError

_ORIGIN = (0.0, 0.0, 0.0)


class _Posed(NamedTuple):
    """One frame in the world, and the axes of its degrees of freedom."""

    positions: np.ndarray  # (J, 3)
    rotations: np.ndarray  # (J, 4)
    layout: DofLayout
    axes: np.ndarray  # (D, 3)


def position_jacobian(motion: Motion, frame: int, joint: str, offset: npt.ArrayLike = _ORIGIN) -> np.ndarray:
    """(3, D) how a point moves that sits at ``offset`` [m] in the frame of ``joint``."""
    from supple.kernels import jacobians

    posed, index = _posed(motion, frame), np.array([motion.skeleton.index(joint)])
    points, out = np.zeros((1, 3)), np.zeros((3, len(posed.layout)))
    local = sealed(offset, (3,), "offset")[None]
    jacobians.world_points(index, local, posed.positions, posed.rotations, points)
    jacobians.position_jacobian(
        points,
        index,
        motion.skeleton.parents,
        posed.layout.start,
        posed.layout.kind,
        posed.axes,
        posed.positions,
        out,
    )
    return frozen(out)


def orientation_jacobian(motion: Motion, frame: int, joint: str) -> np.ndarray:
    """(3, D) the angular velocity of ``joint`` in the world."""
    from supple.kernels import jacobians

    posed, index = _posed(motion, frame), np.array([motion.skeleton.index(joint)])
    out, layout = np.zeros((3, len(posed.layout))), posed.layout
    jacobians.orientation_jacobian(index, motion.skeleton.parents, layout.start, layout.kind, posed.axes, out)
    return frozen(out)


def centre_of_mass(motion: Motion, frame: int, masses: npt.ArrayLike, centres: npt.ArrayLike) -> np.ndarray:
    """(3,) where the centre of mass is [m].

    ``masses`` (J,) [kg] and ``centres`` (J, 3) [m] are those of the segment that moves with each joint, in its frame.
    """
    loads, moments = _gathered(motion, _posed(motion, frame), masses, centres)
    return frozen(moments[0] / loads[0])


def centre_of_mass_jacobian(motion: Motion, frame: int, masses: npt.ArrayLike, centres: npt.ArrayLike) -> np.ndarray:
    """(3, D) how the centre of mass moves; the arguments are those of :func:`centre_of_mass`."""
    from supple.kernels import jacobians

    posed = _posed(motion, frame)
    loads, moments = _gathered(motion, posed, masses, centres)
    out, layout = np.zeros((3, len(posed.layout))), posed.layout
    jacobians.mass_jacobian(loads, moments, layout.start, layout.kind, posed.axes, posed.positions, out)
    return frozen(out)


def stepped(motion: Motion, frame: int, step: npt.ArrayLike) -> Motion:
    """The motion with one frame moved by ``step`` (D,) [m, rad] along its degrees of freedom."""
    from supple.kernels.step import take_step

    layout = dof_layout(motion.skeleton)
    roots, rotations = motion.root_positions.copy(), motion.rotations.copy()
    number = _checked(motion, frame)
    take_step(sealed(step, (len(layout),), "step"), layout.start, layout.kind, layout.axes, roots[number],
              rotations[number])  # fmt: skip
    return motion.with_root_positions(frozen(roots)).with_rotations(frozen(rotations))


def _posed(motion: Motion, frame: int) -> _Posed:
    from supple.kernels import fk, jacobians

    number, skeleton, layout = _checked(motion, frame), motion.skeleton, dof_layout(motion.skeleton)
    positions, rotations = np.zeros((len(skeleton), 3)), np.zeros((len(skeleton), 4))
    fk.pose_frame(
        motion.root_positions[number], motion.rotations[number], motion.local_offsets(number), skeleton.parents,
        positions, rotations,
    )  # fmt: skip
    axes = np.zeros((len(layout), 3))
    jacobians.world_axes(rotations, skeleton.parents, layout.start, layout.kind, layout.axes, axes)
    return _Posed(positions, rotations, layout, axes)


def _gathered(
    motion: Motion, posed: _Posed, masses: npt.ArrayLike, centres: npt.ArrayLike
) -> tuple[np.ndarray, np.ndarray]:
    from supple.kernels import jacobians

    count = len(motion.skeleton)
    mass, centre = sealed(masses, (count,), "masses"), sealed(centres, (count, 3), "centres")
    if not (np.isfinite(mass).all() and (mass >= 0.0).all() and mass.sum() > 0.0):
        raise InvalidValueError(
            f"masses must not be negative and weigh something together; their sum is {mass.sum():g}."
        )
    loads, moments = np.zeros(count), np.zeros((count, 3))
    jacobians.gather_mass(posed.positions, posed.rotations, motion.skeleton.parents, mass, centre, loads, moments)
    return loads, moments


def _checked(motion: Motion, frame: int) -> int:
    if not 0 <= frame < motion.frames:
        raise InvalidValueError(f"frame {frame} is not inside this motion's 0:{motion.frames}.")
    return int(frame)
