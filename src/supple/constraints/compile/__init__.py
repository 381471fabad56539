"""Wishes about a motion become arrays here, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from supple.constraints import model
from supple.constraints.checks import check_edit
from supple.constraints.compile.balance import balance_tasks
from supple.constraints.compile.blame import about, constraint_place
from supple.constraints.compile.consistent import consistent
from supple.constraints.compile.feet import footplant_tasks
from supple.constraints.compile.gather import gathered
from supple.constraints.compile.looking import look_at_tasks
from supple.constraints.compile.places import position_tasks, preserve_tasks
from supple.constraints.compile.scene import Scene, on_the_clock_of, scene_of
from supple.constraints.compile.shapes import shape_tasks
from supple.constraints.compile.task import Task
from supple.constraints.compile.turns import orientation_tasks
from supple.constraints.names import Names
from supple.constraints.plan import Plan
from supple.constraints.recruiting import Recruits, named_joints, recruits
from supple.core.machine import memory_bytes
from supple.core.motion import Motion
from supple.core.pose import WorldPose
from supple.core.remembering import by_identity
from supple.errors import InvalidValueError, SuppleError

__all__ = ["compile_edit", "refusals", "tasks_of"]
_BYTES = 800  # that solving takes for each constraint in each frame of a clip, measured with footplants
_SHARE = 0.5  # of the machine's memory


def compile_edit(motion: Motion, edit: model.Edit, names: Names, pose: WorldPose) -> Plan:
    """The plan of an edit for a motion, whose names and world pose are given.

    Wishes about one point that come and go fade to each other when they are solved; one that comes or goes at once is
    joined to the others here, see :mod:`supple.constraints.compile.consistent`. A wish that makes no sense for this
    motion is a :class:`DocumentError` that names the constraint and the key.
    """
    check_edit(edit)
    _refuse_too_large(motion, edit)
    scene = scene_of(motion, edit, names, pose)
    compiled = _compiler(scene)
    tasks: list[Task] = []
    owners, recruited, named = [], [], named_joints(edit, names)
    for number, constraint in enumerate(edit.constraints):
        with about(constraint_place(edit, number)):
            mine, joints = compiled(constraint, constraint.space or edit.space)
        tasks += mine
        owners += [number] * len(mine)
        recruited += [joints.naming(named).recruited] * len(mine)
    tasks = consistent(scene, tasks, [edit.constraints[owner].priority for owner in owners])
    return gathered(scene, edit, tasks, owners, recruited)


def _refuse_too_large(motion: Motion, edit: model.Edit) -> None:
    """Refuse what would take all memory: every wish takes some in every frame of the clip."""
    count, have = len(edit.constraints), memory_bytes()
    needed = _BYTES * count * motion.frames
    if have is not None and needed > _SHARE * have:
        raise InvalidValueError(
            f"{count} constraints on {motion.frames} frames take about {needed / 1e9:.0f} GB, and this machine has "
            f"{have / 1e9:.0f} GB. Cut the clip into shorter ones, or ask for fewer things at once."
        )


def refusals(
    motion: Motion, edit: model.Edit, names: Names, pose: WorldPose, numbers: Iterable[int]
) -> Iterator[tuple[int, str]]:
    """Which of some constraints of an edit make no sense for a motion, and what is said against each."""
    compiled = _compiler(scene_of(motion, edit, names, pose))
    for number in numbers:
        constraint = edit.constraints[number]
        try:
            compiled(constraint, constraint.space or edit.space)
        except SuppleError as error:
            yield number, str(error)


def tasks_of(motion: Motion, edit: model.Edit, names: Names, pose: WorldPose, number: int) -> tuple[Task, ...]:
    """What one constraint of an edit asks of a motion, by itself; one that makes no sense is refused."""
    constraint = edit.constraints[number]
    return _compiler(scene_of(motion, edit, names, pose))(constraint, constraint.space or edit.space)[0]


@by_identity(2)
def _compiler(scene: Scene) -> Callable[[model.Constraint, str], tuple[tuple[Task, ...], Recruits]]:
    """Makes the tasks of a constraint, and whom it recruits; whoever drags changes one of many."""

    @by_identity(64)
    def compiled(constraint: model.Constraint, space: str) -> tuple[tuple[Task, ...], Recruits]:
        tasks = tuple(_tasks(on_the_clock_of(scene, constraint), constraint, space))
        with about("recruit"):
            return tasks, recruits(constraint, scene.names)

    return compiled


def _tasks(scene: Scene, c: model.Constraint, space: str) -> Iterator[Task]:
    match c:
        case model.Position():
            return position_tasks(scene, c, space)
        case model.Orientation():
            return orientation_tasks(scene, c, space)
        case model.LookAt():
            return look_at_tasks(scene, c, space)
        case model.Shape():
            return shape_tasks(scene, c, space)
        case model.Footplant():
            return footplant_tasks(scene, c, space)
        case model.Balance():
            return balance_tasks(scene, c, space)
        case model.Preserve():
            return preserve_tasks(scene, c)
