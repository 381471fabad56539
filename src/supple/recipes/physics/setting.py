"""A motion, its body and its wishes, as a problem for the spacetime solver."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from supple.constraints.joint_settings import limit_setting
from supple.constraints.model import Edit, Position
from supple.constraints.names import Effector, Names
from supple.constraints.physics import Physics, PushWish
from supple.core import quaternions
from supple.core.body.limit_sources import LimitSetting
from supple.core.contacts import Contacts
from supple.core.ground import Height, plane
from supple.core.moments import Moment, parsed
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.roles import SIDES
from supple.dynamics.body import BodyParameters
from supple.dynamics.contact_points import (
    DEFAULT_SURFACE,
    FRICTION,
    ContactSpan,
    Wider,
    amid,
    contact_spans,
    trimmed,
    widened,
)
from supple.dynamics.figure import Figure, figure_of
from supple.dynamics.inertias import body_inertias
from supple.errors import InvalidValueError
from supple.recipes.measures.scene import point_path
from supple.recipes.physics.effort import efforts, hardships
from supple.recipes.physics.feet import not_level, points_of_feet
from supple.recipes.physics.slopes import floor_turn, pull_down, turned, uphill
from supple.recipes.physics.windows import Cut, contacts_inside, cut_of, ranges_of, still_joints
from supple.solvers.spacetime.fitting import fitted_points
from supple.solvers.spacetime.knots import Knots, knots_for
from supple.solvers.spacetime.problem import Goal, Problem, Push, Weights, consistent_places

SPACING = 0.06  # [s] between knots
EDGE = 0.03  # [s] the next knot after a contact begins and before it ends
NEAR = 0.012 / 1.75  # of the height: a point this near to its place may carry force where something else stands
# of the height: the farthest above its place that a point stands while its foot stands on another one. Of 6 mm, 12 mm
# and no end: with 6 mm poses change least on five walks of CMU (02_01, 07_01, 08_01, 12_01, 16_15). Forces of two
# captures with force plates were nearest, too, when it was chosen: they are no proof of it.
DOWN = 0.006 / 1.75
ALONE = 0.05 / 1.75  # and where nothing else does
LONGEST = 0.08  # [s] by which a contact may be wider than what was found still
# choice: how much turns of the legs count, where plants are given. What physics needs changed is left to the trunk and
# the arms, which are heavy or seen less: it is by their legs that walks are told apart.
LEGS = {"hip": 4.0, "knee": 4.0, "ankle": 2.0}
DRIFT, PACE = 0.01, 0.5  # [s] where plants emerge: how the root's way along the ground counts
# and where effort counts, so that strides have to be free; chosen on the made walk, while CMU 07_01 was looked at once
FREE_DRIFT, FREE_PACE = 1e-3, 0.05  # [s]
EFFORT = 0.25  # in active mode: a joint at its full strength counts as much as one that is half a radian off
STEADY = 0.2  # [s] chosen on CMU 12_01 and 16_15: ground reactions within 10 % of those of `supple dynamics`
BEND = 1e4  # a joint one radian beyond its range, where ranges are kept
_OFF = 1e3  # friction that holds whatever there is: feet that are led need none


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """A problem, with what is needed to make a motion of its solution."""

    motion: Motion  # up to the last frame that counts, turned so that the ground is level
    first: int
    problem: Problem
    body: BodyParameters
    tilt: np.ndarray  # (4,) from the frame that is solved in, where the ground is level, to the world
    notes: tuple[str, ...]
    whole: Motion
    cut: Cut
    free_strides: bool = False  # whether feet may stand elsewhere

    @property
    def before(self) -> Motion:
        """The motion before it is bent, on the ground that it is bent on."""
        return self.whole if any(self.cut.fixed) else turned(self.motion, self.tilt)

    @property
    def times(self) -> np.ndarray:
        """(F,) of the frames that count, from the first of them [s]."""
        return np.arange(self.motion.frames - self.first) * self.motion.frame_time


def setting_of(
    motion: Motion, body: BodyParameters, contacts: Contacts, names: Names, edit: Edit, physics: Physics
) -> Setting:
    """Set up a problem; what cannot be solved is refused with what to do.

    Where plants emerge ratios are even at first: which feet a solve finds hangs on where it starts, and walks that are
    to be compared have to start alike.
    """
    whole, cut = motion, cut_of(motion, physics.window)
    emerge = physics.contact.plants == "emerge"
    lying = floor_turn(contacts) if emerge else quaternions.identity()
    motion, first = turned(whole.with_frames(0, cut.stop), quaternions.conjugate(lying)), cut.first
    contacts = contacts_inside(contacts, cut)
    carried = [(m.joint, m.kg, m.at) for m in edit.masses]
    inertias = body_inertias(motion.skeleton, names.roles, body, carried)
    figure = figure_of(motion, inertias, names.roles)
    tilt = quaternions.multiply(lying, uphill(motion, physics.ground.slope_deg))
    pull_down(figure, tilt)
    if emerge:
        spans, stood = points_of_feet(figure, motion, names, first, body.height), not_level(contacts)
    else:
        spans, stood = _contacts(figure, motion, contacts, names, first, body.height)
    pushes = tuple(_push(figure, names, p, motion, first, tilt) for p in physics.pushes)
    goals, said = _goals(figure, names, edit, motion, first, tilt)
    times = np.arange(motion.frames - first) * motion.frame_time
    knots = _knots(times[-1], [] if emerge else spans, pushes, goals, motion.frame_time)
    problem = Problem(
        figure, body.height, knots, _fitted(figure, motion, first, knots, times), tuple(spans), _friction(physics),
        np.array([0.0, 1.0, 0.0]), pushes, goals,
        effort=efforts(figure, names.roles, body),
        hardship=hardships(figure, names.roles, None if emerge else physics.ratio),
        plants=physics.contact.plants, weights=_weights(physics, edit), slides=physics.keep_slides, fixed=cut.fixed,
        still=still_joints(figure, names, physics.window, edit), counts=None if emerge else _counts(figure, names),
        ranges=ranges_of(figure, motion.rotations[first:], names, edit),
    )  # fmt: skip
    notes = (*inertias.missing, *stood, *said)
    return Setting(motion, first, problem, body, tilt, notes, whole, cut, emerge)


def sloping(setting: Setting) -> Height | None:
    """The ground that contacts stand on, where it is a slope."""
    if setting.tilt[0] == 1.0:
        return None
    level = min((float(c.place[1]) for c in setting.problem.contacts), default=0.0)
    x, y, z = quaternions.rotate(setting.tilt, np.array([0.0, 1.0, 0.0]))
    return plane(level / y, -x / y, -z / y)


def _weights(physics: Physics, edit: Edit) -> Weights:
    """choice: feet that may stand elsewhere keep the root's pace, not its place: else long clips would resist more.

    Where effort counts the pace is hardly kept either: a stride is as long as the turns of joints make it, and those
    are what is to be close to the example.
    """
    stated = any(limit_setting(setting) != LimitSetting() for setting in edit.joints.values())
    ranged = stated if physics.joint_limits is None else physics.joint_limits
    steady = STEADY if physics.contact.plants == "given" else 0.0
    active = physics.mode == "active"
    common = Weights(steady_s=steady, effort=EFFORT if active else 0.0, bend=BEND if ranged else 0.0)
    if physics.contact.plants == "given":
        return common
    drift, pace = (FREE_DRIFT, FREE_PACE) if active else (DRIFT, PACE)
    return replace(common, drift=drift, pace_s=pace)


def _counts(figure: Figure, names: Names) -> np.ndarray:
    """(n,) how much the turn of each joint counts."""
    roles = {f"{side}_{part}": counts for side in SIDES for part, counts in LEGS.items()}
    legs = {names.joint(role): counts for role, counts in roles.items() if role in names.roles}
    return np.array([legs.get(joint, 1.0) for joint in figure.joints])


def _contacts(
    figure: Figure, motion: Motion, contacts: Contacts, names: Names, first: int, height: float
) -> tuple[list[ContactSpan], list[str]]:
    spans = contact_spans(figure, contacts, first, motion.frame_time)
    if contacts.belt_m_s is not None:
        raise InvalidValueError("the ground of this clip moves (a treadmill), which physics is not solved for. "
                                "Walk it over the ground first (supple inplace --undo, or give contacts).")  # fmt: skip
    pose = world_pose(motion)
    effectors = []
    for span in spans:
        joint = next(c for c in contacts.contacts if c.point == span.name and c.joint is not None)
        effectors.append(Effector(motion.skeleton.index(joint.joint or ""), joint.offset_m or (0.0, 0.0, 0.0)))
    path_of = {effector: point_path(pose, effector, slice(first, None)) for effector in set(effectors)}
    paths = [path_of[effector] for effector in effectors]
    wider = Wider(NEAR * height, ALONE * height, LONGEST)
    notes = [] if spans else ["nothing touches the ground: the body can only fall."]
    wide = widened(spans, paths, motion.frame_time, wider)
    roles = (f"{side}_{part}" for side in SIDES for part in ("knee", "elbow"))
    inner = {figure.carriers[names.joint(role)].number for role in roles if role in names.roles}
    wide = trimmed(figure.model.parents, inner, wide, paths, motion.frame_time, DOWN * height)
    return consistent_places(amid(wide, paths, motion.frame_time)), notes


def _knots(
    duration: float, spans: list[ContactSpan], pushes: tuple[Push, ...], goals: tuple[Goal, ...], frame_time: float
) -> Knots:
    """Knots where contacts begin and end, and close to there; never so many that frames do not tell the curve."""
    spacing = max(SPACING, 3.0 * frame_time)
    edge = max(EDGE, 1.5 * frame_time)
    events = [t for span in spans for t in (span.start, span.stop)]
    long = [span for span in spans if span.stop - span.start > 2.0 * edge]
    events += [t for span in long for t in (span.start + edge, span.stop - edge)]
    events += [t for push in pushes for t in (push.start, push.stop)]
    return knots_for(duration, [*events, *(goal.time for goal in goals)], spacing)


def _fitted(figure: Figure, motion: Motion, first: int, knots: Knots, times: np.ndarray) -> np.ndarray:
    """Control points of the curves that fit the example best."""
    turns = quaternions.continuous(motion.rotations[first:, list(figure.joints)]).reshape(len(times), -1)
    return fitted_points(knots, times, np.concatenate([motion.root_positions[first:], turns], axis=1))


def _friction(physics: Physics) -> float:
    if physics.keep_slides:
        return _OFF
    if physics.ground.friction is not None:
        return physics.ground.friction
    return FRICTION[physics.ground.surface or DEFAULT_SURFACE][1]


def seconds_at(moment: Moment, motion: Motion, first: int) -> float:
    """A moment of the clip, from its first frame that counts on [s]."""
    value, unit = parsed(moment)
    at = (value * motion.frame_time if unit == "f" else value) - first * motion.frame_time
    last = (motion.frames - 1 - first) * motion.frame_time
    return float(np.clip(at, 0.0, last))


def _push(figure: Figure, names: Names, wish: PushWish, motion: Motion, first: int, tilt: np.ndarray) -> Push:
    effector = names.effector(wish.joint)
    number, point = figure.carried(effector.joint, np.array(effector.point) + wish.at)
    start, stop = (seconds_at(t, motion, first) for t in (wish.start, wish.stop))
    force = quaternions.rotate(quaternions.conjugate(tilt), np.array(wish.force_n))
    return Push(number, point, start, stop, force)


def _goals(
    figure: Figure, names: Names, edit: Edit, motion: Motion, first: int, tilt: np.ndarray
) -> tuple[tuple[Goal, ...], list[str]]:
    """Places of position constraints, each held from where it is fully active to where it begins to leave."""
    goals, notes, back = [], [], quaternions.conjugate(tilt)
    for k, c in enumerate(edit.constraints):
        if not isinstance(c, Position) or c.axes != "xyz":
            notes.append(
                f"{c.name or type(c).__name__}: only positions in all axes are kept by physics; it is left out."
            )
            continue
        effector = names.effector(c.effector, c.point)
        number, point = figure.carried(effector.joint, np.array(effector.point))
        for goal in c.goals:
            if goal.at is None or goal.when is None or goal.relative_to is not None:
                notes.append(f"{c.name or c.effector}: only places of the world at a time are kept; it is left out.")
                continue
            _, start, stop, _ = (seconds_at(t, motion, first) for t in goal.when)
            name, place = c.name or f"constraint[{k}] ({c.effector})", quaternions.rotate(back, np.array(goal.at))
            for t in np.linspace(start, stop, 1 + int((stop - start) / EDGE)):
                goals.append(Goal(name, number, point, float(t), place))
    return tuple(goals), notes
