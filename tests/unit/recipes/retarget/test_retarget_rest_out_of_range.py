"""A figure whose stated ranges leave its own pose at rest out: it is given a motion all the same."""

from dataclasses import replace

import numpy as np
import pytest

from supple.core.freedom import Freedom
from supple.core.motion import rest_pose
from supple.recipes.retarget.retargeting import retarget
from supple.recipes.walk import true_walk


@pytest.mark.parametrize("degrees", [20.0, 60.0])
def test_knees_that_may_not_be_straight(degrees):
    walk = true_walk(2.0, 60.0).motion
    knees = [walk.skeleton.index(name) for name in ("LeftLeg", "RightLeg")]
    freedoms = list(walk.skeleton.freedoms)
    for j in knees:
        freedoms[j] = Freedom("hinge", np.array([[1.0, 0.0, 0.0]]), np.radians([[degrees, 140.0]]))
    figure = rest_pose(replace(walk.skeleton, freedoms=tuple(freedoms)))
    found = retarget(walk, figure)
    assert found.report.limits_broken == 0
    assert found.report.status == "met"
    assert found.report.slide_mm_max < 0.02
    assert found.report.penetration_mm_max < 0.02
    assert max(found.report.limb_direction_deg.values()) < 5.0
