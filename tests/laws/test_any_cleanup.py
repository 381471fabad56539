"""Whatever contacts are given: a finite motion and an honest report, or a message."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from support.planted import waving_figure

from supple.core.contacts import Contact, Contacts, Floor
from supple.core.pose import world_pose
from supple.core.quaternions import rotate
from supple.errors import SuppleError
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.settings import CleanSettings

FRAMES = 24
MOTION, LIMBS = waving_figure(FRAMES)
POINTS = {
    "left_wrist": "LeftHand", "right_wrist": "RightHand", "left_ball": "LeftToeBase", "right_ball": "RightToeBase",
    "left_heel": "LeftFoot", "left_fingertips": "LeftHand_end", "head": "Head", "left_knee": "LeftLeg",
}  # fmt: skip
coordinates = st.floats(-2.0, 2.0)


def contact(point, start, length, place, fixed, reference):
    """Now and then one that ends after the clip."""
    stop = min(start + length, FRAMES + length % 5 // 4)
    return Contact(
        point=point, joint=POINTS[point], start=start, stop=stop, position_m=place, fixed=fixed, reference=reference
    )


contacts = st.builds(
    contact,
    st.sampled_from(sorted(POINTS)),
    st.integers(0, FRAMES - 1),
    st.integers(1, 8),
    st.tuples(coordinates, coordinates, coordinates),
    st.sampled_from([False, False, True]),
    st.sampled_from([None, None, "Hips", "LeftHand"]),
)
floors = st.one_of(
    st.none(),
    st.builds(
        lambda height, tilt: Floor(height_m=height, normal=(tilt, 1.0, 0.1)), st.floats(-1.0, 1.0), st.floats(-0.3, 0.3)
    ),
    st.builds(lambda low, high: Floor(height_m=low, supports=(low, high)), st.floats(-0.5, 0.0), st.floats(0.0, 0.5)),
)
windows = st.sampled_from([0.0, 0.02, 0.1, 0.25, 3.0])
choices = st.builds(
    lambda stretch, plant, target, root, blend, roll: CleanSettings(
        stretch=stretch, plant_window_s=plant, target_window_s=target, root_window_s=root, blend_window_s=blend,
        roll=roll,
    ),
    st.sampled_from([None, 0.0, 0.03, 0.5]), st.one_of(st.none(), windows), windows, windows, windows,
    st.sampled_from(["free", "flat"]),
)  # fmt: skip


@settings(max_examples=150)
@given(st.lists(contacts, min_size=1, max_size=5, unique_by=lambda c: (c.point, c.start // 8)), floors, choices)
def test_any_contacts(given_contacts, floor, chosen):
    document = Contacts(fps=60.0, floor=floor, contacts=tuple(given_contacts))
    try:
        result = clean(MOTION, document, LIMBS, chosen)
    except SuppleError:  # nothing else may be raised
        return
    pose = world_pose(result.motion)
    assert np.isfinite(pose.positions).all()
    for outcome in result.report.constraints:
        assert np.isfinite(outcome.worst)
        point, _, span = outcome.name.rpartition(" ")
        start, stop = map(int, span.split(":"))
        contact = next(c for c in given_contacts if (c.point, c.start, c.stop) == (point, start, stop))
        if outcome.met and contact.reference is None and stop - start > 1:
            joint = MOTION.skeleton.index(contact.joint)
            path = pose.positions[start:stop, joint] + rotate(pose.rotations[start:stop, joint], np.zeros(3))
            assert np.linalg.norm(path - path[0], axis=1).max() < 2.1e-3 * 0.5  # twice what counts as met
