"""Shapes and footplants as tasks."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.edits import EVENTS, asked_place, path_of, plan_of, walker, wobbled
from support.tolerances import ALGEBRA

from supple.constraints import model
from supple.core.quaternions import rotate
from supple.errors import DocumentError

HOLD = slice(72, 85)  # 1.2 to 1.4 s


def shape(**keys):
    points = keys.pop("points", (model.ShapePoint(at=(0.3, 1.1, 2.0), hold=(1.2, 1.4)),))
    return model.Shape(**{"effector": "left_wrist", "span": (0.5, 3.0), "mode": "condensed", "points": points, **keys})


def test_a_condensed_shape_rests_at_its_point():
    plan = plan_of(shape())
    assert np.all(plan.activity[HOLD, 0] == 1.0)
    assert_allclose(plan.goal[HOLD, 0, :3], np.tile([0.3, 1.1, 2.0], (13, 1)), **ALGEBRA)
    assert plan.activity[30, 0] == 0.0
    assert plan.activity[180, 0] == 0.0


def test_a_shape_leaves_the_free_path_where_it_begins():
    plan = plan_of(shape())
    a = plan.activity[31:180, 0, None]
    path = plan.goal[31:180, 0, :3] + (1 - a) * path_of("left_wrist")[31:180]
    assert np.linalg.norm(path[0] - path_of("left_wrist")[31]) < 0.01
    assert np.abs(np.diff(path, 2, axis=0)).max() < 0.01  # [m per frame^2] the path itself has no corner but the hold's


def test_an_offset_of_a_shape_is_along_the_axes_of_space():
    points = (model.ShapePoint(offset=(0.0, 0.0, 0.3), hold=(1.0, 1.0)),)
    world, facing = plan_of(shape(points=points)), plan_of(shape(points=points), space="facing")
    assert_allclose(world.goal[60, 0, :3] - path_of("left_wrist")[60], [0, 0, 0.3], **ALGEBRA)
    assert 0.001 < np.abs(world.goal[60, 0, :3] - facing.goal[60, 0, :3]).max() < 0.2


def test_one_hand_follows_the_other_wherever_it_goes():
    plan = plan_of(shape(mode="relative", reference="right_wrist"))
    source, pose = walker()[2], wobbled()
    full = plan.asked[:, 0]
    before = asked_place(plan, 0, source) - path_of("right_wrist")
    after = asked_place(plan, 0, pose) - path_of("right_wrist", pose)
    assert full.sum() > 10
    assert_allclose(after[full], before[full], **ALGEBRA)


def test_a_reference_that_moves_with_the_effector_is_refused():
    with pytest.raises(DocumentError, match="reference: .*cannot lead"):
        plan_of(shape(effector="LeftFoot", reference="left_heel"))


def footplant(**keys):
    return model.Footplant(**{"foot": "left", "events": EVENTS, **keys})


def test_a_planted_foot_stands_still_point_by_point():
    plan = plan_of(footplant())
    heel, ball = plan.goal[60:85, 0, :3], plan.goal[66:97, 1, :3]  # heel 1.0 to 1.4 s, ball 1.1 to 1.6 s
    assert np.ptp(heel, axis=0).max() < 1e-9
    assert np.ptp(ball, axis=0).max() < 1e-9
    assert plan.asked[:, 0].nonzero()[0].tolist() == list(range(60, 85))
    assert plan.asked[:, 1].nonzero()[0].tolist() == list(range(66, 97))


def test_the_ball_becomes_the_stronger_when_the_heel_leaves():
    plan = plan_of(model.Preserve(effector="head", priority=1), footplant(priority=2))
    assert plan.level[70].tolist() == [0, 2, 3, 3]  # the head, heel, ball, and the roll with the weaker of the two
    assert plan.level[84].tolist() == [0, 3, 2, 3]


def test_the_roll_of_a_foot_is_one_row_that_never_counts():
    equal = model.Preserve(effector="head", weight=1.0)
    plan = plan_of(footplant(move=(0.05, 0.0, 0.1), turn_deg=20.0, weight=0.25), equal)
    assert plan.rows.tolist() == [3, 3, 1, 3]
    assert not plan.asked[:, 2].any()
    heel, ball = plan.goal[75, :2, :3]
    line, row = (ball - heel) / np.linalg.norm(ball - heel), rotate(plan.goal[75, 2], plan.basis[2, 0])
    assert plan.turning.tolist() == [False, False, True, False]
    assert_allclose(row, np.linalg.norm(row) * line, rtol=0, atol=1e-9)
    assert np.ptp(plan.goal[66:85, 2], axis=0).max() < 1e-9  # 1.1 to 1.4 s: both are down
    heavier = plan_of(footplant()).basis
    assert_allclose(np.linalg.norm(plan.basis[:3], axis=(1, 2)), 0.5 * np.linalg.norm(heavier, axis=(1, 2)))


def test_a_foot_is_moved_along_the_axes_of_space_in_the_middle_of_its_stance():
    still, moved = plan_of(footplant()), plan_of(footplant(move=(0.0, 0.0, 0.1)), space="facing")
    by = moved.goal[60:85, 0, :3] - still.goal[60:85, 0, :3]
    assert_allclose(np.linalg.norm(by, axis=1), 0.1, **ALGEBRA)
    assert np.ptp(by, axis=0).max() < 1e-12


def test_a_turned_foot_keeps_its_middle():
    still, turned = plan_of(footplant()), plan_of(footplant(turn_deg=20.0))
    assert_allclose(turned.goal[75, :2, :3].mean(0), still.goal[75, :2, :3].mean(0), rtol=0, atol=1e-9)
    a, b = (np.diff(p.goal[75, :2, :3], axis=0)[0] for p in (still, turned))
    yaw = np.arctan2(b[0], b[2]) - np.arctan2(a[0], a[2])
    assert_allclose(np.degrees(yaw), 20.0, rtol=0, atol=1e-9)


def test_enforced_always_paths_join_the_own_path():
    for wish, name in ((shape(enforce="always"), "left_wrist"), (footplant(enforce="always"), "left_heel")):
        plan = plan_of(wish)
        assert np.all(plan.activity == 1.0)
        assert_allclose(plan.goal[[0, 10, 239], 0, :3], path_of(name)[[0, 10, 239]], **ALGEBRA)
        assert not plan.asked[:30].any()
        assert not plan.asked[200:].any()


def test_a_foot_that_no_figure_has_is_refused():
    with pytest.raises(DocumentError, match=r"constraint\[0\]: foot: .*'middle'"):
        plan_of(footplant(foot="middle"))
    late = model.Events(heel_strike=1.0, toe_strike=1.1, heel_off=1.4, toe_off=77.0)
    with pytest.raises(DocumentError, match="events: .*77 s"):
        plan_of(footplant(events=late))
