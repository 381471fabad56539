"""Values that go to another process come back whole, checked and still read-only."""

import copy
import pickle
from dataclasses import fields, replace

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

from supple.core.dofs import dof_layout
from supple.core.freedom import about
from supple.core.markers import ForcePlate, Markers, Signals
from supple.core.pose import world_pose
from supple.core.provenance import Provenance

MOTION = replace(
    smooth_motion(human_skeleton(), 5, stretch=True),
    rest_rows=1,
    provenance=Provenance(source="walk.bvh", unit_scale=0.01, rows=np.arange(5), warnings=("odd",)),
)
TIMES = np.arange(4) / 100.0
PLATE = ForcePlate("FP1", np.ones((4, 3)), np.full((4, 3), np.nan), np.zeros((4, 3)), 0.01, np.ones((4, 3)))
ANALOG = Signals(("emg",), np.ones((4, 1)), TIMES, ("V",))
VALUES = {
    "motion": MOTION,
    "skeleton": MOTION.skeleton,
    "pose": world_pose(MOTION),
    "dofs": dof_layout(MOTION.skeleton),
    "freedom": about(np.eye(3), np.tile([-1.0, np.inf], (3, 1))),
    "markers": Markers(("a", "b"), np.ones((4, 2, 3)), 0.01, 0.5, ANALOG, (PLATE,), (("strike", 0.02),)),
}
TRAVELS = {"pickle": lambda value: pickle.loads(pickle.dumps(value)), "deepcopy": copy.deepcopy}


def assert_same(a, b):
    """Every field, arrays bit by bit and read-only."""
    assert type(a) is type(b)
    for field in fields(a):
        one, other = getattr(a, field.name), getattr(b, field.name)
        if isinstance(one, np.ndarray):
            np.testing.assert_array_equal(one, other)
            assert not other.flags.writeable
        elif hasattr(one, "__dataclass_fields__"):
            assert_same(one, other)
        elif field.name in ("freedoms", "plates"):
            for x, y in zip(one, other, strict=True):
                assert_same(x, y)
        else:
            assert one == other


@pytest.mark.parametrize("travel", TRAVELS.values(), ids=TRAVELS)
@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_values_come_back_whole_and_read_only(value, travel):
    assert_same(value, travel(value))


def test_a_skeleton_that_came_back_finds_its_joints():
    assert pickle.loads(pickle.dumps(MOTION)).skeleton.index("LeftFoot") == MOTION.skeleton.index("LeftFoot")


def test_numbers_of_a_motion_become_pythons_own():
    """NumPy's are not known to JSON."""
    motion = replace(MOTION, frame_time=np.float32(0.5), rest_rows=np.int64(2))
    assert (type(motion.frame_time), type(motion.rest_rows)) == (float, int)
    with pytest.raises(TypeError):
        replace(MOTION, rest_rows=1.5)
