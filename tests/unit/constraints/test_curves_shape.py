"""Shape-constraints in three modes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from support.tolerances import ALGEBRA

from supple.constraints.curves.shape import PathPoint, shaped_path
from supple.errors import InvalidValueError

MODES = ["absolute", "relative", "condensed"]
SPAN = (10 / 25.0, 240 / 25.0)  # Fig 4.3: 250 frames in 10 s, active on frames 10 to 240
POINTS = (
    PathPoint(50 / 25, 65 / 25, at=np.array([0.5, 1.3, 0.3])),  # held for 15 frames
    PathPoint(4.4, 4.4, at=np.array([0.1, 1.4, 0.4])),
    PathPoint(150 / 25, 165 / 25, at=np.array([-0.4, 1.2, 0.6])),  # held for 15 frames
)


def times(finer=1, frames=250):
    return np.arange((frames - 1) * finer + 1) / (25.0 * finer)


def wrist(t):
    """A hand that goes about and waves."""
    x, y = 0.3 * np.sin(0.8 * t) + 0.02 * np.sin(9 * t), 1.0 + 0.15 * np.cos(1.1 * t) + 0.02 * np.cos(11 * t)
    return np.stack([x, y, 0.1 * t], axis=-1)


def other_hand(t):
    return wrist(t + 0.3) + np.stack([0.1 * np.sin(t), 0.2 + 0 * t, 0.05 * np.cos(2 * t)], axis=-1)


def whole(t, points, mode, own=None, reference=None, span=SPAN):
    own = wrist(t) if own is None else own
    shaped = shaped_path(t, own, own if reference is None else reference, span, points, mode)
    out = own.copy()
    out[shaped.start : shaped.stop] = shaped.path
    return out, shaped


def speed_jumps(path, t):
    return np.linalg.norm(np.diff(path, 2, axis=0), axis=-1) * (len(t) - 1) / (t[-1] - t[0])


@pytest.mark.parametrize("mode", MODES)
def test_the_case_of_figure_4_3(mode):
    t = times()
    path, shaped = whole(t, POINTS, mode)
    assert (shaped.start, shaped.stop) == (10, 241)
    assert_allclose(path[[10, 240]], wrist(t)[[10, 240]], **ALGEBRA)
    assert_allclose(path[110], POINTS[1].at, **ALGEBRA)
    assert np.abs(path - wrist(t))[11:240].max() > 0.1
    if mode != "relative":
        assert_allclose(path[50:66], np.tile(POINTS[0].at, (16, 1)), **ALGEBRA)
        assert_allclose(path[150:166], np.tile(POINTS[2].at, (16, 1)), **ALGEBRA)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("reference", [wrist, other_hand])
def test_velocity_is_continuous_everywhere(mode, reference):
    """A jump of velocity stays when frames get ten times finer; anything else shrinks with them."""
    jumps = {
        k: speed_jumps(whole(t, POINTS, mode, reference=reference(t))[0], t).max() for k in (1, 10) for t in [times(k)]
    }
    assert jumps[10] < 0.15 * jumps[1]


@pytest.mark.parametrize("mode", MODES)
def test_no_jump_of_velocity_at_the_ends_of_the_span(mode):
    t = times(10)
    path, shaped = whole(t, POINTS, mode)
    jumps = speed_jumps(path, t)
    for edge in (shaped.start, shaped.stop - 1):
        assert jumps[edge - 1] < 0.03  # [m/s]; the hand moves at 0.3, and its own change per fine frame is up to 0.01


def test_absolute_does_not_depend_on_the_reference_between():
    t = times()
    a, _ = whole(t, POINTS, "absolute")
    b, _ = whole(t, POINTS, "absolute", reference=other_hand(t))
    assert_allclose(a, b, **ALGEBRA)


def test_relative_keeps_the_details_of_the_reference():
    """What is added is cubic between knots, so the fourth differences are those of the reference."""
    t = times()
    path, _ = whole(t, POINTS, "relative")
    kept, source = np.diff(path, 4, axis=0), np.diff(wrist(t), 4, axis=0)  # index k is about frames k to k + 4
    knots = np.array([10, 50, 65, 110, 150, 165, 240])
    smooth = np.abs(np.arange(len(kept))[:, None] + 2 - knots).min(axis=1) > 2
    assert_allclose(kept[smooth], source[smooth], **ALGEBRA)


def test_relative_keeps_a_constant_offset_while_held():
    t = times()
    path, _ = whole(t, POINTS, "relative")
    offset = (path - wrist(t))[50:66]
    assert np.ptp(offset, axis=0).max() < 1e-12
    assert_allclose(path[57:59].mean(axis=0), POINTS[0].at, rtol=0, atol=1e-3)  # the middle of the hold is at 57.5


def test_condensed_is_still_although_the_reference_moves():
    t = times()
    assert np.ptp(wrist(t)[50:66], axis=0).max() > 0.02
    path, _ = whole(t, POINTS, "condensed")
    assert np.ptp(path[50:66], axis=0).max() == 0.0


@pytest.mark.parametrize("mode", MODES)
def test_nothing_to_change_changes_nothing(mode):
    t = times()
    points = [] if mode != "absolute" else [PathPoint(2.0, 2.0, offset=np.zeros(3))]
    path, _ = whole(t, points, mode, own=np.outer(t, [1.0, 2.0, 3.0]))
    assert_allclose(path, np.outer(t, [1.0, 2.0, 3.0]), rtol=0, atol=1e-11)


def test_one_hand_follows_the_other():
    t = times()
    points = [PathPoint(2.0, 8.0, offset=np.array([0.0, -0.2, 0.0]))]
    path, _ = whole(t, points, "relative", reference=other_hand(t))
    assert_allclose((path - other_hand(t))[50:201], np.tile([0, -0.2, 0], (151, 1)), **ALGEBRA)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("hold", [0.0, 0.8])
def test_a_span_that_begins_or_ends_at_a_point_steps_there(mode, hold):
    t = times()
    points = [PathPoint(2.0, 2.0 + hold, at=np.ones(3)), PathPoint(4.0 - hold, 4.0, at=np.zeros(3))]
    shaped = shaped_path(t, wrist(t), wrist(t), (2.0, 4.0), points, mode)
    assert np.isfinite(shaped.path).all()
    assert np.abs(shaped.path).max() < 1.6
    if mode == "condensed" or hold == 0.0:
        assert_allclose(shaped.path[[0, -1]], [np.ones(3), np.zeros(3)], **ALGEBRA)
    assert_allclose(shaped.activity, 1.0, **ALGEBRA)


def test_a_span_beyond_the_clip_is_cut_by_it():
    t = times()
    shaped = shaped_path(t, wrist(t), wrist(t), (-0.2, 10.4), [PathPoint(0.2, 9.8, offset=np.ones(3))], "relative")
    assert (shaped.start, shaped.stop) == (0, 250)
    assert_allclose(shaped.path[0] - wrist(t)[0], 0.5, **ALGEBRA)  # half way through its ease


@pytest.mark.parametrize("mode", MODES)
@given(shift=st.floats(-50, 50))
def test_paths_shift_with_time(mode, shift):
    t = times()
    moved = [p._replace(begin=p.begin + shift, end=p.end + shift) for p in POINTS]
    a = shaped_path(t, wrist(t), wrist(t), SPAN, POINTS, mode)
    b = shaped_path(t + shift, wrist(t), wrist(t), (SPAN[0] + shift, SPAN[1] + shift), moved, mode)
    assert_allclose(a.path, b.path, rtol=0, atol=1e-11)


@pytest.mark.parametrize("mode", MODES)
def test_a_world_in_centimetres_gives_the_same_path(mode):
    t = times()
    large = [p._replace(at=100 * p.at) for p in POINTS]
    a = shaped_path(t, wrist(t), other_hand(t), SPAN, POINTS, mode)
    b = shaped_path(t, 100 * wrist(t), 100 * other_hand(t), SPAN, large, mode)
    assert_allclose(100 * a.path, b.path, rtol=0, atol=1e-10)


def test_holds_that_overlap_or_leave_the_span_are_refused():
    t = times()
    with pytest.raises(InvalidValueError, match="backwards"):
        whole(t, [PathPoint(1.0, 2.0), PathPoint(1.5, 3.0)], "absolute")
    with pytest.raises(InvalidValueError, match="backwards"):
        whole(t, [PathPoint(0.1, 2.0)], "absolute")
    with pytest.raises(InvalidValueError, match="two at 2 s"):
        whole(t, [PathPoint(1.0, 2.0), PathPoint(2.0, 3.0)], "absolute")
