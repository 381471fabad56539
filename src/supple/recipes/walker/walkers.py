"""n walkers, step by step in time: the only part of the walker that changes."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from supple.core.ground import Height
from supple.core.quaternions import slerp
from supple.errors import InvalidValueError
from supple.recipes.foot_path import HEEL_OFF, TOE_OFF
from supple.recipes.gait import AHEAD, bob
from supple.recipes.walker import landing
from supple.recipes.walker.cohort import Cohort, leg_chains
from supple.recipes.walker.curves import hip_height, roll_knots, swing_pieces
from supple.recipes.walker.legs import NEAR, Legs
from supple.recipes.walker.pacing import Pace
from supple.recipes.walker.ways import OnPath, Stand, Steered
from supple.solvers.weighted import WeightedSettings

Ik = Literal["half", "full", "hybrid"]
_AHEAD = 2.0 * AHEAD  # of a step: how far in front of the hips a foot comes down
_COMFORTABLE = 0.7  # [m] a step at which hips and arms swing as usual
_REPLAN = 0.6  # of a flight, until which the next print follows the way
_AIMED = 0.9  # of a flight, from which the print is exactly where it was planned
_SLIGHT = 0.03  # steps weaker than this share of a usual one do not roll at all
_EASE_S = 0.25  # over which heights and swings follow a change of pace
_RISE_S = (0.06, 0.12)  # over which hips rise where a foot that held them down has left: in a limp, on uneven ground
_SOFT = (0.001, 0.006)  # of the leg: how gradually feet begin to hold the hips down, at an even pace and in a change
_LOOSE_S = 0.5  # over which walkers come from the one to the other
_CHANGING = 0.2  # of the greatest acceleration: more is a change of pace
_HIGH = 1e9  # [m] hips that nothing has held down yet
_DOWN = 0.6  # of the way from print to print: downhill hips are down when the leading foot is
_CLEARANCE = (0.012, 0.045)  # of the sole in mid flight of a usual step, and of one in place [m]
_SIDE = np.array([1.0, -1.0])


class Walkers:
    """The state of n walkers; :meth:`step` makes their next poses."""

    def __init__(
        self, group: Cohort, way: OnPath | Steered, stand: Stand, *, ground: Height | None = None, level: float = 0.0,
        ik: Ik = "half", first: np.ndarray | None = None, near: WeightedSettings = NEAR,
    ) -> None:  # fmt: skip
        if ik not in get_args(Ik):
            raise InvalidValueError(f"ik is one of {', '.join(get_args(Ik))}; got {ik!r:.60}.")
        n = len(group)
        self.group, self.way, self.ground, self.level = group, way, ground, level
        first = np.zeros(n, int) if first is None else first  # the foot that goes first
        self.pace = Pace(group, TOE_OFF - 1e-9 - 0.5 * first)
        self.stand = stand
        self.places, self.turns = np.zeros((n, 2, 2, 3)), np.zeros((n, 2, 2, 4))
        self.planned = np.zeros((n, 2, 3)), np.zeros((n, 2, 4))  # where feet are to come down
        self.rolls, self.lifts = np.zeros((n, 2, 3)), np.zeros((n, 2))
        self.bends = np.zeros((n, 2, 2))  # of the toes, on the print and on the next one [rad]
        self.strides, self.vigours, self._loose = np.zeros(n), np.zeros(n), np.ones(n)
        self.ankles, self.foot_turns = np.zeros((n, 2, 3)), np.zeros((n, 2, 4))
        self.toes, self.pitches = np.zeros((n, 2)), np.zeros((n, 2))
        self.rotations = np.zeros((n, len(group.figures[0].skeleton), 4))
        self.rotations[..., 0] = 1.0
        self.roots, self._lagging = np.zeros((n, 3)), np.full(n, _HIGH)
        self._curves = (roll_knots(), swing_pieces())
        self._legs = Legs(group, leg_chains(group), ik, (ground, level), near)
        self._stand_still()
        self._pose()

    @property
    def iterations(self) -> np.ndarray:
        """(2n,) that the legs took in the last step."""
        return self._legs.iterations

    @property
    def foot_phases(self) -> np.ndarray:
        """(n, 2) of the left and the right foot, 0 at its heel strike."""
        phases = self.pace.phases
        return np.stack([phases, (phases - 0.5) % 1.0], axis=1)

    def step(self, seconds: float, wanted: np.ndarray) -> None:
        """Go on by some time towards ``wanted`` (n,) speeds [m/s]; poses are then in ``roots`` and ``rotations``."""
        before = self.foot_phases
        self.stand = self.way.move(self.pace.advance(seconds, wanted, self._beside()))
        after = self.foot_phases
        self._ease(seconds)
        self._land(after < before - 0.5)
        self._push((before < HEEL_OFF) & (after >= HEEL_OFF))
        self._lift_off((before < TOE_OFF) & (after >= TOE_OFF))
        self._replan(after, seconds)
        self._pose(seconds)

    def set_going(self, phases: np.ndarray) -> None:
        """Be n moments of one walker, whose sides are alike, at full speed: at the left foot's ``phases`` (n,)."""
        everyone = np.arange(len(self.group))
        self.pace.set_going(phases)
        self.strides, self.vigours, self._loose = 2.0 * self.pace.steps, self._vigour(), 0.0 * phases
        for f in range(2):
            since = self.foot_phases[:, f] * 2.0 * self.pace.steps  # how far hips went after the strike
            ahead = _AHEAD * self.pace.steps - since
            for k, distance in enumerate((ahead, ahead + 2.0 * self.pace.steps)):
                prints = self._prints(everyone, f, self.way.at(everyone, distance))
                self.places[:, f, k], self.turns[:, f, k] = prints
                self._bend_toes(everyone, f, k)
            self.rolls[:, f] = self._roll(everyone, f)[:, None]
            self.lifts[:, f] = self._lift(everyone[:1], f)  # all flights are alike
        self._pose()

    def restyle(self, group: Cohort) -> None:
        """Go on as other walkers with the same bodies."""
        self.group = group
        self.pace.group = group
        self._legs.weigh(group)

    def _beside(self) -> np.ndarray:
        """(n,) whether both feet are beside each other, and the one that is to leave has not risen."""
        apart = np.linalg.norm(np.diff(self.places[:, :, 0], axis=1)[:, 0], axis=1)
        rear = np.where((self.pace.phases >= 0.075) & (self.pace.phases < TOE_OFF), 0, 1)
        flat = np.take_along_axis(self.rolls[:, :, 1], rear[:, None], axis=1)[:, 0] == 0.0
        return np.asarray(flat & (apart < 2.0 * self.group.half_widths + 0.04 * self.group.sizes))

    def _stand_still(self) -> None:
        for f in range(2):
            everyone = np.arange(len(self.group))
            prints = self._prints(everyone, f, self.stand)
            for k in range(2):
                self.places[:, f, k], self.turns[:, f, k] = prints
                self._bend_toes(everyone, f, k)

    def _ease(self, seconds: float) -> None:
        share = 1.0 - np.exp(-seconds / _EASE_S)
        self.strides += share * (2.0 * self.pace.steps - self.strides)
        self.vigours += share * (self._vigour() - self.vigours)
        changing = np.minimum(np.abs(self.pace.gains) / (_CHANGING * self.pace.acceleration), 1.0)
        changing = np.where(self.pace.standing, 1.0, changing)
        self._loose += (changing - self._loose) * (1.0 - np.exp(-seconds / _LOOSE_S))

    def _vigour(self) -> np.ndarray:
        """(n,) how much hips and arms swing with the present steps."""
        return np.asarray(np.minimum(self.pace.steps / (_COMFORTABLE * self.group.sizes), 1.3))

    def _roll(self, walkers: np.ndarray, foot: int) -> np.ndarray:
        """(k,) how strongly a foot rolls at the present pace."""
        g = self.group
        strength = np.minimum(self.pace.steps[walkers] / (_COMFORTABLE * g.sizes[walkers]), 1.15)
        strength = np.where(strength < _SLIGHT, 0.0, strength)
        return np.asarray(np.minimum(strength * g.heights[walkers, foot], 1.3))

    def _land(self, struck: np.ndarray) -> None:
        self.places[struck, 0], self.turns[struck, 0] = self.places[struck, 1], self.turns[struck, 1]
        self.bends[struck, 0] = self.bends[struck, 1]
        self.rolls[struck, 0] = self.rolls[struck, 2]
        self.rolls[struck, 1] = self.rolls[struck, 2]

    def _push(self, pushing: np.ndarray) -> None:
        for f in range(2):
            walkers = np.flatnonzero(pushing[:, f])
            self.rolls[walkers, f, 1] = self._roll(walkers, f)

    def _lift_off(self, leaving: np.ndarray) -> None:
        for f in range(2):
            walkers = np.flatnonzero(leaving[:, f])
            if len(walkers):
                prints = self._plan(walkers, f)
                self.places[walkers, f, 1], self.turns[walkers, f, 1] = prints
                self.planned[0][walkers, f], self.planned[1][walkers, f] = prints
                self._bend_toes(walkers, f, 1)
                self._check_rise(walkers, f)
                self.rolls[walkers, f, 2] = self._roll(walkers, f)
                self.lifts[walkers, f] = self._lift(walkers, f)

    def _replan(self, phases: np.ndarray, seconds: float) -> None:
        """Let prints that are flown to follow the way, for the first part of the flight; feet follow them smoothly."""
        share = (phases - TOE_OFF) / (1.0 - TOE_OFF)
        for f in range(2):
            open_ = np.flatnonzero((share[:, f] >= 0.0) & (share[:, f] < _REPLAN))
            if len(open_):
                self.planned[0][open_, f], self.planned[1][open_, f] = self._plan(open_, f)
                self.rolls[open_, f, 2] = self._roll(open_, f)
            flying = np.flatnonzero((share[:, f] >= 0.0) & (share[:, f] < _AIMED))
            if len(flying):
                left = (_AIMED - share[flying, f]) * (1.0 - TOE_OFF) / np.maximum(self.pace.rates[flying], 0.1)
                self._follow(
                    flying, f, np.clip(seconds / np.maximum(left, seconds), 1.0 - np.exp(-seconds / 0.05), 1.0)
                )

    def _follow(self, walkers: np.ndarray, foot: int, share: np.ndarray) -> None:
        """Bring the prints that feet fly to nearer to the planned ones."""
        places, turns = self.places[walkers, foot, 1], self.turns[walkers, foot, 1]
        goals = self.planned[0][walkers, foot], self.planned[1][walkers, foot]
        self.places[walkers, foot, 1] = places + share[:, None] * (goals[0] - places)
        self.turns[walkers, foot, 1] = slerp(turns, goals[1], share)
        self._bend_toes(walkers, foot, 1, share)
        if self.ground is not None:
            self.lifts[walkers, foot] += share * (self._lift(walkers, foot) - self.lifts[walkers, foot])

    def _bend_toes(self, walkers: np.ndarray, foot: int, which: int, share: np.ndarray | float = 1.0) -> None:
        """Let toes lie on the ground of the print (0) or of the next one (1), or come nearer to it by a share."""
        if self.ground is not None:
            places, turns = self.places[walkers, foot, which], self.turns[walkers, foot, which]
            wanted = landing.toe_bends(self.ground, places, turns, self.group.shapes[walkers, foot])
            self.bends[walkers, foot, which] += share * (wanted - self.bends[walkers, foot, which])

    def _plan(self, walkers: np.ndarray, foot: int) -> landing.Prints:
        """The next print: where the hips will be just after the strike, to the side."""
        strike = np.full(len(walkers), 0.5 * foot)
        distance = self.pace.ahead(walkers, strike) + _AHEAD * self.pace.steps[walkers]
        distance += self.pace.shift(walkers, foot)
        return self._prints(walkers, foot, self.way.at(walkers, distance))

    def _prints(self, walkers: np.ndarray, foot: int, stand: Stand) -> landing.Prints:
        g, side = self.group, _SIDE[foot]
        left = np.stack([np.cos(stand.headings), -np.sin(stand.headings)], axis=1)
        places = stand.places + (side * g.half_widths[walkers])[:, None] * left
        yaws = stand.headings + side * g.toe_out[walkers]
        if self.ground is None:
            return landing.level_prints(places, yaws, self.level)
        return landing.prints_on(self.ground, places, yaws, g.shapes[walkers, foot])

    def _check_rise(self, walkers: np.ndarray, foot: int) -> None:
        if self.ground is not None:
            target = self.places[walkers, foot, 1]
            rises = target[:, 1] - self.places[walkers, 1 - foot, 0, 1]
            landing.refuse_high_steps(rises, self.group.legs[walkers], target)

    def _lift(self, walkers: np.ndarray, foot: int) -> np.ndarray:
        g = self.group
        prints = (self.places[walkers, foot], self.turns[walkers, foot])
        curves = (*self._curves, g.extra[walkers])
        shapes = g.shapes[walkers, foot]
        short = 1.0 - np.clip(self.pace.steps[walkers] / (_COMFORTABLE * g.sizes[walkers]), 0.0, 1.0)
        clear = _CLEARANCE[0] + short * (_CLEARANCE[1] - _CLEARANCE[0])
        return landing.lifts_of(
            self.ground, self.level, prints, self.rolls[walkers, foot], shapes, curves, g.sizes[walkers] * clear
        )

    def _pose(self, seconds: float = 0.0) -> None:
        from supple.kernels.walking.bodies import pose_bodies
        from supple.kernels.walking.feet import pose_feet

        g, phases, uneven = self.group, self.foot_phases, self.ground is not None
        lags = 1.0 - np.exp(-seconds / _RISE_S[uneven])
        follow = np.where(uneven | g.limping, lags, 1.0)
        loose = np.where(uneven | g.limping, 1.0, self._loose)
        softness = g.reaches[:, 0] * (_SOFT[0] + loose * (_SOFT[1] - _SOFT[0]))
        pose_feet(
            phases, self.places, self.turns, self.rolls, self.lifts, g.shapes, *self._curves, g.extra,
            self.ankles, self.foot_turns, self.toes, self.pitches,
        )  # fmt: skip
        if uneven:
            u = np.clip((phases - TOE_OFF) / (1.0 - TOE_OFF), 0.0, 1.0)
            u *= u * (3.0 - 2.0 * u)
            self.toes += (1.0 - u) * self.bends[..., 0] + u * self.bends[..., 1]
        pose_bodies(
            self.pace.phases, self.stand.places, self.stand.headings, self.vigours, self._wanted(), g.styles, g.tables,
            g.neutrals, self._legs.upper, g.hip_offsets, g.reaches, self.ankles, softness, follow, self._lagging,
            self.roots, self.rotations,
        )  # fmt: skip
        self._legs.solve(self.roots, self.rotations, self.ankles, self.foot_turns, self.toes, phases)

    def _wanted(self) -> np.ndarray:
        """(n, 2) height and sway of the hips [m]."""
        g, phase = self.group, self.pace.phases
        strides = self.strides / g.sizes
        high = g.sizes * (hip_height(strides) - g.bobs * bob(strides) * np.cos(4.0 * np.pi * phase))
        return np.stack([self._support() + high, g.sways * np.minimum(self.vigours, 1.0)], axis=1)

    def _support(self) -> np.ndarray:
        """(n,) the height of the ground under the hips: from print to print as the hips pass over them [m]."""
        if self.ground is None:
            return np.full(len(self.group), self.level)
        turned = (self.pace.phases - 0.5 * _AHEAD) % 1.0
        second = turned >= 0.5  # from the right print to the next left one
        u = (turned % 0.5) / 0.5
        flying = self.foot_phases >= TOE_OFF
        heights = np.where(flying, self.places[:, :, 1, 1], self.places[:, :, 0, 1])
        old = self.places[:, :, 0, 1]
        start = np.where(second, old[:, 1], old[:, 0])
        stop = np.where(second, heights[:, 0], heights[:, 1])
        u = np.where(stop < start, np.minimum(u / _DOWN, 1.0), u)
        return np.asarray(start + (stop - start) * u * u * (3.0 - 2.0 * u))
