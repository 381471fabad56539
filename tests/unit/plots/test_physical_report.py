"""The page of ``supple physical``: what it says of slides, and when it says that points may push."""

import re
from dataclasses import replace

import numpy as np
import pytest

import supple
from supple.recipes.walk import walking

pytest.importorskip("pinocchio")
pytest.importorskip("matplotlib")

from supple.plots.physical_report import contact_lines, physical_report
from supple.recipes.physics.judging import Slide


@pytest.fixture(scope="module")
def hurried():
    return supple.physical(walking(0.8), seconds=1e-3)


def test_the_slides_of_all_frames_are_told_beside_those_that_are_judged(hurried):
    after = replace(hurried.after, slide=Slide(1.25), slide_anywhere=Slide(7.375))
    page = physical_report(hurried, after)
    told = dict(re.findall(r"<tr><td>(slide of planted points|the same in the frames)[^<]*</td>(.*)</tr>", page))
    assert "7.375" in told["slide of planted points"]
    assert "1.25" in told["the same in the frames"]


def test_a_point_is_drawn_pale_only_while_it_may_push(hurried):
    """No bar goes on through the swing between two stands."""
    touching = np.zeros_like(hurried.touching)
    touching[2:9, 0] = touching[20:26, 0] = touching[30:34, 0] = True
    lines = contact_lines(replace(hurried, touching=touching, forces=0.0 * hurried.forces))
    assert len(re.findall(r"opacity: 0\.15", lines)) == 3
