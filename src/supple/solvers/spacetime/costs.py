"""Everything that counts, as rows: how far off, and how that changes with the unknowns.

The equations of motion, planted points and friction cones are constraints: their rows carry shifts (multipliers over
their penalty) which an augmented Lagrangian moves until they are met.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from supple.solvers.spacetime.banded import Banded
from supple.solvers.spacetime.cones import beyond_cone
from supple.solvers.spacetime.motion_rows import Equations, Loads, Posed, contact_loads, equations, posed
from supple.solvers.spacetime.regular import Regular
from supple.solvers.spacetime.scene import Moments, Scene


@dataclass(slots=True, eq=False)
class Shifts:
    """Multipliers over penalties; they change between the rounds of a solve."""

    motion: np.ndarray  # (S, 6)
    planted: list[np.ndarray]  # (m, 3) of each contact
    cone: np.ndarray  # (H, 3)


def no_shifts(scene: Scene) -> Shifts:
    """Those at the start."""
    planted = [np.zeros((len(samples), 3)) for _, samples, _ in scene.planted]
    return Shifts(np.zeros((len(scene.at.times), 6)), planted, np.zeros((len(scene.layout.hats), 3)))


@dataclass(slots=True, eq=False)
class Group:
    """Rows at samples: ``misses`` (m, R), with derivatives by displacement (m, R, nv) and by contact forces."""

    samples: np.ndarray
    misses: np.ndarray
    by_d: np.ndarray | None = None
    by_dd: np.ndarray | None = None
    by_ddd: np.ndarray | None = None
    by_force: list[np.ndarray] = field(default_factory=list)  # (m, R, 3) of each contact


@dataclass(slots=True, eq=False)
class Looked:
    """A state of the unknowns, looked at."""

    equations: Equations
    groups: list[Group]
    cone: np.ndarray  # (H, 3) rows
    cone_slope: np.ndarray  # (H, 3, 3)
    value: float
    raw_motion: np.ndarray  # (S, 6) in body weights and body weights times height
    raw_planted: list[np.ndarray]  # (m, 3) [m]
    raw_cone: np.ndarray  # (H, 3) in body weights
    over_limit: float  # the farthest that a torque is beyond its limit, as a share of it


class Costs:
    """The function that is minimised."""

    def __init__(self, scene: Scene) -> None:
        self.scene, problem = scene, scene.problem
        self.weight, self.size = problem.figure.weight, problem.height
        self.scale = np.repeat([1.0 / self.weight, 1.0 / (self.weight * self.size)], 3)
        self.regular = Regular(scene)
        self.limited = [limit for limit in problem.limits if np.isfinite(limit.largest)]
        needs_joints = bool(self.limited) or problem.weights.effort > 0.0
        self.rows = np.arange(problem.figure.nv if needs_joints else 6)
        numbers = [[p.number for p in group] for group in (problem.contacts, problem.pushes, problem.goals)]
        self.watched = sorted(set().union(*numbers))
        self.hats_at: dict[int, list[tuple[int, int]]] = {}
        for h, (contact, k) in enumerate(scene.layout.hats):
            self.hats_at.setdefault(k, []).append((h, contact))
        spacing = np.diff(problem.knots.breaks).mean()
        self.cone_weight = np.sqrt(problem.weights.cone * spacing)

    def look(self, x: np.ndarray, shifts: Shifts, *, slopes: bool) -> Looked:
        """Every row at a state, with its derivatives where ``slopes`` are asked for."""
        scene, problem = self.scene, self.scene.problem
        points, hats = scene.layout.motion(x) @ scene.ways.T, scene.layout.forces(x)
        forces = self.contact_forces(hats, scene.at)
        pose = posed(problem.figure, scene.at, points)
        loads = contact_loads(problem.contacts, forces) + self.push_loads(scene.at.times)
        eq = equations(problem.figure, pose, loads, self.rows if slopes else None, self.watched)
        raw = eq.torques[:, :6] * self.scale
        groups = [self._motion(eq, raw, shifts, slopes)]
        planted, raw_planted = self._planted(eq, pose, shifts, slopes)
        groups += [*planted, *self._below(eq, pose, slopes), *self._torques(eq, slopes)]
        groups += self._goals(points, slopes)
        raw_cone, slope = beyond_cone(hats / self.weight + shifts.cone, problem.normal, problem.friction)
        value = sum(0.5 * float(np.sum(g.misses**2)) for g in groups)
        value += 0.5 * self.cone_weight**2 * float(np.sum(raw_cone**2)) + self.regular.value(x)
        true_cone = beyond_cone(hats / self.weight, problem.normal, problem.friction)[0]
        return Looked(eq, groups, self.cone_weight * raw_cone, self.cone_weight * slope / self.weight, value, raw,
                      raw_planted, true_cone, self._over_limit(eq))  # fmt: skip

    def contact_forces(self, hats: np.ndarray, at: Moments) -> np.ndarray:
        """(S, C, 3) forces of all contacts at some moments [N]."""
        forces = np.zeros((len(at.times), len(self.scene.problem.contacts), 3))
        for h, (contact, _) in enumerate(self.scene.layout.hats):
            forces[:, contact] += at.hats[:, h, None] * hats[h]
        return forces

    def system(self, x: np.ndarray, looked: Looked) -> Banded:
        """The Gauss-Newton system of a state that was looked at with slopes."""
        layout = self.scene.layout
        system = Banded(layout.size, layout.band)
        self.regular.add(system, x)
        parts: dict[int, list[tuple[np.ndarray, np.ndarray]]] = {}  # of each span: rows, and how far they are off
        for group in looked.groups:
            moments = self.scene.goals if group is looked.groups[-1] and self.scene.problem.goals else self.scene.at
            self._gather(parts, group, moments)
        for span, rows in parts.items():
            whole = np.concatenate([local for local, _ in rows])
            system.add_rows(int(layout.starts[span]), whole, np.concatenate([misses for _, misses in rows]))
        for h, start in enumerate(layout.hat_starts):
            system.add_rows(int(start), looked.cone_slope[h], looked.cone[h])
        return system

    def _gather(self, parts: dict[int, list[tuple[np.ndarray, np.ndarray]]], group: Group, at: Moments) -> None:
        layout, ways = self.scene.layout, self.scene.ways
        if not len(group.samples):
            return
        spans, basis = at.spans[group.samples], at.basis[:, group.samples]
        assert group.by_d is not None
        rows = (group.by_d @ ways)[:, :, None] * basis[0][:, None, :, None]
        for nu, by in ((1, group.by_dd), (2, group.by_ddd)):
            if by is not None:
                rows += (by @ ways)[:, :, None] * basis[nu][:, None, :, None]
        columns, count = layout.columns(), group.misses.shape[1]
        for span in np.unique(spans):
            here = np.flatnonzero(spans == span)
            start, stop = int(layout.starts[span]), int(layout.starts[span + 4])
            local = np.zeros((len(here), count, stop - start))
            local[:, :, (columns[span : span + 4] - start).ravel()] = rows[here].reshape(len(here), count, -1)
            if group.by_force:
                self._add_forces(local, group, here, int(span), start, at)
            parts.setdefault(int(span), []).append((local.reshape(-1, stop - start), group.misses[here].ravel()))

    def _add_forces(
        self, local: np.ndarray, group: Group, here: np.ndarray, span: int, start: int, at: Moments
    ) -> None:
        layout = self.scene.layout
        for k in (span, span + 1):
            for h, contact in self.hats_at.get(k, ()):
                value = at.hats[group.samples[here], h]
                place = int(layout.hat_starts[h]) - start
                local[:, :, place : place + 3] = group.by_force[contact][here] * value[:, None, None]

    def _motion(self, eq: Equations, raw: np.ndarray, shifts: Shifts, slopes: bool) -> Group:
        weight = np.sqrt(self.scene.problem.weights.motion * self.scene.share)[:, None]
        group = Group(np.arange(len(raw)), weight * (raw + shifts.motion))
        if slopes:
            self._differentiate(group, eq, weight[:, :, None] * self.scale[:, None], np.arange(6))
        return group

    def _differentiate(self, group: Group, eq: Equations, scale: np.ndarray, rows: np.ndarray) -> None:
        """Derivatives of scaled rows of the equations of motion."""
        assert eq.by_displacement is not None
        group.by_d, group.by_dd, group.by_ddd = (scale * by[:, rows] for by in eq.by_displacement)
        problem = self.scene.problem
        known: dict[tuple[str, int], np.ndarray] = {}  # a point stands many times in a long clip
        for c in problem.contacts:
            if (c.name, c.number) not in known:
                moved = eq.point_jacobian(problem.figure, c.number, eq.point(c.number, c.point))
                known[c.name, c.number] = -scale * np.swapaxes(moved[:, :, rows], 1, 2)
            group.by_force.append(known[c.name, c.number])

    def _planted(
        self, eq: Equations, pose: Posed, shifts: Shifts, slopes: bool
    ) -> tuple[list[Group], list[np.ndarray]]:
        groups, raw, problem = [], [], self.scene.problem
        for (c, samples, places), shift in zip(self.scene.planted, shifts.planted, strict=True):
            span = problem.contacts[c]
            at = eq.point(span.number, span.point, samples)
            raw.append(at - places)
            weight = np.sqrt(problem.weights.plant * self.scene.share[samples])[:, None]
            group = Group(samples, weight * (raw[-1] + shift))
            if slopes:
                moved = eq.point_jacobian(problem.figure, span.number, at, samples)
                group.by_d = weight[:, :, None] * _pulled(pose, moved, samples)
            groups.append(group)
        return groups, raw

    def _below(self, eq: Equations, pose: Posed, slopes: bool) -> list[Group]:
        groups, problem = [], self.scene.problem
        for number, point, samples, levels in self.scene.free_points:
            at = eq.point(number, point, samples)
            deep = np.flatnonzero(at[:, 1] < levels)
            here = samples[deep]
            weight = np.sqrt(problem.weights.below * self.scene.share[here])[:, None]
            group = Group(here, weight * (at[deep, 1] - levels[deep])[:, None])
            if slopes:
                moved = eq.point_jacobian(problem.figure, number, at[deep], here)[:, 1:2]
                group.by_d = weight[:, :, None] * _pulled(pose, moved, here)
            groups.append(group)
        return groups

    def _torques(self, eq: Equations, slopes: bool) -> list[Group]:
        """Effort, and torques beyond their limits."""
        problem, groups = self.scene.problem, []
        size, samples = 1.0 / (self.weight * self.size), np.arange(len(self.scene.share))
        if problem.weights.effort > 0.0:
            counts = np.ones(problem.figure.nv - 6) if problem.effort is None else problem.effort
            scale = size * np.sqrt(problem.weights.effort * self.scene.share[:, None] * counts)
            group = Group(samples, scale * eq.torques[:, 6:])
            if slopes:
                self._differentiate(group, eq, scale[:, :, None], np.arange(6, problem.figure.nv))
            groups.append(group)
        for limit in self.limited:
            own = problem.figure.model.joints[limit.number].idx_v + np.arange(3)
            torque = eq.torques[:, own]
            length = np.linalg.norm(torque, axis=1)
            over = np.maximum(length - limit.largest, 0.0)
            scale = size * np.sqrt(problem.weights.limit * self.scene.share)
            group = Group(samples, (scale * over)[:, None])
            if slopes:
                self._differentiate(group, eq, np.ones((len(samples), 1, 1)), own)
                along = torque / np.maximum(length, 1e-12)[:, None] * (scale * (over > 0.0))[:, None]
                for name in ("by_d", "by_dd", "by_ddd"):
                    setattr(group, name, np.einsum("sr,srk->sk", along, getattr(group, name))[:, None])
                once = {id(by): np.einsum("sr,srk->sk", along, by)[:, None] for by in group.by_force}
                group.by_force = [once[id(by)] for by in group.by_force]
            groups.append(group)
        return groups

    def _over_limit(self, eq: Equations) -> float:
        joints = self.scene.problem.figure.model.joints
        most = (
            np.linalg.norm(eq.torques[:, joints[limit.number].idx_v + np.arange(3)], axis=1).max() / limit.largest
            for limit in self.limited
        )
        return float(max(most, default=0.0)) - 1.0

    def _goals(self, points: np.ndarray, slopes: bool) -> list[Group]:
        """Points at places, each at its own time; always the last group."""
        problem, at = self.scene.problem, self.scene.goals
        if not problem.goals:
            return []
        pose = posed(problem.figure, at, points)
        eq = equations(problem.figure, pose, [], self.rows[:6] if slopes else None, self.watched)
        weight = np.sqrt(problem.weights.plant)
        off = np.zeros((len(problem.goals), 3))
        by_d = np.zeros((len(problem.goals), 3, problem.figure.nv))
        for k, goal in enumerate(problem.goals):
            one = np.array([k])
            place = eq.point(goal.number, goal.point, one)
            off[k] = weight * (place - goal.place)[0]
            if slopes:
                by_d[k] = weight * _pulled(pose, eq.point_jacobian(problem.figure, goal.number, place, one), one)[0]
        return [Group(np.arange(len(off)), off, by_d if slopes else None)]

    def push_loads(self, times: np.ndarray) -> Loads:
        """Known forces as loads on the model."""
        return [(p.number, p.point, p.share(times)[:, None] * p.force) for p in self.scene.problem.pushes]


def _pulled(pose: Posed, rows: np.ndarray, samples: np.ndarray) -> np.ndarray:
    """Derivatives of some samples by turns of frames, as derivatives by the displacement."""
    value = pose.jacobian.value[samples]
    turned = np.swapaxes(rows[:, :, 3:].reshape(*rows.shape[:2], value.shape[1], 3), 1, 2) @ value
    out = np.array(rows)
    out[:, :, 3:] = np.swapaxes(turned, 1, 2).reshape(*rows.shape[:2], 3 * value.shape[1])
    return out
