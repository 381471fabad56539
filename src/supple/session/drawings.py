"""What an action measured, as lines that a window can draw."""

from __future__ import annotations

import numpy as np

from supple.detect.signature.signature import GaitSignature
from supple.session.document import Data

_DIGITS = 2


class Curve(Data, frozen=True, kw_only=True):
    """A line through points, perhaps one of several of a kind."""

    name: str  # what a legend calls it; those of the same name have one colour
    x: tuple[float, ...]
    y: tuple[float, ...]
    main: bool = True  # else one of those that the main one is the mean of


class Drawing(Data, frozen=True, kw_only=True):
    """Curves over two axes."""

    title: str
    x_label: str
    y_label: str
    curves: tuple[Curve, ...]
    marks: tuple[Curve, ...] = ()  # single points: where the foot comes down


def gait_drawing(found: GaitSignature) -> Drawing:
    """Hip against knee, as ``supple gait --plot`` draws it: each cycle thin, their mean thick, the strike marked."""
    curves, marks = [], []
    for leg in found.legs:
        curves += [_loop(leg.side, cycle, main=False) for cycle in leg.curves]
        curves.append(_loop(leg.side, leg.curve, main=True))
        marks.append(_line(leg.side, np.degrees(leg.curve[:1])))
    return Drawing(
        title="Hip against knee", x_label="hip flexion [°]", y_label="knee flexion [°]", curves=tuple(curves),
        marks=tuple(marks),
    )  # fmt: skip


def _loop(name: str, curve: np.ndarray, *, main: bool) -> Curve:
    return _line(name, np.degrees(np.concatenate([curve, curve[:1]])), main=main)


def _line(name: str, points: np.ndarray, *, main: bool = True) -> Curve:
    x, y = np.round(points, _DIGITS).T.tolist()
    return Curve(name=name, x=tuple(x), y=tuple(y), main=main)
