"""Any edit of any clip compiles to finite numbers, or is refused in words."""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from support.motions import human_skeleton, smooth_motion

from supple.constraints import model
from supple.constraints.compile import compile_edit
from supple.constraints.measure import constraint_misses
from supple.constraints.targets import frame_goals
from supple.core.pose import world_pose
from supple.errors import SuppleError
from supple.recipes.names import motion_names

JOINTS = st.sampled_from(["Head", "LeftHand", "RightHand_end", "Hips", "left_heel", "left_ball", "head"])
vectors = st.tuples(*[st.floats(-2.0, 2.0)] * 3)
moments = st.integers(0, 11).map(lambda f: f"{f}f") | st.floats(0.0, 0.18)


def rising(count):
    return st.lists(moments, min_size=count, max_size=count).map(
        lambda some: tuple(sorted(some, key=lambda m: float(m[:-1]) / 60.0 if isinstance(m, str) else m))
    )


places = st.builds(
    lambda at, way, **keys: model.PlaceGoal(**{way: at}, **keys),
    vectors,
    st.sampled_from(["at", "offset"]),
    when=st.none() | rising(4),
    relative_to=st.none() | JOINTS,
)
sights = st.builds(model.PlaceGoal, at=vectors, when=st.none() | rising(4), relative_to=st.none() | JOINTS)
turns = st.builds(model.TurnGoal, turn_deg=vectors, when=st.none() | rising(4), relative_to=st.none() | JOINTS)
common = {
    "priority": st.integers(1, 3),
    "space": st.sampled_from([None, "facing", "Head", "world"]),
    "enforce": st.sampled_from(["span", "always"]),
}
few = {"min_size": 0, "max_size": 3}
shapes = st.builds(
    lambda t, at, **keys: model.Shape(span=(t[0], t[3]), points=(model.ShapePoint(at=at, hold=(t[1], t[2])),), **keys),
    st.lists(st.integers(0, 11), min_size=4, max_size=4, unique=True).map(lambda t: [f"{f}f" for f in sorted(t)]),
    vectors,
    effector=JOINTS,
    reference=st.none() | JOINTS,
    mode=st.sampled_from(["absolute", "relative", "condensed"]),
    **common,
)
events = rising(4).map(lambda t: model.Events(heel_strike=t[0], toe_strike=t[1], heel_off=t[2], toe_off=t[3]))
constraints = st.one_of(
    st.builds(model.Position, effector=JOINTS, goals=st.lists(places, **few).map(tuple), **common),
    st.builds(model.Orientation, effector=JOINTS, goals=st.lists(turns, **few).map(tuple), **common),
    st.builds(model.LookAt, effector=JOINTS, goals=st.lists(sights, min_size=1, max_size=2).map(tuple), **common),
    shapes,
    st.builds(
        model.Footplant, foot=st.just("left"), events=events, move=vectors, turn_deg=st.floats(-400, 400), **common
    ),
    st.builds(model.Balance, span=st.none() | rising(2), goals=st.lists(places, **few).map(tuple), **common),
    st.builds(model.Preserve, effector=JOINTS, span=st.none() | rising(2), **common),
)


@settings(max_examples=150)
@given(st.lists(constraints, min_size=1, max_size=3), st.sampled_from([12, 12, 12, 2, 1]), st.integers(0, 3))
def test_any_edit_compiles_or_is_refused(some, frames, rest):
    motion = replace(smooth_motion(human_skeleton(), 12).with_frames(0, frames), rest_rows=min(rest, frames))
    pose, edit = world_pose(motion), model.Edit(constraints=tuple(some))
    try:
        plan = compile_edit(motion, edit, motion_names(motion, pose=pose), pose)
    except SuppleError:
        return
    goals = frame_goals(plan, np.arange(frames), pose)
    assert np.isfinite(goals.goal).all()
    assert np.isfinite(plan.share).all()
    assert np.all((plan.activity >= 0.0) & (plan.activity <= 1.0))
    assert not plan.activity[: motion.rest_rows if motion.rest_rows < frames else 0].any()
    turned = np.linalg.norm(goals.goal[:, plan.kind == 1], axis=-1)
    assert np.all(np.abs(turned - 1.0) < 1e-9)
    for miss in constraint_misses(plan, pose, edit):
        assert np.isfinite([miss.worst, miss.rms]).all()
        assert -1 <= miss.worst_frame < frames
