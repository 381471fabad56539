"""What walkers did, frame by frame: the motion of one of them, and what is true about its feet."""

from __future__ import annotations

import numpy as np

from supple.core.contacts import Contact, Contacts, Floor, GaitEvents, Step
from supple.core.quaternions import rotate
from supple.core.roles import SIDES
from supple.core.runs import runs_of
from supple.recipes.foot_path import TOE_OFF
from supple.recipes.walker.figure import WalkerFigure
from supple.recipes.walker.walkers import Walkers

_LEVEL = 1e-9  # [rad] a sole that is pitched less lies flat


def standing(walkers: Walkers) -> np.ndarray:
    """(n, 2, 2) bool: which heels and balls stand now, of left and right."""
    planted, pitch = walkers.foot_phases < TOE_OFF, walkers.pitches
    return np.stack([planted & (pitch <= _LEVEL), planted & (pitch >= -_LEVEL)], axis=2)


class Record:
    """The frames of the first of some walkers."""

    def __init__(self, figure: WalkerFigure) -> None:
        self.figure = figure
        self.roots: list[np.ndarray] = []
        self.rotations: list[np.ndarray] = []
        self._stands: list[np.ndarray] = []  # (2, 2) bool: heel and ball of each foot
        self._prints: list[np.ndarray] = []  # (2, 7) place and turn

    def add(self, walkers: Walkers) -> None:
        """Keep the present frame."""
        self.roots.append(walkers.roots[0].copy())
        self.rotations.append(walkers.rotations[0].copy())
        self._stands.append(standing(walkers)[0])
        self._prints.append(np.concatenate([walkers.places[0, :, 0], walkers.turns[0, :, 0]], axis=1))

    def contacts(self, fps: float, floor: Floor, notes: tuple[str, ...] = ()) -> Contacts:
        """The true contacts and gait events, in the form of ``supple detect``."""
        found: list[Contact] = []
        steps: dict[str, tuple[Step, ...]] = {}
        for foot, side in enumerate(SIDES):
            heels, balls = self._contacts_of(foot, 0), self._contacts_of(foot, 1)
            found += heels + balls
            steps[side] = _steps(heels, balls, len(self.roots))
        ordered = tuple(sorted(found, key=lambda c: (c.start, c.stop, c.point)))
        return Contacts(fps=fps, floor=floor, contacts=ordered, events=GaitEvents(**steps), notes=notes)

    def heights(self) -> tuple[float, ...]:
        """The heights at which feet stood [m], a millimetre apart at least."""
        y = np.unique(np.round(np.array(self._prints)[:, :, 1], 3))
        return tuple(y.tolist())

    def _contacts_of(self, foot: int, part: int) -> list[Contact]:
        stands, prints = np.array(self._stands)[:, foot, part], np.array(self._prints)[:, foot]
        figure, side = self.figure, SIDES[foot]
        high, behind, ahead, _ = figure.shapes[foot].tolist()
        ankle, ball = figure.legs[foot, 2:]
        joint, offset = (int(ankle), (0.0, -high, -behind)) if part == 0 else (int(ball), (0.0, 0.0, 0.0))
        found = []
        for start, stop in runs_of(stands):
            place, turn = prints[start, :3], prints[start, 3:]
            x, y, z = (place + rotate(turn, np.array([0.0, 0.0, -behind if part == 0 else ahead]))).tolist()
            found.append(
                Contact(
                    point=f"{side}_{('heel', 'ball')[part]}",
                    joint=figure.skeleton.names[joint],
                    offset_m=offset,
                    start=int(start),
                    stop=int(stop),
                    position_m=(x, y, z),
                )
            )
        return found


def _steps(heels: list[Contact], balls: list[Contact], frames: int) -> tuple[Step, ...]:
    """Each stance of a foot: its heel comes first, its ball leaves last; what the clip cuts off is not told."""
    steps = []
    for heel in heels:
        ball = next((b for b in balls if b.start < heel.stop and b.stop > heel.start), None)
        steps.append(
            Step(
                heel_strike=heel.start or None,
                toe_strike=None if ball is None else ball.start or None,
                heel_off=heel.stop if heel.stop < frames else None,
                toe_off=None if ball is None or ball.stop >= frames else ball.stop,
            )
        )
    return tuple(steps)
