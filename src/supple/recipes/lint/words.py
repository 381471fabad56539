"""Names that a figure lacks or that are given twice, ranges that no joint has, and times outside the clip."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from supple.constraints import model
from supple.constraints.compile import refusals
from supple.constraints.joint_settings import limit_setting
from supple.constraints.moments import frames_of
from supple.constraints.names import Names
from supple.constraints.recruiting import recruits
from supple.constraints.spans import acting_spans, moments_of
from supple.core.body.hinges import hinged_by_role
from supple.core.body.limit_sources import check_range
from supple.core.documents import shown
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose
from supple.core.remembering import by_identity
from supple.errors import DocumentError, InvalidValueError
from supple.recipes.lint.finding import Finding, Topic, finding

_ABOUT_NAMES = ("effector", "reference", "relative_to", "recruit", "space")
_END = re.compile(r"(?<!\.)\. ")  # of a sentence; the dots behind a word that is cut are none
_WORDS = ("world", "facing")  # spaces that are no joints


def unknown_names(edit: model.Edit, names: Names) -> Iterator[Finding]:
    """Every name that means nothing on this figure, as an error with the nearest names."""
    for key, look in _document_names(edit, names):
        if said := _refusal(look):
            yield Finding("error", "names", key, None, "", *said)
    for k, constraint in enumerate(edit.constraints):
        for key, said in _name_faults(constraint, names):
            yield finding(edit, k, "error", "names", key, *said)


def bad_times(edit: model.Edit, motion: Motion) -> Iterator[Finding]:
    """Moments outside the clip or out of order on its clock, and constraints that no frame will show."""
    for k, constraint in enumerate(edit.constraints):
        said = {key: _refusal(partial(frames_of, moments, motion)) for key, moments in moments_of(constraint)}
        faults = {key: words for key, words in said.items() if words}
        for key, (message, fix) in faults.items():
            yield finding(edit, k, "error", "times", key, message, fix or _time_fix(motion))
        if not faults and not _frames_shown(constraint, motion):
            rest = f", and the first {motion.rest_rows} are a rest pose" if motion.rest_rows else ""
            message = f"it acts in no frame: frames are {motion.frame_time:.4g} s apart{rest}."
            yield finding(edit, k, "warning", "times", "", message, "Make its times longer, or move them.")


def refused(edit: model.Edit, motion: Motion, names: Names, pose: WorldPose, sound: Sequence[int]) -> Iterator[Finding]:
    """Constraints whose names and times are known, but that make no sense together: solving would refuse them."""
    for k, said in refusals(motion, edit, names, pose, sound):
        key, colon, words = said.partition(": ")
        if not colon or " " in key:
            key, words = "", said
        topic: Topic = "names" if key.endswith(_ABOUT_NAMES) else "times"
        yield finding(edit, k, "error", topic, key, *_said(words))


def repeated_names(edit: model.Edit) -> Iterator[Finding]:
    """Constraints that are called like one before them: a report that blames such a name does not say which."""
    first: dict[str, int] = {}
    for k, constraint in enumerate(edit.constraints):
        before = first.setdefault(constraint.name, k)
        if constraint.name and before < k:
            message = f"{constraint.name!r} is the name of constraint[{before}], too: a report cannot tell them apart."
            yield finding(edit, k, "warning", "names", "name", message, "Give each a name of its own, or none.")


def repeated_joints(edit: model.Edit, names: Names) -> Iterator[Finding]:
    """Joints that ``[joints]`` is about twice, by name and by role: only one would count."""
    first: dict[int, str] = {}
    for name in edit.joints:
        if _refusal(partial(names.joint, name)):
            continue
        joint = names.joint(name)
        before = first.setdefault(joint, name)
        if before != name:
            message = f"this is {names.skeleton.names[joint]}, which joints.{before} is about already."
            yield Finding("error", "names", f"joints.{name}", None, "", message, "Say all of it in one table.")


def unfit_ranges(edit: model.Edit, motion: Motion, names: Names) -> Iterator[Finding]:
    """Ranges of hinges that are stated of other joints."""
    stated = {name: limit_setting(joint) for name, joint in edit.joints.items() if joint.range_deg is not None}
    known = {name: setting for name, setting in stated.items() if not _refusal(partial(names.joint, name))}
    if not known:
        return
    skeleton = hinged_by_role(motion.skeleton, motion.rotations[first_moving_frame(motion) :], names.roles).skeleton
    for name, setting in known.items():
        if said := _refusal(partial(check_range, skeleton, names.joint(name), setting)):
            yield Finding("error", "names", f"joints.{name}.range_deg", None, "", *said)


@by_identity(256)  # somebody who drags changes one of many, again and again
def _name_faults(constraint: model.Constraint, names: Names) -> tuple[tuple[str, tuple[str, str]], ...]:
    looked = ((key, _refusal(look)) for key, look in _constraint_names(constraint, names))
    return tuple((key, said) for key, said in looked if said)


def _time_fix(motion: Motion) -> str:
    if motion.frames == 1:
        return "This is one posture: leave the times out, or use `supple pose`."
    return "Give moments inside the clip, in seconds or in frames; without times it acts all through."


def _frames_shown(constraint: model.Constraint, motion: Motion) -> bool:
    first = first_moving_frame(motion)
    return any(int(last) >= max(start, first) for start, last in acting_spans(constraint, motion))


def _refusal(look: Callable[[], object]) -> tuple[str, str] | None:
    """What was said against something, and what to do about it."""
    try:
        look()
    except (DocumentError, InvalidValueError) as error:
        return _said(str(error))
    return None


def _said(words: str) -> tuple[str, str]:
    """What is wrong, and what to do about it."""
    message, *fix = _END.split(words, maxsplit=1)
    return message.rstrip(".") + ".", "".join(fix)


def _document_names(edit: model.Edit, names: Names) -> Iterator[tuple[str, Callable[[], object]]]:
    if edit.space not in _WORDS:
        yield "space", partial(_space, edit.space, names)
    for name in edit.joints:
        yield f"joints.{name}", partial(names.joint, name)
    for k, mass in enumerate(edit.masses):
        yield f"mass[{k}].joint", partial(names.joint, mass.joint)


def _constraint_names(c: model.Constraint, names: Names) -> Iterator[tuple[str, Callable[[], object]]]:
    own = list(_own_names(c, names))
    yield from own
    if not any(_refusal(look) for _, look in own):
        yield "recruit", partial(recruits, c, names)
    if isinstance(c, model.Shape) and c.reference is not None:
        yield "reference", partial(names.effector, c.reference)
    if c.space is not None and c.space not in _WORDS:
        yield "space", partial(_space, c.space, names)
    for k, goal in enumerate(getattr(c, "goals", ())):
        if goal.relative_to is not None:
            yield f"goals[{k}].relative_to", partial(names.joint, goal.relative_to)


def _own_names(c: model.Constraint, names: Names) -> Iterator[tuple[str, Callable[[], object]]]:
    """What the constraint is about."""
    if isinstance(c, model.Footplant):
        yield "foot", partial(names.foot, c.foot)
    elif isinstance(c, model.Balance):
        for k, point in enumerate(c.points):
            yield f"points[{k}]", partial(names.effector, point)
    else:
        yield "effector", partial(names.effector, c.effector)


def _space(space: str, names: Names) -> None:
    """Refuse axes that are neither a joint's nor one of the words for them."""
    if space.lower() in _WORDS and space not in names.skeleton:
        raise DocumentError(f"there is no space {shown(space)}. Did you mean {space.lower()}?")
    names.joint(space)
