"""When: seconds and frames on a clip's clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.motions import human_skeleton, smooth_motion

from supple.constraints.model import PlaceGoal, Position
from supple.constraints.moments import frame_of, frames_of, profile_frames
from supple.constraints.spans import acting_spans
from supple.core.moments import parsed
from supple.errors import InvalidValueError

CLIP = smooth_motion(human_skeleton(), frames=121)  # 60 fps: the last frame is at 2 s


@given(st.integers(0, 120))
def test_frames_and_seconds_are_the_same_moments(frame):
    assert frame_of(f"{frame}f", CLIP) == frame
    assert frame_of(frame * CLIP.frame_time, CLIP) == frame, "to the last bit"


def test_moments_lie_between_frames_too():
    assert frame_of(0.025, CLIP) == pytest.approx(1.5)
    assert frame_of("1.5f", CLIP) == 1.5


def test_a_clip_lasts_until_its_last_frame_ends():
    assert frame_of(CLIP.duration, CLIP) == 120.0


@pytest.mark.parametrize("moment", ["121f", 2.05, 1e300, "999999999999f"])
def test_outside_is_refused_with_the_range(moment):
    with pytest.raises(InvalidValueError, match=r"outside the clip, which goes from 0 to 2.01667 s \(0f to 120f\)"):
        frame_of(moment, CLIP)


@pytest.mark.parametrize("moment", ["", "f", "12", "-1f", "1e3f", "1 f", "٣f", "12F", -0.1, float("nan"), float("inf")])
def test_what_is_no_moment(moment):
    with pytest.raises(InvalidValueError, match="is no moment"):
        parsed(moment)


def test_mixed_units_have_an_order_on_a_clock():
    assert frames_of((0.0, "60f", 1.5, "120f"), CLIP) == pytest.approx([0.0, 60.0, 90.0, 120.0])
    with pytest.raises(InvalidValueError, match="'30f' comes before 1.0 in this clip at 60 fps"):
        frames_of((0.0, 1.0, "30f", "31f"), CLIP)


def test_a_last_frame_that_is_named_twice_is_no_step_back():
    assert frames_of(("120f", CLIP.duration), CLIP).tolist() == [120.0, 120.0]


def test_a_goal_that_does_not_say_when_is_fully_active_in_the_whole_clip():
    assert profile_frames(None, CLIP).tolist() == [0.0, 0.0, 120.0, 120.0]
    assert profile_frames((0.0, "60f", 1.5, "120f"), CLIP) == pytest.approx((0.0, 60.0, 90.0, 120.0))
    alone = CLIP.with_frames(7, 8)
    assert profile_frames(None, alone).tolist() == [0.0] * 4


def test_one_goal_that_does_not_say_when_makes_its_constraint_act_all_through():
    timed = PlaceGoal(at=(0.0, 1.0, 0.0), when=(0.1, 0.2, 0.3, 0.4))
    assert acting_spans(Position(effector="LeftHand", goals=(timed,)), CLIP)[0] == pytest.approx((6.0, 24.0))
    both = Position(effector="LeftHand", goals=(timed, PlaceGoal(at=(0.0, 1.0, 0.0))))
    assert acting_spans(both, CLIP) == ((0.0, 120.0),)
