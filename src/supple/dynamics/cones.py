r"""Segments of a body as truncated cones of even density.

With :math:`a = C_1/2\pi` and :math:`b = C_2/2\pi` the radii at the two ends and :math:`r(y) = a + (b-a) y/L`, a slice
at :math:`y` has the area :math:`\pi r^2`, so that volume, centre and inertia are integrals of polynomials: of
:math:`r^2`, :math:`y r^2`, :math:`y^2 r^2` and :math:`r^4` (a disc has :math:`r^2/4` of its mass across and
:math:`r^2/2` about its axis).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from supple.errors import InvalidValueError


class Solid(NamedTuple):
    """A segment that is symmetric about its axis, which begins at its joint."""

    length: float  # [m]
    mass: float  # [kg]
    centre: float  # along the axis from the joint [m]
    across: float  # inertia about any line through the centre across the axis [kg m2]
    along: float  # inertia about the axis [kg m2]

    def about_joint(self) -> np.ndarray:
        """(3, 3) the inertia about the joint; the axis is y, as the source lays its bones."""
        across = self.across + self.mass * self.centre**2
        return np.diag([across, self.along, across])

    @property
    def gyration(self) -> tuple[float, float]:
        """Radii of gyration across and along, as shares of the length."""
        across, along = (float(np.sqrt(i / self.mass)) / self.length for i in (self.across, self.along))
        return across, along


def cone_volume(length: float, first: float, second: float) -> float:
    """The volume [m3] of a truncated cone with these circumferences at its ends [m]."""
    for what, value in (("length", length), ("first circumference", first), ("second circumference", second)):
        if not 0.0 < value < 1e3:
            raise InvalidValueError(f"the {what} of a segment must be above 0 and below 1000 m; got {value:g} m.")
    return length * (first**2 + first * second + second**2) / (12.0 * np.pi)


def cone(length: float, first: float, second: float, mass: float) -> Solid:
    """A truncated cone of even density that weighs ``mass``; the first circumference is at the joint."""
    volume = cone_volume(length, first, second)
    radius = np.polynomial.Polynomial([first, (second - first) / length]) / (2.0 * np.pi)
    y = np.polynomial.Polynomial([0.0, 1.0])
    density = np.pi * mass / volume

    def summed(slice_: np.polynomial.Polynomial) -> float:
        whole = slice_.integ()
        return float(density * (whole(length) - whole(0.0)))

    centre = summed(y * radius**2) / mass
    along = 0.5 * summed(radius**4)
    across = 0.5 * along + summed(y**2 * radius**2) - mass * centre**2
    return Solid(length, mass, centre, across, along)


def stacked(solids: list[Solid]) -> Solid:
    """Segments one behind the other on one axis, as one."""
    starts = np.concatenate([[0.0], np.cumsum([s.length for s in solids])])
    mass = sum(s.mass for s in solids)
    places = [start + s.centre for start, s in zip(starts[:-1], solids, strict=True)]
    centre = sum(s.mass * place for s, place in zip(solids, places, strict=True)) / mass
    across = sum(s.across + s.mass * (place - centre) ** 2 for s, place in zip(solids, places, strict=True))
    return Solid(float(starts[-1]), mass, float(centre), float(across), sum(s.along for s in solids))
