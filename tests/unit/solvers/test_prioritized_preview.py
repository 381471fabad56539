"""Some frames of an edit alone, as while somebody drags."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.edits import walker
from support.solved_edits import beside, outcome, planted

from supple.constraints.model import Edit, Orientation, Settings, TurnGoal
from supple.errors import InvalidValueError
from supple.recipes.edit import edit

WHEN = (0.5, 1.0, 2.0, 2.5)
REACH = (*planted(), beside("LeftHand", (0.0, 0.1, 0.1), WHEN, priority=2))
MOTION, NAMES, _ = walker()


def preview(wishes, frames, **more):
    return edit(MOTION, Edit(constraints=wishes), roles=NAMES, frames=frames, **more)


def touched(motion):
    return set(np.flatnonzero((motion.rotations != MOTION.rotations).any(axis=(1, 2))))


@pytest.mark.parametrize("frames", [[90], range(80, 100), [140, 40, 90]], ids=["one", "range", "in any order"])
def test_only_these_frames_change(frames):
    assert touched(preview(REACH, frames).motion) == set(frames)


def test_the_report_is_about_these_frames():
    far = beside("LeftHand", (0.0, 0.5, 2.5), WHEN, priority=2)
    found = outcome(preview((*planted(), far), [70, 90]), "LeftHand")
    assert found.worst_frame in (70, 90)
    assert found.worst > 100.0
    ramp = preview((far,), [40])
    assert outcome(ramp, "LeftHand").worst_frame == -1, "in a ramp nothing is asked exactly"


@pytest.mark.parametrize("frame", [35, 45, 90, 140])
def test_a_frame_alone_is_what_it_is_among_all(frame):
    """Where nothing jumps, so that nothing is smoothed; in ramps too, and with wishes that ramp apart.

    To what a search leaves that ends with steps below 5e-5 rad: among all, a frame begins nearer to its end.
    """
    apart = (0.4, 0.9, 2.2, 2.6)
    arms = {side: (f"{side}Arm", f"{side}ForeArm") for side in ("Left", "Right")}
    wishes = (
        beside("LeftHand", (0.0, 0.02, 0.01), WHEN, recruit=arms["Left"]),
        beside("RightHand", (0.0, 0.01, 0.02), apart, recruit=arms["Right"]),
        Orientation(effector="Head", goals=(TurnGoal(turn_deg=(0, 20, 0), when=apart),), recruit=("Head",)),
    )
    whole, alone = edit(MOTION, Edit(constraints=wishes), roles=NAMES), preview(wishes, [frame])
    assert_allclose(alone.motion.rotations[frame], whole.motion.rotations[frame], rtol=0, atol=1e-6)


def test_settings_over_time_are_left_out():
    plain = preview(REACH, [90]).motion
    for settings in (Settings(filter_s=0.2, passes=2), Settings(keep="velocity")):
        assert_array_equal(preview(REACH, [90], settings=settings).motion.rotations, plain.rotations)


def test_frames_in_which_nothing_acts_give_the_motion_itself():
    assert preview((REACH[-1],), [5, 230]).motion is MOTION
    assert preview(REACH, []).motion is MOTION


@pytest.mark.parametrize("frame", [-1, 240])
def test_frames_outside_the_clip_are_refused(frame):
    with pytest.raises(InvalidValueError, match=f"frame {frame} is not inside this motion's 0:240"):
        preview(REACH, [90, frame])
