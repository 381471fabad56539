"""Poses as binary frames: a small header, then positions and rotations in the world as 32-bit floats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import numpy as np

from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.editor.messages import PoseHeader, Which
from supple.session.scenes import Scene

_BLOCK = 512  # frames of one message


def pose_frame(
    which: Which, request: int, clip: int | None, motion: Motion, start: int, stop: int, *, final: bool
) -> bytes:
    """The frames ``[start, stop)`` of a motion, which may be none."""
    header = PoseHeader(
        which=which, request=request, clip=clip, start=start, frames=stop - start, joints=len(motion.skeleton),
        total=motion.frames, final=final,
    )  # fmt: skip
    return _packed(header, world_pose(replace(motion.with_frames(start, stop), rest_rows=0)) if start < stop else None)


def first_frame(request: int, clip: int, seen: Scene, frame: int) -> bytes:
    """The one frame of a clip that is seen before all others."""
    motion = seen.motion
    header = PoseHeader(
        which="source", request=request, clip=clip, start=min(max(frame, 0), motion.frames - 1), frames=1,
        joints=len(motion.skeleton), total=motion.frames, final=False,
    )  # fmt: skip
    return _packed(header, seen.pose)


def _packed(header: PoseHeader, pose: WorldPose | None) -> bytes:
    """The frames that a header speaks of."""
    text = msgspec.json.encode(header)
    text += b" " * (-len(text) % 4)
    return len(text).to_bytes(4, "little") + text + (b"" if pose is None else _numbers(pose))


def _numbers(pose: WorldPose) -> bytes:
    return np.ascontiguousarray(pose.positions, "<f4").tobytes() + np.ascontiguousarray(pose.rotations, "<f4").tobytes()


def blocks(frames: int, playhead: int) -> Iterator[tuple[int, int]]:
    """Parts ``[start, stop)`` of a clip, the one with the playhead first, then from there outwards."""
    starts = range(0, frames, _BLOCK)
    here = min(max(playhead, 0), frames - 1) // _BLOCK
    for k in sorted(range(len(starts)), key=lambda k: (abs(k - here), k)):
        yield starts[k], min(starts[k] + _BLOCK, frames)


def unpacked(data: bytes) -> tuple[PoseHeader, np.ndarray, np.ndarray]:
    """The header, positions (n, J, 3) and rotations (n, J, 4) of a frame, for scripts that talk to the server."""
    length = int.from_bytes(data[:4], "little")
    header = msgspec.json.decode(data[4 : 4 + length], type=PoseHeader)
    numbers = np.frombuffer(data, "<f4", offset=4 + length)
    shape, cut = (header.frames, header.joints), 3 * header.frames * header.joints
    return header, numbers[:cut].reshape(*shape, 3), numbers[cut:].reshape(*shape, 4)
