"""Geometric constraints of a motion by names, with and without templates."""

from dataclasses import replace

import numpy as np
import pytest
from support.motions import human_skeleton, smooth_motion

from supple.core import quaternions
from supple.core.motion import Motion
from supple.errors import DocumentError, InvalidValueError
from supple.io.documents.templates import parse_templates
from supple.recipes.geometric import find_geometric
from supple.recipes.walk import true_walk

WALK = true_walk(4.0, 60.0)


def shown(*rows):
    text = "format = 1\n" + "\n".join(f"[[template]]\n{row}" for row in rows)
    return parse_templates(text, "my.toml")


ANKLE = 'joint = "left_ankle"\nkind = "space"\nstart = "52f"\nend = "66f"'


def test_what_has_a_template_and_what_is_named_is_found():
    found = find_geometric(WALK.motion, ["right_ankle", "LeftFoot"], templates=shown(ANKLE))
    assert {g.joint for g in found} == {"LeftFoot", "RightFoot"}
    left = [(g.start, g.stop) for g in found if g.joint == "LeftFoot" and g.kind == "space"]
    assert left == [(50, 69), (116, 134), (181, 199)]  # where heel and ball both stand
    right = [(g.start, g.stop) for g in found if g.joint == "RightFoot" and g.kind == "space"]
    truth = {c.stop for c in WALK.contacts if c.foot == "RightFoot" and c.part == "heel"}
    assert all(min(abs(stop - true) for true in truth) <= 4 for _, stop in right)  # automatically: nearly


def test_seconds_mean_the_same_as_frames():
    seconds = ANKLE.replace('"52f"', str(52 / 60)).replace('"66f"', "1.1")
    assert find_geometric(WALK.motion, templates=shown(seconds)) == find_geometric(WALK.motion, templates=shown(ANKLE))


def test_without_names_and_templates_nothing_is_asked():
    assert find_geometric(WALK.motion) == ()


def test_rest_rows_are_left_out():
    motion = WALK.motion
    rest = Motion(
        motion.skeleton,
        np.concatenate([motion.root_positions[:1] + (0.0, 0.0, 9.0), motion.root_positions]),
        np.concatenate([quaternions.identity(1, len(motion.skeleton)), motion.rotations]),
        motion.frame_time,
    )
    rest = replace(rest, rest_rows=1)
    plain, moved = (find_geometric(m, ["left_ankle"]) for m in (motion, rest))
    assert [(g.kind, g.start + 1, g.stop + 1) for g in plain] == [(g.kind, g.start, g.stop) for g in moved]
    with pytest.raises(DocumentError, match=r"my.toml: template\[0\]: start = '0f' is a rest row"):
        find_geometric(rest, templates=shown(ANKLE.replace("52f", "0f")))


def test_a_reference_holds_for_all_that_name_no_other():
    still = Motion(
        human_skeleton(),
        np.cumsum(np.full((40, 3), 0.03), axis=0),
        quaternions.identity(40, len(human_skeleton())),
        1 / 60,
    )
    wrist = ANKLE.replace("left_ankle", "left_wrist").replace("52f", "5f").replace("66f", "20f")
    found = find_geometric(still, ["right_wrist"], templates=shown(wrist + '\nreference = "head"'), reference="hips")
    assert [(g.joint, g.kind, g.start, g.stop, g.reference) for g in found] == [
        ("LeftHand", "space", 0, 40, "Head"),
        ("RightHand", "space", 0, 40, "Hips"),
    ]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("left_ankle", "left_anckle"), "template.0.: there is no joint or role 'left_anckle'.*left_ankle"),
        (("66f", "900f"), "900f is outside the clip, which goes from 0 to"),
        (('"66f"', "0.5"), "two frames at least"),
    ],
)
def test_what_does_not_fit_the_motion_is_named(change, said):
    with pytest.raises(DocumentError, match=said):
        find_geometric(WALK.motion, templates=shown(ANKLE.replace(*change)))


def test_only_motions_and_known_joints_are_taken():
    with pytest.raises(InvalidValueError, match="got str"):
        find_geometric("walk.bvh", ["left_ankle"])
    with pytest.raises(DocumentError, match="no joint or role 'wing'"):
        find_geometric(smooth_motion(human_skeleton()), ["wing"])
    with pytest.raises(InvalidValueError, match="in its own frame"):
        find_geometric(WALK.motion, ["LeftFoot"], reference="left_ankle")
