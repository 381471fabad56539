"""A body on a skeleton: mass, centre and inertia of what each joint moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from supple.core.arrays import frozen, rebuilt, sealed
from supple.core.body.masses import Carried, segment_parts
from supple.core.body.resting import Piece, resting
from supple.core.skeleton import Skeleton
from supple.dynamics.averages import AVERAGES
from supple.dynamics.body import BodyParameters
from supple.errors import InvalidValueError

# choice: feet are as long as two ways from the ankle to the ball, which is where skeletons have joints
_LENGTHS_OF_SPAN = {"foot": 2.0}


@dataclass(frozen=True, slots=True, eq=False)
class Inertias:
    """What every joint of a skeleton moves, in the joint's frame."""

    masses: np.ndarray  # (J,) [kg]
    centres: np.ndarray  # (J, 3) [m]
    inertias: np.ndarray  # (J, 3, 3) about the centre [kg m2]
    missing: tuple[str, ...] = ()  # in words: segments that the figure's roles do not show

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        put, count = object.__setattr__, len(self.masses)
        put(self, "masses", sealed(self.masses, ("J",), "masses"))
        put(self, "centres", sealed(self.centres, (count, 3), "centres"))
        put(self, "inertias", sealed(self.inertias, (count, 3, 3), "inertias"))

    @property
    def mass(self) -> float:
        """The whole body's, with what it carries [kg]."""
        return float(self.masses.sum())


def body_inertias(
    skeleton: Skeleton, roles: Mapping[str, str], body: BodyParameters, carried: Iterable[Carried] = ()
) -> Inertias:
    """Put the segments of ``body`` on the joints that move them, where the average body has them.

    Radii of gyration are measured by the figure's own bones. Segments that the roles do not show are left out, told in
    ``missing``, and the rest is scaled to the whole.
    """
    figure = resting(skeleton, roles)
    lumps, missing = [], []
    for label, part in segment_parts(figure).items():
        if isinstance(part, str):
            missing.append(part)
        else:
            lumps += _lumps(part, label.split(" ", 1)[-1].replace(" ", "_"), body)
    if not lumps:
        raise InvalidValueError(
            "nothing is known of this figure's body: no role was recognised. Give them with --roles."
        )
    scale = body.mass / sum(kg for _, kg, _, _ in lumps)
    lumps = [(joint, scale * kg, centre, scale * inertia) for joint, kg, centre, inertia in lumps]
    for name, kg, at in carried:
        if not (np.isfinite(kg) and kg >= 0.0):
            raise InvalidValueError(f"a carried mass must not be negative; {name!r} carries {kg:g} kg.")
        joint = skeleton.index(name if name in skeleton else roles.get(name, name))
        lumps.append((joint, float(kg), np.asarray(at, dtype=np.float64), np.zeros((3, 3))))
    return _gathered(len(skeleton), lumps, tuple(missing))


Lump = tuple[int, float, np.ndarray, np.ndarray]  # joint, mass, centre, inertia about it


def _lumps(pieces: list[Piece], name: str, body: BodyParameters) -> list[Lump]:
    segment, average = body.segments[name], AVERAGES[name]
    whole = sum(share for _, share, _ in pieces)
    across, along = segment.gyration
    lumps = []
    trunk = _spread_length(pieces) if name == "trunk" else 0.0
    for joint, share, centre in pieces:
        kg = segment.mass * share / whole
        if name == "trunk":  # a slice of it: as thick as the whole, but only as long as its share
            length, axis = trunk * share / whole, centre
            wide, thick = length**2 / 12.0 + 0.5 * (along * trunk) ** 2, (along * trunk) ** 2
        else:
            span = _LENGTHS_OF_SPAN.get(name, 1.0) * float(np.linalg.norm(centre)) / average.centre
            length, axis = span or segment.length, centre
            wide, thick = (across * length) ** 2, (along * length) ** 2
            centre = centre * segment.centre / average.centre
        lumps.append((joint, kg, centre, kg * _axial(axis, wide, thick)))
    return lumps


def _spread_length(pieces: list[Piece]) -> float:
    """How long the trunk is: each of its pieces is centred half-way along its own bone."""
    return 2.0 * sum(float(np.linalg.norm(centre)) for _, _, centre in pieces)


def _axial(axis: np.ndarray, across: float, along: float) -> np.ndarray:
    """(3, 3) a tensor that is symmetric about an axis; about y where there is none."""
    length = float(np.linalg.norm(axis))
    unit = axis / length if length > 0.0 else np.array([0.0, 1.0, 0.0])
    return across * np.eye(3) + (along - across) * np.outer(unit, unit)


def _gathered(count: int, lumps: list[Lump], missing: tuple[str, ...]) -> Inertias:
    masses, moments = np.zeros(count), np.zeros((count, 3))
    for joint, kg, centre, _ in lumps:
        masses[joint] += kg
        moments[joint] += kg * centre
    centres = moments / np.where(masses > 0.0, masses, 1.0)[:, None]
    inertias = np.zeros((count, 3, 3))
    for joint, kg, centre, inertia in lumps:
        away = centre - centres[joint]
        inertias[joint] += inertia + kg * (away @ away * np.eye(3) - np.outer(away, away))
    return Inertias(frozen(masses), frozen(centres), frozen(inertias), missing)
