"""How a figure is to be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from supple.errors import InvalidValueError
from supple.plots.contact_marks import Mark
from supple.plots.figure import Figure
from supple.plots.svg import COLOURS

_SMALLEST, _LARGEST = 16, 8192  # [pixel]
_SHADES = 24
Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Look:
    """Settings of a picture or film."""

    size: tuple[int, int] = (640, 480)  # [pixel]
    camera: str = "three-quarter"  # or front, side, top, or degrees to the left of the front
    follow: bool = True  # the eye goes with the figure; else it stands and sees all of the way
    dark: bool = False
    ghost: Figure | None = None  # a second figure, pale, at the same time
    marks: tuple[Mark, ...] = ()
    trails: tuple[int, ...] = ()  # points whose ways are shown

    def __post_init__(self) -> None:
        if not all(_SMALLEST <= side <= _LARGEST for side in self.size):
            wide, high = self.size
            raise InvalidValueError(f"a picture has from {_SMALLEST} to {_LARGEST} pixels a side; got {wide}x{high}.")

    @property
    def palette(self) -> Mapping[str, Colour]:
        """Colours by name."""
        return _DARK if self.dark else _LIGHT


def blend(under: Colour, over: Colour, strength: float) -> Colour:
    """``over`` seen through a veil of ``under``, in one of a few shades: films with fewer colours are smaller."""
    return _shades(under, over)[round(_SHADES * min(max(strength, 0.0), 1.0))]


@cache
def _shades(under: Colour, over: Colour) -> tuple[Colour, ...]:
    steps = np.linspace(np.array(under), np.array(over), _SHADES + 1)
    return tuple((r, g, b) for r, g, b in np.rint(steps).astype(int).tolist())


def _palette(**texts: str) -> dict[str, Colour]:
    return {name: (int(t[1:3], 16), int(t[3:5], 16), int(t[5:7], 16)) for name, t in {**COLOURS, **texts}.items()}


_LIGHT = _palette(
    paper="#ffffff", ground="#d5dade", shadow="#dde1e5", ghost="#a9b0b8", ink="#1d2126", soft="#626a74", past="#c3cad1"
)
_DARK = _palette(
    paper="#14171a", ground="#2e343a", shadow="#2b3137", ghost="#5d666f", ink="#e8eaec", soft="#9aa2ab", past="#3a4249"
)
