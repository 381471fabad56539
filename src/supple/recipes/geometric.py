"""The geometric constraints of a motion's joints, by name, with the templates that a person gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from supple.constraints.moments import frame_of
from supple.constraints.names import Names
from supple.core.contacts import Geometric
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose, sample_frames, world_pose
from supple.core.roles.height import figure_height
from supple.detect.geometric import GeometricSettings, Template, detect_geometric
from supple.errors import DocumentError, InvalidValueError, SuppleError
from supple.io.documents.templates import TemplateEntry, TemplatesDocument, read_templates
from supple.recipes.names import motion_names

_Pair = tuple[int, int | None]  # a joint, and the one it is seen from


def find_geometric(
    motion: Motion,
    joints: Sequence[str] = (),
    *,
    templates: TemplatesDocument | Path | str | None = None,
    reference: str | None = None,
    settings: GeometricSettings | None = None,
    names: Names | None = None,
    pose: WorldPose | None = None,
) -> tuple[Geometric, ...]:
    """When joints keep a space, a line or a point still: those of the templates, and the others that are named.

    Joints are named as in the file or by role. What has a template is found by its templates, what has none
    automatically. ``reference`` is the joint from which all are seen that do not say another themselves. ``names`` and
    ``pose`` are for those who have them already.
    """
    if not isinstance(motion, Motion):
        raise InvalidValueError(f"geometric constraints are those of a motion's joints; got {type(motion).__name__}.")
    pose = world_pose(motion) if pose is None else pose
    names = motion_names(motion, pose=pose) if names is None else names
    shown = _shown(_document(templates), motion, names, reference)
    for joint in joints:
        shown.setdefault((names.joint(joint), None if reference is None else names.joint(reference)), [])
    settings = _sized(settings or GeometricSettings(), motion, names, pose)
    found = [_found(motion, pose, pair, examples, settings) for pair, examples in shown.items()]
    return tuple(geometric for one in found for geometric in one)


def _document(templates: TemplatesDocument | Path | str | None) -> TemplatesDocument:
    if templates is None:
        return TemplatesDocument()
    return templates if isinstance(templates, TemplatesDocument) else read_templates(templates)


def _found(
    motion: Motion, pose: WorldPose, pair: _Pair, examples: Sequence[Template], settings: GeometricSettings
) -> tuple[Geometric, ...]:
    joint, seen_from = pair
    return detect_geometric(
        pose,
        motion.skeleton,
        motion.fps,
        motion.skeleton.names[joint],
        templates=examples,
        reference=None if seen_from is None else motion.skeleton.names[seen_from],
        settings=settings,
        first_frame=first_moving_frame(motion),
    )


def _shown(
    document: TemplatesDocument, motion: Motion, names: Names, reference: str | None
) -> dict[_Pair, list[Template]]:
    """The templates of every joint; messages name the place in the document."""
    shown: dict[_Pair, list[Template]] = {}
    for k, entry in enumerate(document.templates):
        try:
            pair, template = _placed(entry, motion, names, reference)
        except SuppleError as error:
            raise DocumentError(f"{document.source}: template[{k}]: {error}") from None
        shown.setdefault(pair, []).append(template)
    return shown


def _placed(entry: TemplateEntry, motion: Motion, names: Names, reference: str | None) -> tuple[_Pair, Template]:
    start, end = _frames(entry, motion)
    seen_from = entry.reference or reference
    pair = names.joint(entry.joint), None if seen_from is None else names.joint(seen_from)
    return pair, Template(entry.kind, start, end)


def _frames(entry: TemplateEntry, motion: Motion) -> Iterator[int]:
    """The nearest frames of both ends; refuses those that lie in the rest rows."""
    for key in ("start", "end"):
        frame = round(frame_of(getattr(entry, key), motion))
        if frame < first_moving_frame(motion):
            raise InvalidValueError(
                f"{key} = {getattr(entry, key)!r} is a rest row in front of the motion, "
                f"which begins with {first_moving_frame(motion)}f."
            )
        yield frame


def _sized(settings: GeometricSettings, motion: Motion, names: Names, pose: WorldPose) -> GeometricSettings:
    if settings.size_m is not None:
        return settings
    height = figure_height(motion.skeleton, pose.positions[sample_frames(motion)], names.roles)
    return replace(settings, size_m=height) if height > 0.0 else settings
