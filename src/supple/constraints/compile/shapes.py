"""Points that follow a drawn path: ``shape``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from supple.constraints import model
from supple.constraints.compile.blame import about
from supple.constraints.compile.followed import followed
from supple.constraints.compile.scene import Scene
from supple.constraints.compile.spaces import along
from supple.constraints.compile.task import Support, Task
from supple.constraints.curves.shape import PathPoint, ShapedPath, check_points, shaped_path
from supple.constraints.moments import frames_of
from supple.constraints.names import Effector
from supple.errors import DocumentError


def shape_tasks(scene: Scene, c: model.Shape, space: str) -> Iterator[Task]:
    """A point leaves its own path, goes through points, and joins its own path again.

    choice: in the relative mode, with another joint as reference, the path rides on that joint as it is solved, so that
    one hand follows the other wherever it goes. In the other modes, which know places where the path is still, the
    reference is that of the source.
    """
    effector = scene.effector(c.effector, c.point)
    with about("reference"):
        reference = _reference(scene, c, effector)
    shaped = _shaped(scene, c, space, scene.path(effector), scene.path(reference))
    start = shaped.start + scene.first
    task = followed(scene, effector, start, shaped.path, shaped.activity, weight=c.weight, always=c.enforce == "always")
    if c.mode != "relative" or reference == effector:
        yield task
        return
    lead = np.zeros(scene.frames)
    lead[start : start + len(shaped.path)] = shaped.activity
    support = Support(reference.joint, np.array(reference.point), lead)
    yield replace(task, goal=task.goal - lead[:, None] * scene.path(reference), supports=(support,))


def _reference(scene: Scene, c: model.Shape, effector: Effector) -> Effector:
    if c.reference is None:
        return effector
    with about("reference"):
        reference = scene.names.effector(c.reference)
        if reference.joint == effector.joint and reference != effector:
            raise DocumentError(f"{c.reference!r} moves with the effector, so its path cannot lead it.")
    return reference


def _shaped(scene: Scene, c: model.Shape, space: str, own: np.ndarray, other: np.ndarray) -> ShapedPath:
    """The path over the moving frames: a rest row in front is no part of the path."""
    with about("span"):
        span = scene.seconds(frames_of(c.span, scene.motion))
    points = [_point(scene, point, k, space) for k, point in enumerate(c.points)]
    moving = slice(scene.first, None)
    with about("points"):
        _check_times(scene, span, points)
        return shaped_path(scene.times[moving], own[moving], other[moving], (span[0], span[1]), points, c.mode)


def _check_times(scene: Scene, span: np.ndarray, points: Sequence[PathPoint]) -> None:
    """Refuse moments that do not follow each other, on the clock that a person reads."""
    zero = scene.origin * scene.motion.frame_time
    check_points(tuple(span + zero), [p._replace(begin=p.begin + zero, end=p.end + zero) for p in points])


def _point(scene: Scene, point: model.ShapePoint, number: int, space: str) -> PathPoint:
    """choice: an offset is along the axes of space as the source has them in the middle of the hold."""
    with about(f"points[{number}].hold"):
        begin, end = scene.seconds(frames_of(point.hold, scene.motion)).tolist()
    at = None if point.at is None else np.array(point.at)
    offset = None
    if point.offset is not None:
        with about("space"):
            offset = along(scene, space, point.offset)[scene.frame_at(0.5 * (begin + end))]
    return PathPoint(begin, end, at, offset, point.tension, point.continuity, point.bias)
