"""Walkers in real time: one (:class:`Walker`), or many as one array call (:class:`Crowd`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from supple.core.ground import Height
from supple.core.heights import Heights
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError
from supple.io.documents.body import Body
from supple.io.documents.heights import read_heights
from supple.io.documents.style import Style, read_style
from supple.recipes.walker.cohort import cohort
from supple.recipes.walker.figure import WalkerFigure, walker_figure
from supple.recipes.walker.walkers import Ik, Walkers
from supple.recipes.walker.ways import Stand, Steered
from supple.solvers.cleanup.stream import Pose

BodyGiven = Body | Path | str | None
StyleGiven = Style | Path | str | None
_APART = 1.5  # [m] between walkers that were not told where to stand
_LONGEST_STEP_S = 10.0  # choice: longer is a slip, as milliseconds would be
_AT_ONCE_S = 0.1  # of one step that is made at once; a longer one is made of several
_FASTEST = 5.0  # [m/s]
_MOST = 1_000_000  # choice: more is a slip of the keyboard, and would end in a lack of memory


class CrowdPose(NamedTuple):
    """The poses of n walkers; the arrays are the crowd's own, and change with its next step."""

    roots: np.ndarray  # (n, 3) [m]
    rotations: np.ndarray  # (n, J, 4)


class Crowd:
    """n walkers of the same skeleton, with bodies and styles of their own, who go where they are told."""

    def __init__(
        self,
        n: int,
        bodies: BodyGiven | Sequence[BodyGiven] = None,
        styles: StyleGiven | Sequence[StyleGiven] = None,
        *,
        places: npt.ArrayLike | None = None,
        headings: npt.ArrayLike = 0.0,
        ground: Height | str | None = None,
        ik: Ik = "half",
    ) -> None:
        if isinstance(n, bool) or not isinstance(n, int | np.integer) or not 1 <= n <= _MOST:
            raise InvalidValueError(f"a crowd has 1 to {_MOST} walkers; got {n!r}.")
        self._figures = _figures(_each(bodies, n, "bodies"))
        manners = _styles(_each(styles, n, "styles"))
        height = read_heights(ground) if isinstance(ground, str) else ground
        level = height.height if isinstance(height, Heights) and height.is_flat else 0.0
        terrain = None if isinstance(height, Heights) and height.is_flat else height
        group = cohort(self._figures, manners)
        facing = _numbers(headings, n, "headings")
        way = Steered(_grid(n) if places is None else _places(places, n), facing)
        everyone, still = np.arange(n), np.zeros(n)
        self._way, self.notes = way, group.notes
        self._walkers = Walkers(
            group, way, Stand(*way.at(everyone, still)), ground=terrain, level=level, ik=ik, first=everyone % 2
        )

    def __len__(self) -> int:
        return len(self._walkers.group)

    @property
    def skeletons(self) -> tuple[Skeleton, ...]:
        """Of each walker; they differ in lengths alone."""
        return tuple(figure.skeleton for figure in self._figures)

    @property
    def pose(self) -> CrowdPose:
        """Where all walkers are now."""
        return CrowdPose(self._walkers.roots, self._walkers.rotations)

    @property
    def iterations(self) -> np.ndarray:
        """(2n,) what the legs took in the last step."""
        return self._walkers.iterations

    def step(self, seconds: float, headings: npt.ArrayLike, speeds: npt.ArrayLike) -> CrowdPose:
        """Go on by some time towards ``headings`` [rad; 0 is +Z, pi/2 is +X] at ``speeds`` [m/s], of all or of each.

        Walkers turn and change their speed as fast as people do, and stand where the speed is 0.
        """
        count = len(self)
        seconds = _seconds(seconds)
        wanted = _numbers(speeds, count, "speeds")
        if (wanted < 0.0).any() or (wanted > _FASTEST).any():
            raise InvalidValueError(
                f"speeds lie between 0 and {_FASTEST:g} m/s; got {wanted.min():g} to {wanted.max():g}."
            )
        turned = _numbers(headings, count, "headings")
        parts = max(1, int(np.ceil(seconds / _AT_ONCE_S - 1e-9)))
        fastest = self._walkers.group.steps * 3.2
        for _ in range(parts):
            self._way.steer(turned, self._walkers.pace.speeds, seconds / parts)
            self._walkers.step(seconds / parts, np.minimum(wanted, fastest))
        return self.pose

    def restyle(self, styles: StyleGiven | Sequence[StyleGiven]) -> None:
        """Walk on in another way."""
        group = cohort(self._figures, _styles(_each(styles, len(self), "styles")))
        self._walkers.restyle(group)
        self.notes = group.notes


class Walker:
    """One character that walks by itself; ``step`` moves it on and gives its pose."""

    def __init__(
        self,
        body: BodyGiven = None,
        style: StyleGiven = None,
        *,
        place: tuple[float, float] = (0.0, 0.0),
        heading: float = 0.0,
        ground: Height | str | None = None,
        ik: Ik = "half",
    ) -> None:
        self._crowd = Crowd(1, body, style, places=[place], headings=heading, ground=ground, ik=ik)

    @property
    def skeleton(self) -> Skeleton:
        """Whose joints the poses turn."""
        return self._crowd.skeletons[0]

    @property
    def notes(self) -> tuple[str, ...]:
        """What was not possible as it was asked for."""
        return self._crowd.notes

    def step(self, dt: float, heading: float, speed: float, style: StyleGiven = None) -> Pose:
        """The pose after ``dt`` seconds on the way to a ``heading`` [rad] and ``speed`` [m/s]; 0 comes to stand."""
        if style is not None:
            self._crowd.restyle(style)
        roots, rotations = self._crowd.step(dt, heading, speed)
        return Pose(roots[0].copy(), rotations[0].copy())


def _each(given: object, n: int, name: str) -> list:
    if isinstance(given, Sequence) and not isinstance(given, str):
        if len(given) != n:
            raise InvalidValueError(f"{name}: give one for all or one for each of {n} walkers; got {len(given)}.")
        return list(given)
    return [given] * n


def _figures(bodies: list[BodyGiven]) -> list[WalkerFigure]:
    known: dict[object, WalkerFigure] = {}
    for body in bodies:
        _refuse_other(body, Body, "a body")
        if body not in known:
            known[body] = walker_figure(body)
    return [known[body] for body in bodies]


def _styles(given: list[StyleGiven]) -> list[Style]:
    for style in given:
        _refuse_other(style, Style, "a style")
    known = {str(style): read_style(style) for style in given if isinstance(style, Path | str)}
    return [known[str(s)] if isinstance(s, Path | str) else s or Style() for s in given]


def _refuse_other(given: object, kind: type, name: str) -> None:
    if given is not None and not isinstance(given, kind | Path | str):
        raise InvalidValueError(f"{name} is a {kind.__name__} or the path of its document; got {given!r:.60}.")


def _seconds(given: object) -> float:
    """A step in time; compiled code takes a plain number only."""
    real = isinstance(given, int | float | np.integer | np.floating) and not isinstance(given, bool)
    if not real or not 0.0 < given < _LONGEST_STEP_S:  # type: ignore[operator]
        raise InvalidValueError(
            f"a step in time is more than 0 and less than {_LONGEST_STEP_S:g} s; got {given!r:.60}."
        )
    return float(given)  # type: ignore[arg-type]


def _floats(value: npt.ArrayLike, name: str) -> np.ndarray:
    try:
        return np.asarray(value, float)
    except (TypeError, ValueError) as error:
        raise InvalidValueError(f"{name} must be numbers; got {value!r:.60}.") from error


def _numbers(value: npt.ArrayLike, n: int, name: str) -> np.ndarray:
    array = _floats(value, name)
    if array.shape not in ((), (n,)):
        raise InvalidValueError(
            f"{name} must be one finite number, or one for each of {n} walkers; got an array of shape {array.shape}."
        )
    _refuse_not_finite(array, name)
    return np.broadcast_to(array, (n,)).copy()


def _places(value: npt.ArrayLike, n: int) -> np.ndarray:
    array = _floats(value, "places")
    if array.shape != (n, 2):
        raise InvalidValueError(f"places must have shape ({n}, 2), finite; got {array.shape}.")
    _refuse_not_finite(array, "places")
    return array


def _refuse_not_finite(array: np.ndarray, name: str) -> None:
    """Name the first walker whose number, or one of whose numbers, is not finite."""
    wrong = np.argwhere(~np.isfinite(array))
    if len(wrong):
        at = tuple(wrong[0])
        whose = f"walker {at[0]} (counted from 0)" if at else "all walkers"
        raise InvalidValueError(f"{name} must be finite; that of {whose} is {array[at]:g}.")


def _grid(n: int) -> np.ndarray:
    rows = int(np.ceil(np.sqrt(n)))
    return _APART * np.stack([np.arange(n) % rows, np.arange(n) // rows], axis=1).astype(float)
