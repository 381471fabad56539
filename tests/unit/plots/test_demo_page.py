"""The demo's page: one file, complete, safe and the same every time."""

import json
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.html_reader import Reader, assert_self_contained, console_of

from supple.core.pose import world_pose
from supple.errors import MissingExtraError
from supple.plots.demo_page import demo_page
from supple.plots.page import bound, number
from supple.recipes.compare import compare
from supple.recipes.demo import DemoResult
from supple.recipes.round_trip import RoundTrip
from supple.recipes.walk import true_walk

NASTY = '</script><img src=x onerror="alert(1)">&'


@pytest.fixture(scope="module")
def result():
    walk = true_walk(seconds=2.5)
    moved = walk.motion.with_root_positions(walk.motion.root_positions + (0.0, 0.00123, 0.0))
    trips = [
        RoundTrip(name, Path(f"/secret/folder/walk.{name}"), (Path(f"walk.{name}"),), 12_345, difference, notes, 0.1)
        for name, difference, notes in (
            ("bvh", compare(walk.motion, moved), ("joint limits are not kept.",)),
            ("amc", compare(walk.motion, walk.motion), ()),
            (NASTY, compare(walk.motion, walk.motion), (NASTY,)),
        )
    ]
    return DemoResult(walk, tuple(trips))


@pytest.fixture(scope="module")
def page(result):
    return demo_page(result)


def test_every_format_has_its_row(page, result):
    rows = [row for row in Reader(page).rows if row]
    assert [row[0] for row in rows] == [trip.format for trip in result.trips]
    assert rows[0][1:3] == ["walk.bvh", "12"]
    assert rows[0][3].startswith("1.2")
    assert rows[0][5] == "joint limits are not kept."
    assert rows[1][3].startswith("0")


def test_names_and_notes_are_text_not_code(page):
    assert "<img" not in page
    assert page.count("</script>") == 2
    assert Reader(page).rows[-1][5] == NASTY


def test_a_joint_with_a_nasty_name_cannot_leave_the_data(result):
    skeleton = result.walk.motion.skeleton
    names = tuple(NASTY if name == "LeftHand_end" else name for name in skeleton.names)
    motion = replace(result.walk.motion, skeleton=replace(skeleton, names=names))
    page = demo_page(DemoResult(result.walk._replace(motion=motion), result.trips[:1]))
    assert page.count("</script>") == 2
    assert NASTY in json.loads(Reader(page).scripts[0])["names"]


def test_it_is_one_file_without_a_network(page):
    assert_self_contained(page)
    assert "/secret/folder" not in page


def test_the_player_shows_the_motion_that_was_measured(page, result):
    data = json.loads(Reader(page).scripts[0])
    points = np.array(data["points"]).reshape(len(data["points"]), -1, 3) / 1000.0
    motion = result.walk.motion
    np.testing.assert_allclose(points[:, : len(motion.skeleton)], world_pose(motion).positions, atol=0.00051)
    assert points[..., 1].min() == 0.0  # the feet are on the ground
    assert data["names"][-2:] == ["LeftHeel", "RightHeel"]
    assert len(data["contacts"]) == len(result.walk.contacts)


def test_axes_carry_units_and_ink_follows_the_page(page):
    for label in ("height [m]", "height [cm]", "time [s]", "share of the stride"):
        assert label in page
    assert "prefers-color-scheme: dark" in page
    assert "#010203" not in page


def test_the_same_result_gives_the_same_page(page, result):
    assert demo_page(result) == page


def test_a_clip_of_less_than_a_stride_has_a_page_too(result):
    assert "<svg" in demo_page(DemoResult(true_walk(seconds=0.2), result.trips[:1]))


def test_numbers_are_short_and_bounds_are_not_below():
    assert [number(v) for v in (0.0, 12.34, 345.6, 0.0341, 2.64e-5)] == ["0", "12", "346", "0.034", "2.6 × 10⁻⁵"]
    assert [bound(v) for v in (0.0, 2.41e-4, 0.0341, 2.6)] == ["0", "2.5 × 10⁻⁴", "0.035", "2.6"]


def test_without_matplotlib_the_extra_is_named(result, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r"supple\[plots\]"):
        demo_page(result)


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("chromium"), reason="needs Chromium")
def test_a_browser_plays_it(page, tmp_path):
    dom, console = console_of(page, tmp_path)
    assert re.search(r'<span id="clock">\d+\.\d\d s · frame \d+</span>', dom)
    assert console == ""
