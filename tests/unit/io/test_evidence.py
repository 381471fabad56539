"""Units and up axis of a figure that does not state them."""

import numpy as np
import pytest
from support.figures import built, renamed, rows
from support.motions import human_skeleton, smooth_motion

from supple.core import quaternions
from supple.core.axes import UPS, vectors_to
from supple.core.pose import posed_frames
from supple.core.skeleton import Skeleton
from supple.io.evidence import decide
from supple.units import METRES_PER


def _stretched(factor):
    return [(n, p, tuple(factor * x for x in q)) for n, p, q in rows()]


@pytest.mark.parametrize("unit", ["m", "dm", "cm", "mm", "in", "cmu"])
@pytest.mark.parametrize("height", [1.5, 1.7, 1.95])
def test_the_unit_that_makes_a_person(unit, height):
    evidence = decide(*built(_stretched(height / 1.7), scale=1.0 / METRES_PER[unit]))
    assert evidence.unit_scale == METRES_PER[unit]
    assert "from sole to crown" in evidence.unit_reason
    assert evidence.warnings == ()


@pytest.mark.parametrize("unit", ["m", "cm", "mm"])
def test_children_and_toys_keep_the_common_units(unit):
    assert decide(*built(_stretched(0.55), scale=1.0 / METRES_PER[unit])).unit_scale == METRES_PER[unit]


def test_cmus_names_speak_for_cmus_unit_in_doubt_only():
    extra = [("LowerBack", "Hips", (0.0, 0.93, 0.0)), ("LHipJoint", "Hips", (0.0, 0.93, 0.0))]
    small = decide(*built(_stretched(0.8) + extra, scale=1.0 / METRES_PER["cmu"]))
    assert small.unit_scale == METRES_PER["cmu"]
    assert "CMU's names" in small.unit_reason
    assert decide(*built(rows() + extra, scale=100.0)).unit_scale == 0.01


def test_the_pose_does_not_change_the_unit():
    motion = smooth_motion(human_skeleton(), 20, seed=2)
    crouch = posed_frames(motion, slice(None)) * 100.0
    assert decide(motion.skeleton.scaled(100.0), crouch).unit_scale == 0.01


@pytest.mark.parametrize("up", UPS)
def test_up_is_where_the_head_is(up):
    turn = vectors_to(up, np.eye(3)).T
    evidence = decide(*built(rows(), turn))
    assert evidence.up == up
    assert "head is above the feet" in evidence.up_reason


def _tumbling(up):
    """A figure that turns head over heels, so that only its rest pose tells what is up."""
    skeleton, standing = built(rows(), vectors_to(up, np.eye(3)).T)
    turns = quaternions.about_axis("x", np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False))
    return skeleton, quaternions.rotate(turns[:, None], standing.repeat(12, 0))


@pytest.mark.parametrize("up", ["y", "z"])
def test_a_tumbling_figure_is_told_by_its_rest_pose(up):
    evidence = decide(*_tumbling(up))
    assert evidence.up == up
    assert "at rest" in evidence.up_reason


def test_a_figure_that_lies_on_the_floor_does_not_turn_the_world():
    skeleton, standing = built(rows())
    down = quaternions.rotate(quaternions.about_axis("x", np.array(-np.pi / 2)), standing)
    on_floor = down - [0.0, down[..., 1].min(), 5.0]
    assert decide(skeleton, on_floor).up == "y"


def test_a_rest_pose_that_lies_does_not_turn_a_standing_figure():
    lying, _ = built(rows(), vectors_to("x", np.eye(3)).T)
    _, standing = built(rows())
    assert decide(lying, standing).up == "y"


def test_what_is_no_person_is_a_guess_that_is_said():
    chain = Skeleton(("base", "a", "b"), [-1, 0, 1], [[0, 0, 0], [5.0, 0, 0], [0, 5.0, 0]])
    evidence = decide(chain, np.cumsum(chain.offsets, axis=0)[None])
    assert (evidence.unit_scale, evidence.up) == (1.0, "y")
    assert "guess" in evidence.warnings[0]
    point = Skeleton(("x",), [-1], [[0.0, 0.0, 0.0]])
    assert decide(point, np.zeros((1, 1, 3))).unit_scale > 0.0


def test_a_body_of_no_known_size_is_said():
    evidence = decide(*built(rows(), scale=1e5))
    assert "no common unit" in evidence.warnings[0]
    assert "--input-units" in evidence.warnings[0]


def test_a_body_without_size_does_not_fail():
    skeleton, positions = built(renamed({}), scale=0.0)
    assert decide(skeleton, positions).unit_scale > 0.0
