"""From a pose to geometric constraints: displacements, thresholds, spaces, lines, points, and what of them counts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core.contacts import Geometric
from supple.core.pose import WorldPose
from supple.core.roles import REFERENCE_HEIGHT
from supple.core.roles.height import extent
from supple.core.skeleton import Skeleton
from supple.detect.geometric.automatic import automatic
from supple.detect.geometric.connection import Tolerance
from supple.detect.geometric.displacements import Displacements, Path, displacements, joint_path
from supple.detect.geometric.extending import extended
from supple.detect.geometric.filtering import lasting, reported
from supple.detect.geometric.instants import Instants, instants_of
from supple.detect.geometric.lines import with_lines
from supple.detect.geometric.pieces import Piece
from supple.detect.geometric.places import Places
from supple.detect.geometric.points import with_points
from supple.detect.geometric.rejoining import rejoined
from supple.detect.geometric.settings import DEFAULT, GeometricSettings, Measures
from supple.detect.geometric.spaces import with_spaces
from supple.detect.geometric.templates import Template, check_inside
from supple.detect.geometric.thresholds import learned
from supple.errors import InvalidValueError

_LAG_HZ = 30.0  # displacements last about as long as a frame of this rate; above it, several frames


def detect_geometric(
    pose: WorldPose,
    skeleton: Skeleton,
    fps: float,
    joint: str,
    *,
    templates: Sequence[Template] = (),
    reference: str | None = None,
    settings: GeometricSettings = DEFAULT,
    first_frame: int = 0,
) -> tuple[Geometric, ...]:
    """When the frame of ``joint`` keeps a space, a line or a point still, in the world or seen from ``reference``.

    With templates, thresholds are learned from them; without, from the clip. Frames before ``first_frame`` (rest rows)
    are left out, and counted. The constraints come in the order of time and do not overlap.
    """
    index = skeleton.index(joint)
    other = None if reference is None else skeleton.index(reference)
    frames = _checked(pose, skeleton, fps, index, other, first_frame)
    check_inside(templates, first_frame, first_frame + frames)
    if frames < 2:
        return ()
    shown = [Template(t.kind, t.start - first_frame, t.end - first_frame) for t in templates]
    measures = measures_of(settings, fps, frames, shown, _size(pose, settings, first_frame))
    path = joint_path(pose, index, other, first_frame)
    _check_finite(path, joint, first_frame)
    found = displacements(path, measures.lag)
    limits = automatic(found, measures, fps)
    if shown:
        limits = learned(found, shown, limits, measures, settings.robust)
    places, instants = Places(path), instants_of(found, limits, measures)
    speed = None if shown else float(limits.space[0]) / measures.lag
    pieces = merged_pieces(path, places, found, instants, measures, speed)
    kept = lasting(pieces, path, places.matrices, instants, measures, speed)
    return reported(kept, joint, reference, first_frame, settings.kinds)


def measures_of(
    settings: GeometricSettings, fps: float, frames: int, templates: Sequence[Template], size: float
) -> Measures:
    """The settings in frames and metres of a clip.

    Choice: above 45 fps a displacement lasts several frames, since within a single one a turn drowns in noise; it is
    never longer than the shortest template or the clip.
    """
    shortest = min([frames - 1, *(t.end - t.start for t in templates)])
    scale = size / REFERENCE_HEIGHT
    return Measures(
        lag=max(1, min(round(fps / _LAG_HZ), shortest)),
        tolerance=Tolerance(max(2, round(settings.bridge_s * fps)), settings.bridge_m * scale),
        same=settings.same_m * scale,
        same_cos=float(np.cos(np.radians(settings.same_deg))),
        min_frames=max(3, round(settings.min_duration_s * fps)),
        scale=scale,
    )


def merged_pieces(
    path: Path, places: Places, found: Displacements, instants: Instants, measures: Measures, speed: float | None
) -> list[Piece]:
    """All stages of joining: spaces before lines before points."""
    pieces = with_spaces(path, found, instants, measures)
    pieces = with_lines(pieces, places, measures)
    pieces = rejoined("line", pieces, path, places, instants, measures, speed)
    pieces = extended(pieces, path, places, instants, measures, speed)
    pieces = rejoined("line", pieces, path, places, instants, measures, speed)
    pieces = with_points(pieces, places, measures)
    return rejoined("point", pieces, path, places, instants, measures, speed)


def _checked(
    pose: WorldPose, skeleton: Skeleton, fps: float, joint: int, reference: int | None, first_frame: int
) -> int:
    """The number of frames from the first on; refuses what does not fit together."""
    frames, joints = pose.positions.shape[:2]
    if joints != len(skeleton):
        raise InvalidValueError(f"the pose is of {joints} joints; the skeleton has {len(skeleton)}.")
    if not 0.0 < fps < float("inf"):
        raise InvalidValueError(f"fps must be a positive number; got {fps}.")
    if not 0 <= first_frame <= frames:
        raise InvalidValueError(f"first_frame must lie in the clip of {frames} frames; got {first_frame}.")
    if joint == reference:
        raise InvalidValueError(f"{skeleton.names[joint]!r} never moves in its own frame. Choose another reference.")
    return frames - first_frame


def _check_finite(path: Path, joint: str, first_frame: int) -> None:
    fine = np.isfinite(path.positions).all(axis=1) & np.isfinite(path.rotations).all(axis=1)
    if not fine.all():
        frame = first_frame + int(np.argmin(fine))
        raise InvalidValueError(f"the pose of {joint!r} in frame {frame} has numbers that are not finite.")


def _size(pose: WorldPose, settings: GeometricSettings, first_frame: int) -> float:
    """How tall the figure is; an object of a single joint is measured as a person is."""
    if settings.size_m is not None:
        return settings.size_m
    positions = pose.positions[first_frame:]
    size = extent(positions[:: max(1, len(positions) // 64)])
    return size if size > 0.0 else REFERENCE_HEIGHT
