"""What waits for a page, and how poses are cut and packed."""

import asyncio

import numpy as np
from support.motions import human_skeleton, smooth_motion

from supple.core.pose import world_pose
from supple.editor.messages import Failed
from supple.editor.outbox import Outbox
from supple.editor.poses import blocks, pose_frame, unpacked


def emptied(fill):
    """All that a box gives after it was filled."""

    async def run():
        box = Outbox(asyncio.get_running_loop())
        fill(box)
        box.put("end")
        out = []
        while (data := await box.next()) not in ("end", None):
            out.append(data)
        return out

    return asyncio.run(run())


def test_messages_come_in_order_and_those_of_a_topic_can_be_forgotten():
    def fill(box):
        box.put(b"1", "preview")
        box.say(Failed(request=1, message="no"))
        box.put(b"2", "preview")
        box.forget("preview")
        box.put(b"3", "preview")

    assert emptied(fill) == ['{"type":"failed","request":1,"message":"no"}', b"3"]


def test_a_page_that_does_not_read_is_given_up(monkeypatch):
    from supple.editor import outbox

    monkeypatch.setattr(outbox, "_MOST_BYTES", 10)
    assert emptied(lambda box: box.put(b"x" * 11)) == []


def test_poses_come_through_as_32_bit_floats():
    motion = smooth_motion(human_skeleton(), frames=20)
    header, positions, rotations = unpacked(pose_frame("preview", 3, 1, motion, 5, 9, final=True))
    assert (header.request, header.start, header.frames, header.total) == (3, 5, 4, 20)
    pose = world_pose(motion)
    np.testing.assert_array_equal(positions, pose.positions[5:9].astype(np.float32))
    np.testing.assert_array_equal(rotations, pose.rotations[5:9].astype(np.float32))
    empty, positions, _ = unpacked(pose_frame("preview", 3, 1, motion, 0, 0, final=True))
    assert (empty.frames, len(positions)) == (0, 0)


def test_a_long_clip_is_sent_from_the_playhead_outwards():
    parts = list(blocks(2000, 1100))
    assert parts[0] == (1024, 1536)
    assert sorted(parts) == [(0, 512), (512, 1024), (1024, 1536), (1536, 2000)]
    assert list(blocks(3, 99)) == [(0, 3)]
