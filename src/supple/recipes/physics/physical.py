"""A motion bent until the equations of motion hold."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from supple.constraints.model import Edit
from supple.constraints.names import Names
from supple.constraints.physics import Physics, parse_physical
from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.dynamics.states import states_of
from supple.errors import DocumentError, InvalidValueError
from supple.io.documents.body import Body, Scale, read_body
from supple.io.documents.contacts import read_contacts
from supple.io.source import document_text
from supple.recipes.body_scale.scaling import scale_body
from supple.recipes.detect import detect
from supple.recipes.names import motion_names
from supple.recipes.physics.bodies import body_of
from supple.recipes.physics.judging import Judged, explained_at_best, judged
from supple.recipes.physics.setting import Setting, setting_of, with_limits
from supple.solvers.spacetime.problem import Limit
from supple.solvers.spacetime.result import Played, played
from supple.solvers.spacetime.scene import Scene, moments_at, scene_of
from supple.solvers.spacetime.solving import Progress, Solved, SolveSettings, solve

Status = Literal["met", "stalled", "infeasible"]
FORCE_PCT, MOMENT_PCT, SLIDE_MM, GOAL_MM, FRICTION_PCT = 1.0, 1.0, 2.0, 5.0, 1.0  # what is met
_FAR = 0.25  # of the body's height: a root that has to leave the example by more is not the motion asked for
_STEP = 0.1  # by which strength is taken away at a time
_OVER = 1.03  # of a limit, that counts as kept


@dataclass(frozen=True, slots=True, eq=False)
class Physical:
    """A physical motion, its forces, and how it was found."""

    motion: Motion
    status: Status
    setting: Setting
    seconds: float
    history: tuple[Progress, ...]
    points: tuple[str, ...]  # of the contacts
    forces: np.ndarray  # (F, C, 3) mean forces around each frame, in the world [N]
    places: np.ndarray  # (F, C, 3) where they act [m]
    touching: np.ndarray  # (F, C)
    torques: np.ndarray  # (F, n, 3) of the model's joints but the root [Nm]
    before: tuple[float, float]  # residual of the fitted example, in percent of weight, and of weight times height
    after: Judged
    pose_change_fit_deg: float  # rms over the joints that the model moves
    pose_change_deg: float  # by the optimisation
    goal_mm: float  # the farthest that a wish is missed
    notes: tuple[str, ...]

    def judge(self, written: Motion) -> Judged:
        """Judge the motion as a file has it."""
        return judged(self.setting, written, self.forces, self.touching)


@checked
def physical(
    motion: Motion,
    *,
    body: Body | Path | str | None = None,
    edit: Path | str | None = None,
    contacts: Contacts | Path | str | None = None,
    roles: Path | str | Names | None = None,
    seconds: float = 600.0,
    tell: Callable[[Progress], None] | None = None,
) -> Physical:
    """Bend a motion until no force at its root is unexplained, its plants stand, and friction holds them.

    ``body`` is a body document: its ``[scale]`` gives other lengths, its masses other weights. ``edit`` is an edit
    document: places of hands, ``[[mass]]``, ``[[push]]``, ``[ground]``, ``[strength]``, ``[ratio]``. Plants are those
    of ``contacts``, else found. The best state so far is returned when ``seconds`` are over, or on Ctrl-C.
    """
    if not isinstance(motion, Motion):
        raise InvalidValueError(f"only a motion can be made physical; got {type(motion).__name__}.")
    if not seconds > 0.0:
        raise InvalidValueError(f"the time limit must be above 0 s; got {seconds:g}.")
    if tell is not None and not callable(tell):
        raise InvalidValueError(f"tell must be a function of the progress; got {type(tell).__name__}.")
    began = time.perf_counter()
    wishes, physics = (Edit(), Physics()) if edit is None else parse_physical(*document_text(edit))
    document = read_body(body) if isinstance(body, Path | str) else body
    given = read_contacts(contacts) if isinstance(contacts, Path | str) else contacts
    source = motion
    if document is not None and document.scale != Scale():
        grown = scale_body(motion, document, contacts=given, roles=roles if not isinstance(roles, Names) else None)
        source, given = grown.motion, grown.contacts
    names = motion_names(source, roles)
    given = detect(source, roles=names) if given is None else given
    person = body_of(document, source, names.roles)
    setting = setting_of(source, person, given, names, wishes, physics)
    settings = SolveSettings(seconds=seconds)
    scene = scene_of(setting.problem)
    solved = solve(scene, settings, tell=tell)
    strained: tuple[str, ...] = ()
    if physics.strength:
        setting, scene, solved, strained = _weakened(setting, scene, solved, names, physics, settings, began, tell)
    return _told(setting, scene, solved, time.perf_counter() - began, strained)


def _weakened(
    setting: Setting, scene: Scene, free: Solved, names: Names, physics: Physics, settings: SolveSettings, began: float,
    tell: Callable[[Progress], None] | None,
) -> tuple[Setting, Scene, Solved, tuple[str, ...]]:  # fmt: skip
    """Take strength away by and by, from the unrestricted motion down to what the document leaves."""
    figure = setting.problem.figure
    torques = played(scene, free.x, scene.at.times).torques
    wanted = {}
    for name, share in physics.strength.items():
        carrier = figure.carriers[names.joint(name)]
        joint = figure.model.joints[carrier.number]
        if carrier.number < 3 or names.joint(name) not in figure.joints:
            raise DocumentError(f"strength.{name}: this joint does not turn in the clip, so it has no torque to limit.")
        own = torques[:, joint.idx_v : joint.idx_v + 3]
        wanted[carrier.number] = (float(np.linalg.norm(own, axis=1).max()), share, name)
    lowest = min(share for _, share, _ in wanted.values())
    stages = np.linspace(1.0, lowest, 1 + max(1, int(np.ceil((1.0 - lowest) / _STEP - 1e-9))))[1:]
    solved, history = free, free.history
    for stage in stages:
        limits = tuple(Limit(number, peak * max(share, stage)) for number, (peak, share, _) in wanted.items())
        setting = with_limits(setting, limits)
        scene = scene_of(setting.problem)
        left = settings.seconds - (time.perf_counter() - began)
        again = SolveSettings(holds=(), seconds=max(left, 1e-3))
        solved = solve(scene, again, start=solved.x, tell=tell)
        history = (*history, *solved.history)
    torques = played(scene, solved.x, scene.at.times).torques
    strained = []
    for number, (peak, share, name) in wanted.items():
        joint = figure.model.joints[number]
        most = float(np.linalg.norm(torques[:, joint.idx_v : joint.idx_v + 3], axis=1).max())
        if most > _OVER * share * peak:
            strained.append(f"strength.{name}: {most:.1f} Nm are needed, and {share * peak:.1f} Nm are allowed.")
    return setting, scene, Solved(solved.x, history, solved.converged, solved.stopped), tuple(strained)


def _told(setting: Setting, scene: Scene, solved: Solved, seconds: float, strained: tuple[str, ...]) -> Physical:
    times, problem = setting.times, setting.problem
    now, was = played(scene, solved.x, times), played(scene, 0.0 * solved.x, times)
    forces = quaternions.rotate(setting.tilt, _mean_forces(scene, solved.x, times, setting.motion.frame_time))
    motion = _with(setting, now)
    after = judged(setting, motion, forces, now.touching)
    at = moments_at(problem, scene.layout, times)
    before = explained_at_best(setting, states_of(problem.figure, at.root, at.turned))
    goal_mm, missed = _missed(setting, scene, solved)
    lost = _lost(setting, now, was)
    notes = [*setting.notes, *strained, *missed, *lost, *_shortcomings(setting, after, solved)]
    met = not strained and not lost and goal_mm <= GOAL_MM and _enough(after)
    status: Status = "met" if met else "stalled" if solved.stopped in ("time", "interrupted") else "infeasible"
    source = setting.motion.rotations[setting.first :, list(problem.figure.joints)]
    torques = now.torques[:, 6:].reshape(len(times), -1, 3)
    return Physical(
        motion, status, setting, seconds, solved.history, tuple(c.name for c in problem.contacts), forces,
        quaternions.rotate(setting.tilt, now.places), now.touching, torques, before, after,
        _change(source, was.turns), _change(was.turns, now.turns), goal_mm, tuple(notes),
    )  # fmt: skip


def _lost(setting: Setting, now: Played, was: Played) -> list[str]:
    """Where the root had to go so far that it is another motion: contacts do not carry the weight, or it is pushed."""
    off = np.linalg.norm(now.roots - was.roots, axis=1)
    if off.max() <= _FAR * setting.problem.height:
        return []
    worst = int(off.argmax()) + setting.first
    return [
        f"the root had to leave its path by {off.max():.2f} m in frame {worst} "
        f"({worst * setting.motion.frame_time:.2f} s). Do contacts carry the weight?"
    ]


def _enough(after: Judged) -> bool:
    return (
        after.force_pct_bw <= FORCE_PCT
        and after.moment_pct_bwh <= MOMENT_PCT
        and after.slide_mm <= SLIDE_MM
        and after.friction_violation_pct <= FRICTION_PCT
    )


def _mean_forces(scene: Scene, x: np.ndarray, times: np.ndarray, frame_time: float) -> np.ndarray:
    """Forces as frames can tell them: means over a frame before and after, weighted as second differences weigh."""
    shares = ((-2, 1.0), (-1, 2.0), (0, 3.0), (1, 2.0), (2, 1.0))
    inside = [(np.clip(times + step * frame_time / 3.0, times[0], times[-1]), w / 9.0) for step, w in shares]
    return np.asarray(sum(w * played(scene, x, at).forces for at, w in inside))


def _with(setting: Setting, now: Played) -> Motion:
    """The motion that was solved, on its slope."""
    motion, first = setting.motion, setting.first
    turns, roots = motion.rotations.copy(), motion.root_positions.copy()
    turns[first:, list(setting.problem.figure.joints)] = quaternions.normalized(now.turns)
    turns[first:, 0] = quaternions.multiply(setting.tilt, turns[first:, 0])
    roots[first:] = quaternions.rotate(setting.tilt, now.roots)
    return motion.with_rotations(quaternions.continuous(turns)).with_root_positions(roots)


def _missed(setting: Setting, scene: Scene, solved: Solved) -> tuple[float, list[str]]:
    from supple.solvers.spacetime.costs import Costs, no_shifts

    goals = setting.problem.goals
    if not goals:
        return 0.0, []
    group = Costs(scene).look(solved.x, no_shifts(scene), slopes=False).groups[-1]
    off = 1e3 * np.linalg.norm(group.misses, axis=1) / np.sqrt(setting.problem.weights.plant)
    worst: dict[str, tuple[float, float]] = {}
    for goal, mm in zip(goals, off, strict=True):
        if mm > max(GOAL_MM, worst.get(goal.name, (0.0, 0.0))[0]):
            worst[goal.name] = (float(mm), goal.time)
    notes = [f"{name} misses its place by {mm:.1f} mm at {t:.2f} s." for name, (mm, t) in worst.items()]
    return float(off.max()), notes


def _shortcomings(setting: Setting, after: Judged, solved: Solved) -> list[str]:
    """What is not met, and when it is worst."""
    notes = []
    if solved.stopped in ("time", "interrupted"):
        notes.append("stopped before the end; this is the best state so far.")
    for rows, pct, most, what in (
        (after.force, after.force_pct_bw, FORCE_PCT, "force"),
        (after.moment, after.moment_pct_bwh, MOMENT_PCT, "moment"),
    ):
        if pct > most:
            worst = int(np.argmax(np.linalg.norm(rows, axis=1))) + 1 + setting.first
            notes.append(
                f"the {what} at the root stays unexplained: {pct:.2f} % rms (at most {most:g} % is met), worst in "
                f"frame {worst} ({worst * setting.motion.frame_time:.2f} s). Do contacts carry the weight there?"
            )
    if after.slide_mm > SLIDE_MM:
        notes.append(f"a planted point slides by {after.slide_mm:.1f} mm (at most {SLIDE_MM:g} mm is met).")
    return notes


def _change(a: np.ndarray, b: np.ndarray) -> float:
    """Rms turn between poses (F, n, 4) [deg]."""
    cosines = np.minimum(np.abs(np.sum(a * b, axis=-1)), 1.0)
    return float(np.sqrt(np.mean(np.degrees(2.0 * np.arccos(cosines)) ** 2)))
