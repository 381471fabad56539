"""Everything that counts, as rows: how far off, and how that changes with the unknowns.

The equations of motion, planted points and friction cones are constraints: their rows carry shifts (multipliers over
their penalty) which an augmented Lagrangian moves until they are met.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from supple.solvers.spacetime.banded import Banded
from supple.solvers.spacetime.bending import bent_groups
from supple.solvers.spacetime.cones import beyond_cone
from supple.solvers.spacetime.gathering import gathered
from supple.solvers.spacetime.groups import Group
from supple.solvers.spacetime.layout import forces_at
from supple.solvers.spacetime.motion_rows import Equations, Loads, Posed, equations, posed, pulled
from supple.solvers.spacetime.moving import moving_groups
from supple.solvers.spacetime.reaching import goal_groups
from supple.solvers.spacetime.regular import Regular
from supple.solvers.spacetime.scene import Scene
from supple.solvers.spacetime.touching import misplaced, touching_groups


@dataclass(frozen=True, slots=True, eq=False)
class Shifts:
    """Multipliers over penalties; others follow between the rounds of a solve."""

    motion: np.ndarray  # (S, 6)
    planted: list[np.ndarray]  # (m, 3) of each contact
    below: list[np.ndarray]  # (m,) of each point that is free
    cone: np.ndarray  # (H, 3)


def no_shifts(scene: Scene) -> Shifts:
    """Those at the start."""
    planted = [np.zeros((len(samples), 3)) for _, samples, _ in scene.planted]
    below = [np.zeros(len(samples)) for _, _, samples, _ in scene.free_points]
    return Shifts(np.zeros((len(scene.at.times), 6)), planted, below, np.zeros((len(scene.layout.hats), 3)))


def standing_points(scene: Scene) -> list[tuple[int, np.ndarray]]:
    """The points that may stand: their joints of the model, and where they are in their frames [m]."""
    point = {(c.name, c.number): c.point for c in scene.problem.contacts}
    return [(number, point[name, number]) for name, number in scene.layout.points]


def loads_of(scene: Scene, forces: np.ndarray, times: np.ndarray) -> Loads:
    """Forces (S, P, 3) of the points that stand, and known ones, as loads on the model."""
    own = [(number, point, forces[:, p]) for p, (number, point) in enumerate(standing_points(scene))]
    return own + [(p.number, p.point, p.share(times)[:, None] * p.force) for p in scene.problem.pushes]


@dataclass(slots=True, eq=False)
class Looked:
    """A state of the unknowns, looked at."""

    equations: Equations
    groups: list[Group]
    cone: np.ndarray  # (H, 3) rows
    cone_slope: np.ndarray  # (H, 3, 3)
    value: float
    raw_motion: np.ndarray  # (S, 6) in body weights and body weights times height
    raw_planted: list[np.ndarray]  # (m, 3) [m]; where plants emerge, (S, 3) ways in the air and along the ground
    raw_below: list[np.ndarray]  # (m,) how far free points are below the ground; negative above [m]
    raw_cone: np.ndarray  # (H, 3) in body weights
    over_limit: float  # the farthest that a torque is beyond its limit, as a share of the joint's largest


_NO_LINES = np.zeros(0, int)


class Costs:
    """The function that is minimised."""

    def __init__(self, scene: Scene) -> None:
        self.scene, problem = scene, scene.problem
        self.weight, self.size = problem.figure.weight, problem.height
        self.scale = np.repeat([1.0 / self.weight, 1.0 / (self.weight * self.size)], 3)
        self.regular = Regular(scene)
        self._system = Banded(scene.layout.size, scene.layout.band)
        self.tight = 1.0  # how much of their weight it counts that points push in the air or while they slip
        self.limited = problem.limits
        spacing = np.diff(problem.knots.breaks).mean()
        self.cone_weight = np.sqrt(problem.weights.cone * spacing)
        plain = np.full(problem.figure.nv - 6, 1.0 / (self.weight * self.size) ** 2)
        once = plain if problem.effort is None else problem.effort
        self.counts = once if problem.hardship is None else once * problem.hardship
        self.effort_lines = self._by_reach(self._working()) if problem.weights.effort > 0.0 else {}
        limited = {k for limit in self.limited for k in self._own(limit.number)}
        needed = self._by_reach(limited.union(*self.effort_lines.values()))
        self.lines = needed | {0: np.concatenate([np.arange(6), needed.get(0, _NO_LINES)])}

    def look(self, x: np.ndarray, shifts: Shifts, *, slopes: bool) -> Looked:
        """Every row at a state, with its derivatives where ``slopes`` are asked for."""
        scene, problem = self.scene, self.scene.problem
        points, hats = scene.layout.motion(x) @ scene.ways.T, scene.layout.forces(x)
        forces = forces_at(scene.layout, hats, scene.at.spans, scene.at.shares)
        pose = posed(problem.figure, scene.at, points)
        loads, lines = loads_of(scene, forces, scene.at.times), self.lines if slopes else None
        eq = equations(problem.figure, scene.tree, pose, loads, lines)
        raw = eq.torques[:, :6] * self.scale
        groups = [self._motion(eq, raw, shifts, slopes)]
        planted, raw_planted = self._planted(eq, pose, shifts, slopes)
        below, raw_below = self._below(eq, pose, shifts, slopes)
        groups += [*planted, *below, *self._efforts(eq, pose, slopes), *self._limits(eq, slopes)]
        groups += bent_groups(scene, pose, slopes)
        if problem.plants == "emerge":
            found = touching_groups(scene, eq, pose, forces, self.tight, slopes)
            groups, raw_planted = groups + found, [misplaced(scene, found, raw_below, self.tight)]
        groups += goal_groups(scene, points, slopes)
        raw_cone, slope = beyond_cone(hats / self.weight + shifts.cone, problem.normal, problem.friction)
        value = sum(0.5 * float(np.sum(g.misses**2)) for g in groups)
        value += 0.5 * self.cone_weight**2 * float(np.sum(raw_cone**2)) + self.regular.value(x)
        true_cone = beyond_cone(hats / self.weight, problem.normal, problem.friction)[0]
        return Looked(eq, groups, self.cone_weight * raw_cone, self.cone_weight * slope / self.weight, value, raw,
                      raw_planted, raw_below, true_cone, self._over_limit(eq))  # fmt: skip

    def wanted(self, x: np.ndarray) -> float:
        """What a state costs without the penalties of what has to hold.

        That is closeness and effort, and what keeps a solve calm: accelerations of the change, the root's pace, and the
        size and the bends of forces.
        """
        scene = self.scene
        pose = posed(scene.problem.figure, scene.at, scene.layout.motion(x) @ scene.ways.T)
        effort = self._efforts(self.look(x, no_shifts(scene), slopes=False).equations, pose, slopes=False)
        return self.regular.value(x) + sum(0.5 * float(np.sum(g.misses**2)) for g in effort)

    def system(self, x: np.ndarray, looked: Looked) -> Banded:
        """The Gauss-Newton system of a state that was looked at with slopes; good until the next one is asked for."""
        layout, system = self.scene.layout, self._system
        system.clear()
        self.regular.add(system, x)
        for part in gathered(self.scene, looked.groups):
            part.add_to(system)
        system.add_threes(layout.hat_starts, looked.cone_slope, looked.cone)
        if len(self.scene.held):
            system.hold(self.scene.held)
        return system

    def _motion(self, eq: Equations, raw: np.ndarray, shifts: Shifts, slopes: bool) -> Group:
        weight = np.sqrt(self.scene.problem.weights.motion * self.scene.share)[:, None]
        group = Group(np.arange(len(raw)), weight * (raw + shifts.motion))
        if slopes:
            self._differentiate(group, eq, weight * self.scale, np.arange(6))
        return group

    def _differentiate(self, group: Group, eq: Equations, scale: np.ndarray, lines: np.ndarray) -> None:
        """Derivatives of some ``lines`` (R,) of the equations of motion, times ``scale`` (m, R)."""
        slopes, here = eq.slopes[group.reach], group.samples
        group.by_d, group.by_rates, group.scale = slopes.by_d, (slopes.by_first, slopes.by_second), scale
        group.lines = np.searchsorted(slopes.lines, lines)
        for p, (number, point) in enumerate(standing_points(self.scene)):
            if self.scene.problem.figure.supports[number, lines].any():
                moved = eq.point_jacobian(number, eq.point(number, point, here), here)
                group.by_force[p] = -scale[:, :, None] * np.swapaxes(moved[:, :, lines], 1, 2)

    def _turn_about(self, group: Group, eq: Equations, lines: np.ndarray, ways: np.ndarray) -> None:
        """Derivatives of sums ``ways`` (m, k, 3) of the three torques of a joint."""
        self._differentiate(group, eq, np.ones((len(group.samples), 3)), lines)
        slopes = eq.slopes[group.reach]
        own = np.ix_(group.samples, np.searchsorted(slopes.lines, lines))
        zero, one, two = (ways @ by[own] for by in (slopes.by_d, slopes.by_first, slopes.by_second))
        group.by_d, group.by_rates, group.lines, group.scale = zero, (one, two), None, None
        group.by_force = {p: ways @ by for p, by in group.by_force.items()}

    def _planted(
        self, eq: Equations, pose: Posed, shifts: Shifts, slopes: bool
    ) -> tuple[list[Group], list[np.ndarray]]:
        groups, raw, problem = [], [], self.scene.problem
        for (c, samples, places), shift in zip(self.scene.planted, shifts.planted, strict=True):
            span = problem.contacts[c]
            at = eq.point(span.number, span.point, samples)
            raw.append(at - places)
            weight = np.sqrt(problem.weights.plant * self.scene.share[samples])[:, None]
            group = Group(samples, weight * (raw[-1] + shift), reach=int(self.scene.tree.reach_of[span.number]))
            if slopes:
                moved = eq.point_jacobian(span.number, at, samples)
                group.by_d = weight[:, :, None] * pulled(self.scene.tree, pose, moved, samples, group.reach)
            groups.append(group)
        return groups, raw

    def _below(self, eq: Equations, pose: Posed, shifts: Shifts, slopes: bool) -> tuple[list[Group], list[np.ndarray]]:
        groups, raw, problem = [], [], self.scene.problem
        for (number, point, samples, levels), shift in zip(self.scene.free_points, shifts.below, strict=True):
            at = eq.point(number, point, samples)
            raw.append(levels - at[:, 1])
            deep = np.flatnonzero(raw[-1] + shift > 0.0)
            here = samples[deep]
            weight = np.sqrt(problem.weights.below * self.scene.share[here])[:, None]
            group = Group(here, -weight * (raw[-1] + shift)[deep, None], reach=int(self.scene.tree.reach_of[number]))
            if slopes:
                moved = eq.point_jacobian(number, at[deep], here)[:, 1:2]
                group.by_d = weight[:, :, None] * pulled(self.scene.tree, pose, moved, here, group.reach)
            groups.append(group)
        return groups, raw

    def _efforts(self, eq: Equations, pose: Posed, slopes: bool) -> list[Group]:
        """Torques, and speeds of joints that are harder to use."""
        groups = []
        for reach, lines in self.effort_lines.items():
            scale = np.sqrt(self.scene.problem.weights.effort * self.scene.share[:, None] * self.counts[lines - 6])
            group = Group(np.arange(len(scale)), scale * eq.torques[:, lines], reach=reach)
            if slopes:
                self._differentiate(group, eq, scale, lines)
            groups.append(group)
        return groups + moving_groups(self.scene, pose, slopes)

    def _limits(self, eq: Equations, slopes: bool) -> list[Group]:
        """Torques beyond their limits."""
        problem, size, groups = self.scene.problem, 1.0 / (self.weight * self.size), []
        for limit in self.limited:
            start = problem.figure.model.joints[limit.number].idx_v
            over = limit.beyond(eq.torques[:, start : start + 3])
            here = np.flatnonzero(over.any(axis=1))
            scale = size * np.sqrt(problem.weights.limit * self.scene.share[here])[:, None]
            group = Group(here, scale * over[here], reach=int(self.scene.tree.reach_of[limit.number]))
            if slopes:
                self._turn_about(
                    group, eq, self._own(limit.number), (scale * (over[here] != 0.0))[:, :, None] * limit.axes
                )
            groups.append(group)
        return groups

    def _working(self) -> np.ndarray:
        """Lines of the equations of motion whose torques count."""
        return 6 + np.flatnonzero(self.counts > 0.0)

    def _own(self, number: int) -> np.ndarray:
        """Lines of a joint of the model."""
        return self.scene.problem.figure.model.joints[number].idx_v + np.arange(3)

    def _by_reach(self, lines: Iterable[int]) -> dict[int, np.ndarray]:
        """Lines by the reach of their joints, in their order."""
        wanted = set(lines)
        found: dict[int, list[int]] = {}
        for number in range(3, self.scene.problem.figure.model.njoints):
            own = [line for line in self._own(number).tolist() if line in wanted]
            found.setdefault(int(self.scene.tree.reach_of[number]), []).extend(own)
        return {reach: np.array(own) for reach, own in found.items() if own}

    def _over_limit(self, eq: Equations) -> float:
        joints = self.scene.problem.figure.model.joints
        starts = [joints[limit.number].idx_v for limit in self.limited]
        most = (
            np.abs(limit.beyond(eq.torques[:, k : k + 3])).max() / limit.size
            for limit, k in zip(self.limited, starts, strict=True)
        )
        return float(max(most, default=0.0))
