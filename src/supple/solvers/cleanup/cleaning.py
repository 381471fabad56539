"""Clean the end effectors of a clip: plants, targets, root, limbs, free frames, ground, toes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from supple.constraints.moments import first_moving_frame
from supple.core.arrays import frozen
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.solvers.cleanup import aiming, flaws, floor_pass, report
from supple.solvers.cleanup.bench import Bench, empty_bench
from supple.solvers.cleanup.carriers import carriers_of
from supple.solvers.cleanup.easing import about_edges, eased
from supple.solvers.cleanup.far_plants import Sorted, by_reach
from supple.solvers.cleanup.figure import Figure, figure_of
from supple.solvers.cleanup.ground import Ground, ground_of
from supple.solvers.cleanup.guiding import guided
from supple.solvers.cleanup.inner_joints import hold
from supple.solvers.cleanup.left_alone import left_outcomes
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.placing import place_plants
from supple.solvers.cleanup.plants import Plant, Plants, find_plants
from supple.solvers.cleanup.rising import rises, stiff_toes, stood
from supple.solvers.cleanup.root import place_root
from supple.solvers.cleanup.settings import CleanSettings, Windows
from supple.solvers.cleanup.targets import Targets
from supple.solvers.cleanup.working import LimbSet, Posed, Working, limb_set, working_copy
from supple.solvers.result import Outcome

_DEFAULT = CleanSettings()
_ROUNDS = 24  # of the height at which feet that do not bend stand; each leaves less than half of what is missing
_THERE = 1e-9  # of a leg
_SOME = 256  # frames
_TURNED = 1e-11  # one minus the cosine of half the angle that they round


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """The cleaned motion and how it went."""

    motion: Motion
    report: report.CleanReport


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """A clip without its rest rows, and what is asked of it."""

    motion: Motion
    pose: Posed  # of the motion, until the ground is cleared: then the arrays are used again
    limbs: Sequence[Limb]
    set: LimbSet
    figure: Figure
    plants: tuple[Plant, ...]
    ground: Ground | None
    settings: CleanSettings


@dataclass(frozen=True, slots=True, eq=False)
class _Given:
    """What limbs and root had to give."""

    scales: np.ndarray  # (F, L)
    changes: np.ndarray  # (F, L, 3, 3) [rad]
    displacement: np.ndarray  # (F, 3) [m]


class _Cleared(NamedTuple):
    """A clip above the ground."""

    pose: Posed  # but for toes that were bent
    depths: np.ndarray | None  # (F, L) of the deepest points [m]; None: there is no ground
    lifted: int  # frames
    bent: int


def clean(motion: Motion, contacts: Contacts, limbs: Sequence[Limb], settings: CleanSettings = _DEFAULT) -> Result:
    """Hold planted points where they stand, bend the rest smoothly, and keep everything above the ground.

    Without contacts, targets and anything in the ground it is the same motion object. Rest rows are left alone, and so
    are frames further than the windows from every contact.
    """
    began = time.perf_counter()
    found = find_plants(motion, contacts, limbs)
    ground = ground_of(settings, contacts.floor)
    if not limbs or (not found.plants and not contacts.targets and ground is None):
        return Result(motion, _nothing_done(motion, contacts, found, limbs, began))
    first = first_moving_frame(motion)
    moving = motion.with_frames(first, motion.frames) if first else motion
    figure = figure_of(motion.skeleton, limbs, found.tips)
    clip = working_copy(moving)
    pose = clip.posed()
    plants = _moved(found.plants, first)
    sorted_plants = Sorted(plants, (), ()) if contacts.belt_m_s is not None else by_reach(plants, pose, limbs)
    job = _Job(moving, pose, limbs, limb_set(motion.skeleton, limbs), figure, sorted_plants.near, ground, settings)
    off = () if ground is None else flaws.off_ground(floor_pass.depths(figure, pose, ground), figure)
    bench, targets, riding, unreached = _targets(job, contacts, first)
    given = _reach(job, clip, targets, riding)
    hold(clip.rotations, found.held, settings.windows(motion.frame_time).blend, first)
    cleared = _clear_ground(job, clip, targets.active, given.scales)
    said = _report(job, contacts, bench, given, cleared.pose, first)
    far = report.out_of_reach(sorted_plants.far, contacts.contacts, limbs, sorted_plants.apart, first)
    seen = _flaws(job, bench, given.displacement, cleared, first)
    beside = (*flaws.snaps(job.motion, clip, figure, first), *flaws.dragged(given.displacement, job.figure.leg, first))
    left = _left(clip, found.left, contacts, limbs, motion.frame_time, _tolerance(settings), first)
    told = replace(
        said,
        constraints=report.in_order(job.plants, sorted_plants.far, said.constraints, far, left),
        notes=(
            *found.notes,
            *off,
            *(f"{c.name} is out of reach: left alone." for c in far),
            *unreached,
            *seen,
            *beside,
        ),
        flaws=seen,
        lifted_frames=cleared.lifted,
        bent_frames=cleared.bent,
        seconds=time.perf_counter() - began,
    )
    return Result(_with_rest_rows(motion, clip, first), told)


def _moved(plants: Sequence[Plant], first: int) -> tuple[Plant, ...]:
    """Plants in frames of the clip without its rest rows."""
    if not first:
        return tuple(plants)
    shifted = (p._replace(start=max(p.start - first, 0), stop=p.stop - first) for p in plants)
    return tuple(p for p in shifted if p.start < p.stop)


def _targets(job: _Job, contacts: Contacts, first: int) -> tuple[Bench, Targets, np.ndarray | None, tuple[str, ...]]:
    """Steps 1 and 2: where end joints have to be, which of them ride with the root, and poses that nothing reaches."""
    settings, frames = job.settings, job.motion.frames
    windows, bounds = settings.windows(job.motion.frame_time), (0, frames)
    bench = empty_bench(frames, len(job.limbs))
    job.pose.positions.take(job.figure.ends, axis=1, out=bench.ends)
    job.pose.rotations.take(job.figure.ends, axis=1, out=bench.turns)
    carriers = carriers_of(job.motion, job.pose, job.plants, len(job.limbs), contacts.belt_m_s)
    if carriers is not None:
        carriers.enter(bench)
    rise = _rise(job, bench) if carriers is None else None
    reach = settings.floor_reach(job.figure.leg)
    raised = None if rise is None else rise(Posed(bench.ends, bench.turns))
    place_plants(bench, job.figure, job.plants, windows.plant, job.ground, reach, raised)
    unreached = aiming.take_given(bench, job.motion, job.pose, contacts, job.limbs, first, carriers)
    _aim(job, bench, windows, raised, rise)
    if carriers is not None:
        carriers.leave(bench)
    if settings.rolls_off:
        aiming.roll(bench, job.figure, job.pose.positions, bounds, bounds, windows)
    if job.ground is not None:
        aiming.keep_above(bench, job.figure, bounds, job.ground)
    targets = Targets(frozen(bench.states > 0), frozen(bench.positions), frozen(bench.rotations))
    return bench, targets, None if carriers is None else carriers.riding, unreached


def _rise(job: _Job, bench: Bench) -> Callable[[Posed], np.ndarray] | None:
    """How far above the ground plants of feet that do not bend are (P,), for their ends [m]; None: all on it."""
    if not job.settings.rises or job.ground is None:
        return None
    toes = stiff_toes(job.figure, job.pose)
    if not toes.ways.any():
        return None
    for number, plant in enumerate(job.plants):
        bench.ids[plant.start : plant.stop, plant.limb, plant.tip] = number
    high = stood(job.figure, job.plants, bench.ids, Posed(bench.ends, bench.turns), toes, job.ground)
    return partial(rises, job.figure, job.plants, toes, job.ground, high)


def _aim(
    job: _Job, bench: Bench, windows: Windows, raised: np.ndarray | None, rise: Callable[[Posed], np.ndarray] | None
) -> None:
    """Step 2 of plants that are placed, and again where feet that do not bend then need another height to stand at."""
    settings, bounds, given = job.settings, (0, job.motion.frames), bench.states.copy()
    for _ in range(_ROUNDS):
        aiming.aim_whole(bench, job.figure, bounds, flat=settings.roll == "flat")
        aiming.aim_single(bench, job.figure, bounds, bounds, windows)
        if raised is None or rise is None:
            return
        before, raised = raised, rise(Posed(bench.positions, bench.rotations))
        if np.abs(raised - before).max(initial=0.0) < _THERE * job.figure.leg:
            return
        bench.states[:] = given
        place_plants(
            bench, job.figure, job.plants, windows.plant, job.ground, settings.floor_reach(job.figure.leg), raised
        )


def _reach(job: _Job, clip: Working, targets: Targets, riding: np.ndarray | None) -> _Given:
    """Steps 3 to 5: the root, the limbs, and what dies out in free frames."""
    motion, settings = job.motion, job.settings
    planted = targets.active
    if settings.stretch is None:
        if _is_there(job, targets):
            return _Given(np.ones(planted.shape), np.zeros((*planted.shape, 3, 3)), np.zeros((motion.frames, 3)))
        feet = job.set.rows.ranks == 0 if riding is None else (job.set.rows.ranks == 0) & ~riding.any(axis=0)
        targets = guided(job.pose, job.figure, feet, targets, settings.windows(motion.frame_time), job.ground)
    standing = targets if riding is None else replace(targets, active=targets.active & ~riding)
    displacement = place_root(motion, job.limbs, standing, settings, job.pose)
    if riding is not None:
        moved = targets.positions + np.where(riding, 1.0, 0.0)[..., None] * displacement[:, None]
        targets = replace(targets, positions=moved)
    bends = eased(job.pose, job.set.rows, targets, planted, displacement, motion.fps)
    scales = clip.reach(job.pose, job.set.rows, targets, displacement, settings.manner, bends)
    changes = _spread(job, targets.active, (targets.active & ~planted).any(axis=0), clip.rotations, scales)
    if settings.stretch is not None:
        scales = _ease(job, planted, clip.rotations, scales, changes)
    clip.roots += displacement
    clip.stretch(job.set.bones, scales)
    return _Given(scales, changes, displacement)


def _is_there(job: _Job, targets: Targets) -> bool:
    """Whether all targets are met already, as in a motion that was cleaned before: then it stays to the bit."""
    active = targets.active
    for start in range(0, len(active), _SOME):  # most motions show by their first frames that they are not
        here = slice(start, start + _SOME)
        off = (job.pose.positions[here, job.figure.ends] - targets.positions[here])[active[here]]
        turns = job.pose.rotations[here, job.figure.ends][active[here]]
        alike = np.abs(np.einsum("nk,nk->n", turns, targets.rotations[here][active[here]]))
        if not ((np.abs(off) < floor_pass.ROUNDED * job.figure.leg).all() and (alike > 1.0 - _TURNED).all()):
            return False
    return True


def _spread(job: _Job, active: np.ndarray, done: np.ndarray, rotations: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Let changes die out in free frames, in place; returns the changes (F, L, 3, 3) of all frames.

    Where limbs were guided, that is done already.
    """
    from supple.kernels.cleanup.spreading import find_changes, spread

    frames, joints, original = job.motion.frames, job.figure.joints, job.motion.rotations
    changes = np.zeros((frames, len(joints), 3, 3))
    window = job.settings.windows(job.motion.frame_time).blend
    find_changes(0, frames, joints, active, original, rotations, changes)
    active = np.where(done, False, active)
    spread(
        0, frames, 0, frames, window, joints, job.set.rows.axes, active, job.pose.positions, job.pose.rotations,
        changes, original, rotations, scales,
    )  # fmt: skip
    return changes


def _ease(job: _Job, active: np.ndarray, rotations: np.ndarray, scales: np.ndarray, changes: np.ndarray) -> np.ndarray:
    """Bend limbs smoothly about the ends of plants, in place, ``changes`` too; returns their scales (F, L) then."""
    from supple.kernels.cleanup.edges import ease_edges
    from supple.kernels.cleanup.spreading import find_changes

    motion, joints = job.motion, job.figure.joints
    found, eased = np.ones(scales.shape), np.zeros(scales.shape)
    window = job.settings.windows(motion.frame_time).blend
    ease_edges(
        0, motion.frames, 0, motion.frames, window, *about_edges(window, motion.fps), job.settings.stretch, joints,
        job.set.rows.axes, motion.skeleton.parents, active, job.pose.positions, job.pose.rotations, changes, scales,
        eased, rotations, found,
    )  # fmt: skip
    find_changes(0, motion.frames, joints, eased != 0.0, motion.rotations, rotations, changes)
    return found


def _clear_ground(job: _Job, clip: Working, planted: np.ndarray, scales: np.ndarray) -> _Cleared:
    """Lift what is free and in the ground, bend toes. From here on the motion's own pose is gone.

    ``scales`` (F, L) of the limbs are brought up to date.
    """
    pose, ground = clip.posed(job.pose), job.ground
    if ground is None:
        return _Cleared(pose, None, 0, 0)
    clear = floor_pass.ROUNDED * job.figure.leg if job.settings.stretch is None else 0.0
    depths = floor_pass.depths(job.figure, pose, ground)
    deep = floor_pass.sunken(depths, planted, clear)
    lifted = floor_pass.lift(clip, pose, job.figure, job.set, deep, scales, job.settings)
    if lifted.size:
        there = Posed(pose.positions[lifted], pose.rotations[lifted])
        depths[lifted] = floor_pass.depths(job.figure, there, ground)
    before = np.zeros((job.settings.windows(job.motion.frame_time).blend, len(job.limbs)))
    return _Cleared(pose, depths, len(lifted), floor_pass.bend_toes(job.figure, pose, clip.rotations, ground, before))


def _report(job: _Job, contacts: Contacts, bench: Bench, given: _Given, pose: Posed, first: int) -> report.CleanReport:
    from supple.kernels.cleanup.misses import find_misses, largest_bend

    misses = np.zeros(bench.places.shape[:3])
    find_misses(job.figure.ends, job.figure.tips, pose.positions, pose.rotations, bench.places, misses)
    tolerance = _tolerance(job.settings)
    found = report.outcomes(job.plants, contacts.contacts, job.limbs, misses, tolerance, first)
    found += report.target_outcomes(contacts.targets, job.motion.skeleton, job.limbs, pose.positions, tolerance, first)
    stretch = np.abs(given.scales - 1.0)
    held = stretch[bench.states > 0]
    return report.CleanReport(
        seconds=0.0,
        iterations=1,
        constraints=found,
        stretch_pct_max=100.0 * float(stretch.max(initial=0.0)),
        stretch_pct_mean=100.0 * float(held.mean()) if held.size else 0.0,
        root_mm_max=1e3 * float(np.sqrt(np.max(np.einsum("fk,fk->f", given.displacement, given.displacement)))),
        jump_deg_s_max=float(np.degrees(largest_bend(given.changes))) / job.motion.frame_time,
    )


def _flaws(job: _Job, bench: Bench, moved: np.ndarray, cleared: _Cleared, first: int) -> tuple[str, ...]:
    """What a person would see; ``moved`` (F, 3) is the root's displacement [m]."""
    leapt = flaws.leapt(bench, job.figure, job.limbs, job.motion.fps, first)
    said = flaws.leaps(job.motion, moved, job.set.rows, job.figure.leg, first)
    said += flaws.jumps(job.motion, cleared.pose, job.set.rows, job.limbs, first)
    if job.ground is not None and cleared.depths is not None:
        said += flaws.sunk(cleared.depths, cleared.pose, job.figure, job.limbs, job.ground, first)
    return tuple(leapt + said)


def _tolerance(settings: CleanSettings) -> float:
    """What a planted point may be off [mm]."""
    return report.STRETCH_MET if settings.stretch else report.RIGID_MET


def _left(
    clip: Working, numbers: Sequence[int], contacts: Contacts, limbs: Sequence[Limb], frame_time: float,
    tolerance: float, first: int,
) -> dict[int, Outcome]:  # fmt: skip
    """What became of contacts that no limb holds."""
    if not numbers:
        return {}
    return left_outcomes(numbers, contacts, limbs, clip.posed(), clip.skeleton, frame_time, tolerance, first)


def _nothing_done(
    motion: Motion, contacts: Contacts, found: Plants, limbs: Sequence[Limb], began: float
) -> report.CleanReport:
    notes = found.notes
    if not limbs:
        notes = (*notes, "this figure has no limb with a hip, knee and ankle or a shoulder, elbow and wrist.")
    as_it_is = working_copy(motion)
    left = _left(as_it_is, found.left, contacts, limbs, motion.frame_time, report.RIGID_MET, 0)
    return report.CleanReport(
        seconds=time.perf_counter() - began, iterations=0, constraints=tuple(left.values()), notes=notes
    )


def _with_rest_rows(motion: Motion, clip: Working, first: int) -> Motion:
    """The clip with the rest rows in front; the motion itself where nothing changed."""
    bones = motion.offsets if motion.offsets is None else motion.offsets[first:]
    if (
        (
            clip.offsets is bones
            or (clip.offsets is not None and bones is not None and np.array_equal(clip.offsets, bones))
        )
        and np.array_equal(clip.roots, motion.root_positions[first:])
        and np.array_equal(clip.rotations, motion.rotations[first:])
    ):
        return motion
    roots, rotations, offsets = clip.roots, clip.rotations, clip.offsets
    if first:
        roots = np.concatenate([motion.root_positions[:first], roots])
        rotations = np.concatenate([motion.rotations[:first], rotations])
        if offsets is not None:
            rest = motion.skeleton.offsets if motion.offsets is None else motion.offsets[:first]
            offsets = np.concatenate([np.broadcast_to(rest, (first, *offsets.shape[1:])), offsets])
    return motion.with_poses(roots, rotations, offsets)
