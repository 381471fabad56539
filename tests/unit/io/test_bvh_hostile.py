"""Files made to hurt: they cost no more than their size allows, and what is written can be read."""

import time
import tracemalloc

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

from supple.core.motion import Motion
from supple.core.skeleton import Skeleton
from supple.errors import FileError
from supple.io.options import DEFAULT_READ
from supple.io.registry import encode, read

HEAD = "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n}\nMOTION\n"


def test_a_long_name_is_not_copied_to_thousands_of_tips(tmp_path):
    path = tmp_path / "a.bvh"
    tips = "End Site{OFFSET 0 0 0}\n" * 9_900
    path.write_text("HIERARCHY\nROOT " + "n" * 500_000 + "\n{\nOFFSET 0 0 0\nCHANNELS 0\n" + tips + "}\n")
    tracemalloc.start()
    try:
        with pytest.raises(FileError, match="a joint name of 500000 characters"):
            read(path)
        assert tracemalloc.get_traced_memory()[1] < 64_000_000
    finally:
        tracemalloc.stop()


def test_a_header_that_repeats_is_read_once_and_at_once(tmp_path):
    path = tmp_path / "a.bvh"
    path.write_text(HEAD + "Frame Time: 1\n" * 70_000 + "0\n")
    start = time.process_time()
    with pytest.raises(FileError, match="found 'Frame'"):
        read(path)
    assert time.process_time() - start < 2.0


@pytest.mark.parametrize("name", ["tip\nJOINT x", "tip{", "}"])
def test_a_tip_that_moves_gets_a_name_that_can_be_read(tmp_path, name):
    skeleton = Skeleton(("root", name), [-1, 0], [[0, 1, 0], [0, 0.5, 0]], [False, True])
    offsets = np.tile(skeleton.offsets, (3, 1, 1))
    offsets[:, 1, 1] += [0.0, 0.1, 0.2]
    motion = Motion(skeleton, np.zeros((3, 3)), np.tile([1.0, 0, 0, 0], (3, 2, 1)), 0.1, offsets)
    (path, data), *_ = encode(motion, tmp_path / "a.bvh").files.items()
    path.write_bytes(data)
    assert len(read(path, DEFAULT_READ).skeleton) == 2


def test_a_frame_time_that_looks_like_a_rate_is_said(tmp_path):
    walk = smooth_motion(human_skeleton(), 3)
    slow = Motion(walk.skeleton, walk.root_positions, walk.rotations, 15.0)
    assert any("15 s will be read as a rate" in note for note in encode(slow, tmp_path / "a.bvh").notes)
