"""A skeleton states its invariants and refuses everything else with the joint's name."""

import numpy as np
import pytest
from support.motions import human_skeleton

from supple.core.freedom import Freedom, about
from supple.core.skeleton import Skeleton, depth_first
from supple.errors import InvalidValueError, ShapeError, SuppleError, UnknownJointError


def tree(names, parents, **more):
    return Skeleton(tuple(names), parents, np.ones((len(names), 3)), **more)


def test_arrays_are_read_only_copies():
    offsets = np.ones((2, 3))
    skeleton = Skeleton(("a", "b"), [-1, 0], offsets)
    offsets[0, 0] = 9.0
    assert skeleton.offsets[0, 0] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        skeleton.offsets[0, 0] = 2.0


@pytest.mark.parametrize(
    ("names", "parents", "message"),
    [
        (["a", "a"], [-1, 0], "unique; 'a'"),
        (["a", ""], [-1, 0], "empty"),
        (["a", "b"], [0, 0], "first joint must be the root"),
        (["a", "b"], [-1, 1], "'b' .* must come after its parent"),
        (["a", "b"], [-1, -1], "'b' .* must come after its parent"),
        (["a", "b", "c", "d"], [-1, 0, 0, 1], "depth first; 'd'"),
        ([], [], "at least one joint"),
    ],
)
def test_a_wrong_tree_is_refused_by_name(names, parents, message):
    with pytest.raises(SuppleError, match=message):
        tree(names, parents)


def test_an_end_site_has_no_children():
    with pytest.raises(InvalidValueError, match="end site 'b' cannot have a child, but 'c' is one"):
        tree("abc", [-1, 0, 1], end_sites=np.array([False, True, False]))


def test_numbers_must_be_finite_and_rotations_unit():
    with pytest.raises(InvalidValueError, match="offset of 'b' is not finite"):
        Skeleton(("a", "b"), [-1, 0], [[0, 0, 0], [0, np.nan, 0]])
    with pytest.raises(InvalidValueError, match="rest rotation of 'b'"):
        tree("ab", [-1, 0], rest_rotations=[[1, 0, 0, 0], [2, 0, 0, 0]])
    with pytest.raises(ShapeError, match=r"offsets must have shape \(2, 3\); got \(3, 3\)"):
        Skeleton(("a", "b"), [-1, 0], np.zeros((3, 3)))


def test_an_unknown_joint_gets_the_nearest_name():
    with pytest.raises(UnknownJointError, match="No joint is named 'LeftFot' .* Did you mean 'LeftFoot'"):
        human_skeleton().index("LeftFot")


def test_subtrees_are_blocks():
    skeleton = human_skeleton()
    stops = skeleton.subtree_stops()
    for j in range(len(skeleton)):
        inside = [k for k in range(len(skeleton)) if _is_below(skeleton, k, j)]
        assert inside == list(range(j, stops[j]))


def _is_below(skeleton, joint, ancestor):
    while joint > ancestor:
        joint = int(skeleton.parents[joint])
    return joint == ancestor


def test_counts_of_joints_and_freedom():
    skeleton = human_skeleton()
    assert skeleton.joint_count == 21
    assert skeleton.dof_count == 3 + 3 * 21
    knee = about(np.array([[1.0, 0.0, 0.0]]), np.array([[0.0, 2.6]]))
    assert (knee.kind, knee.count, knee.limited) == ("hinge", 1, True)


@pytest.mark.parametrize(
    ("kind", "axes", "limits", "message"),
    [
        ("ball", [[1, 0, 0]], [], "a ball joint cannot have 1 axes"),
        ("fixed", [[1, 0, 0]], [], "a fixed joint cannot have 1 axes"),
        ("ball", np.ones((4, 3)), [], "a ball joint cannot have 4 axes"),
        ("slider", [], [], "no 'slider' joint. Known: fixed, hinge"),
        ("hinge", [[2, 0, 0]], [], r"unit vectors; got \[\[2.0"),
        ("hinge", [[np.nan, 0, 0]], [], "unit vectors"),
        ("hinge", [[1, 0, 0]], [[1, -1]], r"\(low, high\) .* got \[\[1.0, -1.0"),
        ("hinge", [[1, 0, 0]], [[0, np.nan]], "low, high"),
        ("hinge", [[1, 0, 0]], [[0, 1], [0, 1]], "2 limits for 1 axes"),
    ],
)
def test_a_freedom_that_cannot_be_is_refused(kind, axes, limits, message):
    with pytest.raises(InvalidValueError, match=message):
        Freedom(kind, np.reshape(axes, (-1, 3)), np.reshape(limits, (-1, 2)))


def test_a_joint_has_three_axes_at_most():
    with pytest.raises(InvalidValueError, match="at most; got 4"):
        about(np.tile([1.0, 0.0, 0.0], (4, 1)))


def test_depth_first_order_keeps_siblings_and_finds_cycles():
    # 2 is the root; 0 hangs below 3, 1 and 3 below 2
    assert depth_first([3, 2, -1, 2]) == [2, 1, 3, 0]
    with pytest.raises(InvalidValueError, match="cycle"):
        depth_first([-1, 2, 1])
    with pytest.raises(InvalidValueError, match="one root; found 2"):
        depth_first([-1, -1])


def test_names_become_plain_text():
    skeleton = Skeleton(np.array(["a", "b"]), [-1, 0], np.zeros((2, 3)))
    assert [type(name) for name in skeleton.names] == [str, str]
    with pytest.raises(InvalidValueError, match="a joint name is text; got 7"):
        Skeleton(("a", 7), [-1, 0], np.zeros((2, 3)))


def test_what_is_no_number_or_no_whole_number_is_refused():
    with pytest.raises(InvalidValueError, match="parents must be whole numbers"):
        Skeleton(("a", "b"), [-1, 0.5], np.zeros((2, 3)))
    with pytest.raises(InvalidValueError, match="offsets must be an array of numbers"):
        Skeleton(("a",), [-1], [["x", "y", "z"]])
    with pytest.raises(InvalidValueError, match="freedoms must be Freedom values"):
        Skeleton(("a",), [-1], np.zeros((1, 3)), freedoms=("ball",))
