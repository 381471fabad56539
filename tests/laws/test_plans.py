"""Plans do not depend on where a clip begins, nor on the unit of length."""

from dataclasses import replace

import msgspec
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from support.edits import EVENTS, WHEN, walker, wobbled

from supple.constraints import model
from supple.constraints.compile import compile_edit
from supple.constraints.measure import constraint_misses
from supple.constraints.names import Effector, Names
from supple.constraints.targets import frame_goals
from supple.core.pose import WorldPose, world_pose

WISHES = (
    model.Position(
        effector="right_wrist",
        goals=(
            model.PlaceGoal(when=WHEN, offset=(0.1, 0.2, 0.3)),
            model.PlaceGoal(when=(1.5, 2.0, 2.5, 3.0), at=(0.1, 0.0, 0.2), relative_to="head"),
        ),
    ),
    model.Orientation(effector="head", priority=2, goals=(model.TurnGoal(when=WHEN, turn_deg=(0, 40, 0)),)),
    model.LookAt(effector="head", goals=(model.PlaceGoal(when=WHEN, at=(2.0, 1.5, 4.0)),)),
    model.Shape(
        effector="left_wrist",
        span=(0.5, 3.0),
        points=(model.ShapePoint(offset=(0.3, 0.1, 0.0), hold=(1.2, 1.4)),),
        mode="condensed",
    ),
    model.Footplant(foot="left", events=EVENTS, move=(0.1, 0.0, 0.05), turn_deg=10.0),
    model.Balance(span=(0.5, 3.0), goals=(model.PlaceGoal(when=WHEN, offset=(0.05, 0.0, 0.0)),)),
    model.Preserve(effector="right_heel", span=(0.5, 3.0)),
)
TIMES = {"when", "span", "hold", "heel_strike", "toe_strike", "heel_off", "toe_off"}
LENGTHS = {"at", "offset", "move", "point"}


def changed(value, keys, change, key=""):
    """A wish with the numbers under some keys changed."""
    if isinstance(value, msgspec.Struct):
        names = value.__struct_fields__
        return type(value)(**{name: changed(getattr(value, name), keys, change, name) for name in names})
    if isinstance(value, tuple):
        return tuple(changed(item, keys, change, key) for item in value)
    return change(value) if key in keys and isinstance(value, float | int) else value


def compiled(motion, names, edit, free):
    pose = world_pose(motion)
    plan = compile_edit(motion, edit, names, pose)
    return plan, frame_goals(plan, np.arange(motion.frames), free), constraint_misses(plan, pose, edit)


@settings(max_examples=10)
@given(st.integers(1, 25), st.sampled_from(["world", "facing", "hips"]))
def test_a_cut_of_a_clip_has_the_same_goals(start, space):
    motion, names, _ = walker()
    free, edit = wobbled(), model.Edit(constraints=WISHES, space=space)
    whole, goals, _ = compiled(motion, names, edit, free)
    shifted = changed(edit, TIMES, lambda t: t - start * motion.frame_time)
    part = WorldPose(free.positions[start:200], free.rotations[start:200])
    cut, cut_goals, _ = compiled(motion.with_frames(start, 200), names, shifted, part)
    assert cut.size == whole.size
    assert_allclose(cut.activity, whole.activity[start:200], rtol=0, atol=1e-9)
    assert np.array_equal(cut.activity > 0.0, whole.activity[start:200] > 0.0)
    acting = (cut.activity > 0.0)[..., None]
    assert_allclose(acting * cut_goals.goal, acting * goals.goal[start:200], rtol=0, atol=1e-8)
    assert np.array_equal(cut.level, whole.level[start:200])


@given(st.sampled_from([0.01, 100.0]))
@settings(max_examples=2)
def test_a_figure_of_another_size_has_goals_of_that_size(factor):
    motion, names, _ = walker()
    free, edit = wobbled(), model.Edit(constraints=WISHES)
    whole, goals, misses = compiled(motion, names, edit, free)
    skeleton = motion.skeleton.scaled(factor)
    large = replace(motion, skeleton=skeleton, root_positions=motion.root_positions * factor)
    placed = {n: Effector(e.joint, tuple(np.multiply(e.point, factor).tolist())) for n, e in names.placed.items()}
    scaled = changed(edit, LENGTHS, lambda length: length * factor)
    plan, large_goals, large_misses = compiled(
        large,
        Names(skeleton=skeleton, roles=names.roles, placed=placed),
        scaled,
        WorldPose(free.positions * factor, free.rotations),
    )
    assert_allclose(plan.size, factor * whole.size, rtol=1e-12)
    places = whole.kind != 1
    assert_allclose(large_goals.goal[:, places], factor * goals.goal[:, places], rtol=0, atol=1e-10 * factor)
    assert_allclose(large_goals.goal[:, ~places], goals.goal[:, ~places], rtol=0, atol=1e-10)
    for one, other in zip(misses, large_misses, strict=True):
        assert_allclose(other.worst, one.worst * (factor if one.unit == "mm" else 1.0), rtol=1e-6, atol=1e-9)
