"""What is to be solved: an example, the points that stand, loads, and how much everything counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

import numpy as np

from supple.core.body.joint_limits import JointLimits
from supple.dynamics.contact_points import ContactSpan
from supple.dynamics.figure import Figure
from supple.solvers.spacetime.knots import Knots


@dataclass(frozen=True, slots=True, eq=False)
class Push:
    """A known force on a point of the model over a while."""

    number: int  # the model's joint
    point: np.ndarray  # (3,) in its frame [m]
    start: float  # [s]
    stop: float
    force: np.ndarray  # (3,) at its largest, in the world [N]

    def share(self, times: np.ndarray) -> np.ndarray:
        """(S,) how much of the force acts: it swells and fades in 0.1 s, or in half of its time where that is less."""
        ramp = min(0.1, 0.5 * (self.stop - self.start))
        s = np.clip(np.minimum(times - self.start, self.stop - times) / ramp, 0.0, 1.0)
        return np.asarray(s * s * (3.0 - 2.0 * s))


@dataclass(frozen=True, slots=True, eq=False)
class Goal:
    """A point of the model that has to be somewhere at a moment."""

    name: str
    number: int
    point: np.ndarray
    time: float
    place: np.ndarray  # (3,) in the world [m]


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """The torques that a joint of the model has at most, either way about each of some axes [Nm]."""

    number: int
    axes: np.ndarray  # (k, 3) in its frame
    lowest: np.ndarray  # (k,)
    highest: np.ndarray  # (k,)

    def beyond(self, torques: np.ndarray) -> np.ndarray:
        """(S, k) how far torques (S, 3) are beyond."""
        about = torques @ self.axes.T
        return np.asarray(about - np.clip(about, self.lowest, self.highest))

    @property
    def size(self) -> float:
        """The largest of them."""
        return float(np.maximum(np.abs(self.lowest), np.abs(self.highest)).max())


@dataclass(frozen=True, slots=True)
class Weights:
    """How much things count against each other; the same for every clip."""

    turn: float = 1.0  # a joint one radian away, for a second
    travel: float = 4.0  # the root one metre away
    drift: float = 1.0  # the share of that which counts for the root's way along the ground
    pace_s: float = 0.0  # its velocity along the ground counts too: as the way of so many seconds
    calm_s: float = 0.02  # displacements faster than this cost more than by their size
    steady_s: float = 0.0  # the same for the root's way up and down: its acceleration is what the ground gives
    force: float = 1e-6  # a contact force of one body weight along the ground's normal
    shear: float = 0.03  # and one across it: feet do not push against each other
    force_jump: float = 1e-2  # a change of its slope by one body weight in 0.05 s
    effort: float = 0.0  # torques, as shares of the strength of their joints; 0: passive
    fastest: float = 12.0  # [rad/s] a joint this fast makes the effort of one at its full strength (see `moving`)
    motion: float = 3e3  # penalty of the equations of motion, in body weights and body weights times height
    plant: float = 3e5  # penalty of a planted point that is one metre off
    lift: float = 3e5  # penalty of a point that carries the body's weight one metre above the ground
    slip: float = 3e7  # and of one that carries it and is one metre further at the next sample, against friction
    below: float = 3e4  # penalty of a point one metre below the ground
    cone: float = 1e3  # penalty of a force outside its friction cone, in body weights
    bend: float = 0.0  # penalty of a joint one radian beyond its range; 0: ranges are only measured
    limit: float = 1e5  # penalty of a torque beyond its limit, in body weights times height


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """All of it, on one time line that begins at the first frame that counts."""

    figure: Figure
    height: float  # of the body [m]
    knots: Knots
    example: np.ndarray  # (n_points, 3 + 4 n) control points of the root's travel and of four-number turns
    contacts: tuple[
        ContactSpan, ...
    ]  # where plants emerge: points that may push at any time, on the level of ``place``
    friction: float
    normal: np.ndarray  # (3,) of the ground
    pushes: tuple[Push, ...] = ()
    goals: tuple[Goal, ...] = ()
    limits: tuple[Limit, ...] = ()
    effort: np.ndarray | None = None  # (nv - 6,) what torques squared count [1/Nm^2]; None: of weight times height
    hardship: np.ndarray | None = None  # (nv - 6,) how many times as much effort counts there; None: once
    plants: Literal["given", "emerge"] = "given"
    samples: int = 3  # in each span
    weights: Weights = field(default_factory=Weights)
    slides: bool = False  # contacts go where they go in the example, instead of standing at their places
    fixed: tuple[bool, bool] = (False, False)  # whether pose and pace are the example's at the start and at the end
    still: tuple[int, ...] = ()  # turning joints of the model, by their order, that keep the example's turns
    counts: np.ndarray | None = None  # (n,) how much the turn of each joint counts; None: all the same
    ranges: JointLimits | None = None  # how far joints may turn; joints are counted in the model's order

    @property
    def joints(self) -> int:
        """Turning joints of the model, the root included."""
        return len(self.figure.joints)


def freedoms_of(figure: Figure) -> list[int]:
    """(n,) in how many directions each turning joint may be displaced: balls in three, hinges in one."""
    return [1 if joint in figure.axes else 3 for joint in figure.joints]


def directions(figure: Figure) -> np.ndarray:
    """(nv, nd) the displacements that a solver may use: the root's travel, balls, and hinges about their axes."""
    columns = [np.eye(figure.nv)[:, :3]]
    for k, (joint, count) in enumerate(zip(figure.joints, freedoms_of(figure), strict=True)):
        block = np.zeros((figure.nv, count))
        own = figure.axes[joint][:, None] if joint in figure.axes else np.eye(3)
        block[3 + 3 * k : 6 + 3 * k] = own
        columns.append(block)
    return np.concatenate(columns, axis=1)


def consistent_places(contacts: list[ContactSpan]) -> list[ContactSpan]:
    """Contacts of one foot that stand at the same time, moved so that they are as far apart as on the foot itself.

    One that ends where another begins counts as well: at that moment both stand.

    choice: both move by the same along the line between them, or the one that is not fixed by all of it, and neither
    changes its height.
    """
    places = [np.array(c.place) for c in contacts]
    together = [(i, k) for i, k in combinations(range(len(contacts)), 2) if _together(contacts[i], contacts[k])]
    for _ in range(20):
        for i, k in together:
            a, b = contacts[i], contacts[k]
            share = 0.5 if a.fixed == b.fixed else float(b.fixed)
            _reach(places[i], places[k], float(np.linalg.norm(a.point - b.point)), share)
    return [c._replace(place=place) for c, place in zip(contacts, places, strict=True)]


def _together(a: ContactSpan, b: ContactSpan) -> bool:
    return a.number == b.number and min(a.stop, b.stop) >= max(a.start, b.start) and a.name != b.name


def _reach(a: np.ndarray, b: np.ndarray, distance: float, share: float) -> None:
    """Move two places, the first by its ``share``, until they are so far from each other."""
    way = (b - a) * (1.0, 0.0, 1.0)
    level, height = float(np.linalg.norm(way)), float(b[1] - a[1])
    wanted = np.sqrt(max(distance**2 - height**2, 0.0))
    if level > 0.0:
        shift = (wanted / level - 1.0) * way
        a -= share * shift
        b += (1.0 - share) * shift
