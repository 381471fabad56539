"""``retarget``: the motion of one figure on another one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.pose import WorldPose, world_pose
from supple.core.progress import Progress, part_of
from supple.core.roles import SIDES
from supple.errors import InvalidValueError
from supple.io.documents.body import Body
from supple.io.documents.joint_map import JointMap, checked_pairs, read_joint_map
from supple.recipes.metrics import contacts_of
from supple.recipes.names import motion_names
from supple.recipes.refit import SLID_MM, off_riders_mm, riders_said
from supple.recipes.retarget.described import described
from supple.recipes.retarget.figure import Figure, figure_of
from supple.recipes.retarget.fitting import fitted
from supple.recipes.retarget.frames import BodyFrames, body_frames
from supple.recipes.retarget.limb_frames import BONES
from supple.recipes.retarget.mapping import map_text, roles_by_pairs
from supple.recipes.retarget.matching import Match, completed, match_joints
from supple.recipes.retarget.places import carried_over
from supple.recipes.retarget.report import RetargetReport, Status, broken, directions, limit_notes, sliding
from supple.recipes.retarget.root import Scaling, on_its_way, scaling_of
from supple.recipes.retarget.saying import notes_of
from supple.recipes.retarget.transfer import transferred
from supple.solvers.ranges.allowed import Allowed, allowed_by

RetargetSolver = Literal["hierarchical", "online"]
_SLID = {"hierarchical": 1.0, "online": 2.0}  # [mm] points that slide further do not stand
_STEPS = 5  # figures, contacts, transfer, fit, measures
_DEEP = 1.0  # [mm] feet that are deeper in the ground are in it
Given = Path | str | Names | None  # a roles document, or names that are known


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Retargeted:
    """A motion on its new figure, by which contacts, and how it went."""

    motion: Motion
    report: RetargetReport
    contacts: Contacts  # those of the source, on the target
    names: Names  # of the target
    before: Motion  # what was transferred, before contacts were made to hold
    pairs: dict[str, str]  # target joint -> source joint

    def sliding(self, motion: Motion) -> tuple[float, float]:
        """How far planted points slide and how deep feet are in the ground [mm] in a motion made of this one's."""
        return sliding(motion, world_pose(motion), self.contacts, self.names)


@dataclass(frozen=True, slots=True, eq=False)
class Both:
    """Two figures and how they belong together."""

    source: Figure
    target: Figure
    match: Match

    @property
    def pairs(self) -> dict[str, str]:
        """Target joint -> source joint, by name."""
        ours, theirs = self.target.skeleton.names, self.source.skeleton.names
        return {ours[t]: theirs[s] for t, s in self.match.pairs.items()}


class Carried(NamedTuple):
    """What the target has of the source before anything is fitted."""

    motion: Motion
    contacts: Contacts
    frames: tuple[BodyFrames, BodyFrames]  # of source and target
    scale: float  # of the way of the root
    allowed: Allowed  # how far its joints may turn


class Fitted(NamedTuple):
    """What became of a transferred motion."""

    motion: Motion
    status: Status
    notes: tuple[str, ...]
    contacts: Contacts  # as it holds them


@checked
def retarget(
    motion: Motion,
    character: Motion | Body | Path | str,
    *,
    joint_map: JointMap | Path | str | None = None,
    contacts: Contacts | Path | str | None = None,
    roles: Given = None,
    character_roles: Given = None,
    solver: RetargetSolver = "hierarchical",
    progress: Progress | None = None,
) -> Retargeted:
    """``motion`` on the figure of ``character``, whose own motion only tells how that figure is built and stands.

    A body, or the path of a body document, is the figure of ``motion`` with these proportions.
    Joints are matched by themselves, or by a ``joint_map`` such as :func:`joint_map` writes. ``contacts`` are those of
    the source; without them they are found. Directions of limbs, palms and soles are the source's, whatever the rest
    poses are; the way of the root is scaled by the length of the legs; what stood still, stands still.

    ``solver="online"`` goes through the clip frame by frame without looking ahead, as :class:`OnlineRetarget` does for
    live figures: only heels and balls of feet are held, those of ``contacts`` that are given, else what the frames
    before tell. ``progress`` is called now and then with the work that is done, and all of it; what it raises ends it.
    """
    clock = _Clock(progress)
    with clock.step("figures"):
        if isinstance(character, Body | Path | str):
            character, character_roles = described(motion, character, contacts, roles), roles
        both = matched(motion, character, joint_map, roles, character_roles)
    with clock.step("contacts"):
        found = contacts_of(motion, contacts, both.source.names)
    with clock.step("transfer"):
        there = _carried(both, found)
    with clock.step("fit"):
        if solver == "hierarchical":
            after = _fitted(both, there, clock.part)
        else:
            after = _online(both, there, found, contacts is not None)
    with clock.step("measures"):
        report = _report(both, there, after, found, solver)
    return Retargeted(
        motion=after.motion,
        report=replace(report, seconds=clock.seconds, steps_s=clock.steps),
        contacts=after.contacts,
        names=both.target.names,
        before=there.motion,
        pairs=both.pairs,
    )


def transferred_rotations(motion: Motion, character: Motion) -> np.ndarray:
    """(F, J, 4) the turns of a motion on another figure; root and contacts are not looked at."""
    both = matched(motion, character, None, None, None)
    frames = frames_of_both(both)
    return transferred(both.source, both.target, both.match, frames[1], frames[0])


def _holds(report: RetargetReport, solver: RetargetSolver) -> bool:
    """Whether what should stand does, and nothing is in the ground. NaN, which is nothing to measure, is neither.

    Ranges of joints are held by the solver that sees the whole clip; the other one only tells what is broken.
    """
    slides = report.slide_mm_max > _SLID[solver] or report.penetration_mm_max > _DEEP
    return not (slides or (solver == "hierarchical" and report.limits_broken))


@checked
def joint_map(motion: Motion, character: Motion, *, roles: Given = None, character_roles: Given = None) -> str:
    """A commented map document of how the joints of two figures are matched, for a person to correct."""
    both = matched(motion, character, None, roles, character_roles)
    return map_text(both.source, both.target, both.match)


def matched(
    motion: Motion, character: Motion, given: JointMap | Path | str | None, roles: Given, character_roles: Given
) -> Both:
    """Two figures with their joints matched, by themselves or as a map says."""
    for one in (motion, character):
        if not isinstance(one, Motion):
            raise InvalidValueError(
                f"only a motion can be retargeted, and to a motion's figure; got {type(one).__name__}."
            )
    ours, theirs = _named(character, character_roles), _named(motion, roles)
    if given is None:
        source, target = figure_of(motion, *theirs, "source"), figure_of(character, *ours, "character")
        _check_limbs(source, target)
        return Both(source, target, match_joints(source, target))
    document = given if isinstance(given, JointMap) else read_joint_map(given)
    pairs = checked_pairs(document, motion.skeleton, character.skeleton)
    names = roles_by_pairs(pairs, (motion, *theirs), (character, *ours))
    source = figure_of(motion, names[0], theirs[1], "source")
    target = figure_of(character, names[1], ours[1], "character")
    numbers = {character.skeleton.index(t): motion.skeleton.index(s) for t, s in pairs.items()}
    return Both(source, target, completed(source, target, numbers))


def _check_limbs(source: Figure, target: Figure) -> None:
    """Refuse figures that share no bone of any limb: there would be nothing to carry over."""
    shared = source.joints.keys() & target.joints.keys()
    bones = ((f"{side}_{start}", f"{side}_{end}") for side in SIDES for start, end in BONES.items())
    if not any({*bone} <= shared for bone in bones):
        raise InvalidValueError(
            f"the figures have no limb in common: on both were recognised {', '.join(sorted(shared))}. "
            "Say which joint follows which in a map (`supple map A B`), or who is who in roles documents."
        )


def _named(motion: Motion, roles: Given) -> tuple[Names, WorldPose]:
    pose = world_pose(motion)
    return motion_names(motion, roles, pose), pose


def frames_of_both(both: Both) -> tuple[BodyFrames, BodyFrames]:
    """Frames of all joints that take part, of source and target."""
    source, target, match = both.source, both.target, both.match
    tips = ("left_fingertips", "right_fingertips")
    fingers = all(tip in figure.joints for tip in tips for figure in (source, target))
    by_bones = not (source.reference.real and target.reference.real)
    between = {j for share in match.spread.values() for j in share[:2]}
    return (
        body_frames(source, {*match.pairs.values(), *between}, fingers=fingers, by_bones=by_bones),
        body_frames(target, {*match.pairs, *match.spread}, fingers=fingers, by_bones=by_bones),
    )


def _transferred(both: Both, frames: tuple[BodyFrames, BodyFrames], scaling: Scaling) -> Motion:
    source, target = both.source, both.target
    rotations = transferred(source, target, both.match, frames[1], frames[0])
    rotations[: source.first] = target.skeleton.rest_rotations  # so that readers know the rows for what they are
    still = Motion(
        target.skeleton,
        root_positions=np.zeros((source.motion.frames, 3)),
        rotations=rotations,
        frame_time=source.motion.frame_time,
        rest_rows=source.motion.rest_rows,
        provenance=replace(target.motion.provenance.without_rows(), warnings=()),
    )
    moved = on_its_way(still, source, target, scaling)
    roots = moved.root_positions.copy()
    roots[: source.first] = roots[source.first]
    return moved.with_root_positions(roots) if source.first else moved


def _carried(both: Both, found: Contacts) -> Carried:
    """The source's motion and contacts on the target."""
    frames = frames_of_both(both)
    scaling = scaling_of(both.source, both.target, found)
    before = _transferred(both, frames, scaling)
    return Carried(
        motion=before,
        contacts=carried_over(found, before, both.source, both.target, both.match, frames, scaling),
        frames=frames,
        scale=scaling.factor,
        allowed=allowed_by(before, both.target.names.roles),
    )


def _fitted(both: Both, there: Carried, progress: Progress | None) -> Fitted:
    names, contacts = both.target.names, there.contacts
    cleaned = fitted(there.motion, contacts, names, there.allowed, progress)
    off = off_riders_mm(cleaned.motion, contacts, names)  # a cleanup knows nothing of hands on hands
    status = "stalled" if off > SLID_MM and cleaned.report.status == "met" else cleaned.report.status
    return Fitted(cleaned.motion, status, (*cleaned.report.notes, *riders_said(off)), contacts)


def _online(both: Both, there: Carried, found: Contacts, given: bool) -> Fitted:
    """The clip frame by frame; contacts that are not ``given`` by a person only tell where the ground is."""
    from supple.recipes.online.clips import through_clip
    from supple.recipes.online.landing import landed

    motion, status, notes = through_clip(both, found, given=given)
    held, told = landed(there.contacts, motion) if given else (there.contacts, ())
    return Fitted(motion, status, (*notes, *told), held)


def _report(both: Both, there: Carried, after: Fitted, found: Contacts, solver: RetargetSolver) -> RetargetReport:
    """How it went."""
    pose = world_pose(after.motion)
    slide, deep = sliding(after.motion, pose, after.contacts, both.target.names)
    by_role = directions(both.source, both.target, pose, there.frames)
    over = broken(there.allowed, after.motion)
    report = RetargetReport(
        slide_mm_max=slide,
        penetration_mm_max=deep,
        limb_direction_deg_median=float(np.median(list(by_role.values()))) if by_role else float("nan"),
        limb_direction_deg=by_role,
        limits_broken=len(over),
        limits=over,
        scale=there.scale,
        notes=(
            *notes_of(both.source, both.target, both.match, found),
            *there.contacts.notes,
            *after.notes,
            *limit_notes(over),
        ),
    )
    return replace(report, status=after.status if _holds(report, solver) else "stalled")


class _Clock:
    """What each step takes [s], and how far all of them are."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self.steps: dict[str, float] = {}
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._began

    @property
    def part(self) -> Progress | None:
        """The progress of the step that is going on."""
        return part_of(self._progress, len(self.steps), _STEPS)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        if self._progress is not None:
            self._progress(len(self.steps), _STEPS)
        began = time.perf_counter()
        yield
        self.steps[name] = time.perf_counter() - began
