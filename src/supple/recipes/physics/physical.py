"""A motion bent until the equations of motion hold."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from supple.constraints.model import Edit
from supple.constraints.names import Names
from supple.constraints.physics import Physics, parse_physical
from supple.core import quaternions
from supple.core.contacts import Contacts
from supple.core.ground import Height
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.dynamics.states import states_of
from supple.errors import InvalidValueError
from supple.io.documents.body import Body, Scale, read_body
from supple.io.source import document_text
from supple.recipes.body_scale.scaling import grown_body
from supple.recipes.metrics import contacts_of
from supple.recipes.names import motion_names
from supple.recipes.physics.bodies import body_of
from supple.recipes.physics.checkpoint import Journal
from supple.recipes.physics.demands import demanded
from supple.recipes.physics.fingerprint import fingerprint
from supple.recipes.physics.fitting_wishes import refuse_stiff, refuse_unfit
from supple.recipes.physics.judging import AtBest, Judged, explained_at_best, judged
from supple.recipes.physics.nearer import solved_as_near_as_can_be
from supple.recipes.physics.pacing import at_pace
from supple.recipes.physics.runs import Run
from supple.recipes.physics.setting import Setting, setting_of, sloping
from supple.recipes.physics.shortcomings import bent, enough, lost, missed, unexplained
from supple.recipes.physics.slopes import floor_turn, turned, turned_poses
from supple.recipes.physics.steps import on_steps
from supple.recipes.physics.strength import strained
from supple.recipes.physics.windows import joined
from supple.solvers.spacetime.result import Played, forces_of, played
from supple.solvers.spacetime.scene import Scene, moments_at, scene_of
from supple.solvers.spacetime.solving import Progress, Watch

Status = Literal["met", "stalled", "infeasible"]


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
    before: AtBest  # of the fitted example
    after: Judged
    pose_change_fit_deg: float  # rms over the joints that the model moves
    pose_change_deg: float  # by the optimisation
    goal_mm: float  # the farthest that a wish is missed
    range_deg: float  # the farthest that a joint is beyond its range, and farther than the example
    ways: np.ndarray | None  # (F, C, 3) along which contacts are led, where they keep their slides [m]
    notes: tuple[str, ...]
    time_stretch: float = 1.0  # how many times as long it takes
    ground: Height | None = None  # below the feet, where it is not level

    def judge(self, written: Motion) -> Judged:
        """Judge the motion as a file has it."""
        return judged(self.setting, written, self.forces, self.touching, self.ways)


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
    stop: Callable[[], bool] | None = None,
    checkpoint: Path | str | None = None,
) -> Physical:
    """Bend a motion until no force at its root is unexplained, its plants stand, and friction holds them.

    ``body`` is a body document: its ``[scale]`` gives other lengths, its masses other weights. ``edit`` is an edit
    document: places of hands, ``[[mass]]``, ``[[push]]``, ``[ground]``, ``[strength]``, ``[ratio]``, ``[window]``,
    ``[time]``.
    Plants are those of ``contacts``, else found. ``tell`` is called after each iteration. The best state so far is
    returned when ``seconds`` are over, when ``stop`` says so, or on Ctrl-C; with a ``checkpoint`` (a file), the next
    call goes on from there, to the same bits.
    """
    if not isinstance(motion, Motion):
        raise InvalidValueError(f"only a motion can be made physical; got {type(motion).__name__}.")
    if not seconds > 0.0:
        raise InvalidValueError(f"the time limit must be above 0 s; got {seconds:g}.")
    for name, function in (("tell", tell), ("stop", stop)):
        if function is not None and not callable(function):
            raise InvalidValueError(f"{name} must be a function; got {type(function).__name__}.")
    began = time.perf_counter()
    wishes, physics = (Edit(), Physics()) if edit is None else parse_physical(*document_text(edit))
    document = read_body(body) if isinstance(body, Path | str) else body
    source, given = motion, contacts
    if document is not None and document.scale != Scale():
        source, given = grown_body(motion, document, contacts=contacts, roles=roles)
    names = motion_names(source, roles)
    plants = contacts_of(source, given, names)
    ground: Height | None = None
    notes: tuple[str, ...] = ()
    if physics.ground.heights is not None:
        source, plants, ground, notes = on_steps(source, physics, plants, names)
        names = motion_names(source, roles)
    if physics.contact.plants == "emerge":  # points of feet are below them where the ground is level
        names = motion_names(turned(source, quaternions.conjugate(floor_turn(plants))), roles)
    refuse_unfit(wishes, physics, source, names, str(edit))
    person = body_of(document, source, names.roles)
    setting = setting_of(source, person, plants, names, wishes, physics)
    setting = replace(setting, notes=(*notes, *setting.notes))
    refuse_stiff(physics, setting.problem.figure, names, str(edit))
    journal = None if checkpoint is None else Journal(Path(checkpoint), _key(setting, physics))
    run = Run(scene_of(setting.problem), began + seconds, Watch(tell, stop), journal)
    holds = partial(_holds, setting)
    run = solved_as_near_as_can_be(run, holds)
    run, limited, stretch = demanded(run, setting, names, physics, holds)
    if stretch != 1.0:
        setting = at_pace(setting, stretch)
    run = run.finished()
    setting = replace(setting, problem=run.scene.problem)
    run, shown, given_back = _no_worse(setting, run)
    weak = (*given_back, *strained(run, limited, setting.first * source.frame_time))
    told = _told(setting, run, shown, time.perf_counter() - began, weak, stretch)
    kept = () if journal is None else journal.notes
    return replace(told, ground=ground or sloping(setting), notes=(*told.notes, *kept))


class _Shown(NamedTuple):
    """A state of the unknowns, as frames have it."""

    now: Played
    was: Played
    forces: np.ndarray  # (F, C, 3) in the world [N]
    motion: Motion
    ways: np.ndarray | None
    judged: Judged


def _shown(setting: Setting, scene: Scene, x: np.ndarray) -> _Shown:
    times = setting.times
    was = played(scene, 0.0 * x, times)
    now = played(scene, x, times) if x.any() else was
    forces = quaternions.rotate(setting.tilt, _mean_forces(scene, x, times, setting.motion.frame_time))
    motion, ways = _with(setting, now, was), was.places if scene.problem.slides else None
    return _Shown(now, was, forces, motion, ways, judged(setting, motion, forces, now.touching, ways))


def _holds(setting: Setting, run: Run) -> bool:
    """Whether physics explains what a run comes to, as frames have it."""
    return enough(_shown(setting, run.scene, run.result.x).judged)


def _no_worse(setting: Setting, run: Run) -> tuple[Run, _Shown, tuple[str, ...]]:
    """What a run comes to, or the fitted motion without contact forces where even that leaves less unexplained.

    A body that nothing carries for seconds would have to fall so far that no step leads there. Shares of the body's
    weight, and of weight times height, count alike, as they do in the solve.
    """
    found = _shown(setting, run.scene, run.result.x)
    plain = _shown(setting, run.scene, 0.0 * run.result.x)
    if _unexplained_pct(found) <= _unexplained_pct(plain):
        return run, found, ()
    note = (
        f"the motion is handed back as it was: the solve left {_unexplained_pct(found):.0f} % of the body's weight "
        f"unexplained, where it was {_unexplained_pct(plain):.0f} % without any contact force."
    )
    return replace(run, result=replace(run.result, x=0.0 * run.result.x)), plain, (note,)


def _unexplained_pct(shown: _Shown) -> float:
    return float(np.hypot(shown.judged.force_pct_bw, shown.judged.moment_pct_bwh))


def _key(setting: Setting, physics: Physics) -> str:
    """What a checkpoint belongs to."""
    return fingerprint(metadata.version("supple"), setting.problem, physics.ratio, physics.strength, physics.time)


def _told(setting: Setting, run: Run, shown: _Shown, seconds: float, weak: tuple[str, ...], stretch: float) -> Physical:
    times, problem, scene, solved = setting.times, setting.problem, run.scene, run.result
    now, was, forces, motion, ways, after = shown
    at = moments_at(problem, times)
    before = explained_at_best(setting, states_of(problem.figure, at.root, at.turned))
    goal_mm, missing = missed(setting, scene, solved.x)
    range_deg, beyond = bent(setting, now, was)
    gone = lost(setting, now, was)
    early = ["stopped before the end; this is the best state so far."] if solved.unfinished else []
    notes = [*setting.notes, *weak, *missing, *beyond, *gone, *early, *unexplained(setting, after)]
    met = not weak and not gone and not missing and not beyond and enough(after)
    status: Status = "met" if met else "stalled" if solved.unfinished else "infeasible"
    source = setting.motion.rotations[setting.first :, list(problem.figure.joints)]
    torques = now.torques[:, 6:].reshape(len(times), -1, 3)
    return Physical(
        motion, status, setting, seconds, solved.history, tuple(c.name for c in problem.contacts), forces,
        quaternions.rotate(setting.tilt, now.places), now.touching, torques, before, after,
        _change(source, was.turns), _change(was.turns, now.turns), goal_mm, range_deg, ways, tuple(notes), stretch,
    )  # fmt: skip


def _mean_forces(scene: Scene, x: np.ndarray, times: np.ndarray, frame_time: float) -> np.ndarray:
    """Forces as frames can tell them: means over a frame before and after, weighted as second differences weigh."""
    shares = ((-2, 1.0), (-1, 2.0), (0, 3.0), (1, 2.0), (2, 1.0))
    inside = [(np.clip(times + step * frame_time / 3.0, times[0], times[-1]), w / 9.0) for step, w in shares]
    return np.asarray(sum(w * forces_of(scene, x, at) for at, w in inside))


def _with(setting: Setting, now: Played, was: Played) -> Motion:
    """The motion that was solved, on its slope, in the frames that are left alone."""
    motion, first, joints = setting.motion, setting.first, list(setting.problem.figure.joints)
    if any(setting.cut.fixed):
        solved, fitted = (turned_poses(state.roots, state.turns, setting.tilt) for state in (now, was))
        return joined(setting.whole, setting.cut, joints, *solved, fitted)
    turns, roots = motion.rotations.copy(), motion.root_positions.copy()
    turns[first:, joints] = quaternions.normalized(now.turns)
    roots[first:] = now.roots
    bent = turned(motion.with_rotations(turns).with_root_positions(roots), setting.tilt)
    return bent.with_rotations(quaternions.continuous(bent.rotations))


def _change(a: np.ndarray, b: np.ndarray) -> float:
    """Rms turn between poses (F, n, 4) [deg]."""
    cosines = np.minimum(np.abs(np.sum(a * b, axis=-1)), 1.0)
    return float(np.sqrt(np.mean(np.degrees(2.0 * np.arccos(cosines)) ** 2)))
