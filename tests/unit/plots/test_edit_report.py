"""The page of an edit: complete, safe, self-contained, and true to the report."""

import json
import re
import shutil
from dataclasses import replace

import numpy as np
import pytest
from support.html_reader import Reader, assert_self_contained, console_of
from support.motions import human_skeleton, smooth_motion

import supple
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.plots.before_after import before_after
from supple.plots.edit_report import edit_report
from supple.solvers.result import Outcome, Report, Result

NASTY = '</script><img src=x onerror="alert(1)">& $x^2$ 手'
WISHES = (
    Outcome(name="hold", priority=1, unit="mm", worst=0.002, rms=0.001, worst_frame=3),
    Outcome(
        name=NASTY,
        priority=2,
        unit="mm",
        worst=31.4,
        rms=9.0,
        worst_frame=41,
        status="infeasible",
        blocked_by=("hold",),
    ),
    Outcome(name="look", priority=3, unit="deg", worst=0.0, rms=0.0, worst_frame=-1),
)


@pytest.fixture(scope="module")
def before():
    return smooth_motion(human_skeleton(), 60)


@pytest.fixture(scope="module")
def result(before):
    path = before.root_positions.copy()
    path[30:] += (0.0, 0.25, 0.0)
    return Result(
        before.with_root_positions(path), Report(seconds=0.5, iterations=9, constraints=WISHES, notes=(NASTY,))
    )


@pytest.fixture(scope="module")
def misses():
    asked = np.where((np.arange(60) > 20) & (np.arange(60) < 50), np.linspace(0.0, 40.0, 60), np.nan)
    return np.full(60, 0.002), asked, np.full(60, np.nan)


@pytest.fixture(scope="module")
def page(before, result, misses):
    return edit_report(before, result, misses, supple.motion_roles(before))


def test_every_wish_has_its_row(page):
    first, second, third = [row for row in Reader(page).rows if row]
    assert first == ["hold", "1", "0.002 mm", "0.001 mm", "30.05 s", "met", ""]
    assert second == [NASTY, "2", "31 mm", "9 mm", "410.68 s", "infeasible", "hold"]
    assert third == ["look", "3", "0 deg", "0 deg", "-", "met", ""]
    assert "2 of 3 wishes met in 0.5 s" in page


def test_names_are_text_and_nothing_comes_from_elsewhere(page):
    assert page.count("</script>") == 2
    assert "<img" not in page
    assert_self_contained(page)


def test_every_wish_has_its_curve_with_units(page):
    assert len(re.findall(r'<svg class="plot miss-\d"', page)) == 3
    assert page.count("miss [mm]") == 2
    assert page.count("miss [deg]") == 1
    clips = [attributes["id"] for tag, attributes in Reader(page).tags if tag == "clippath"]
    assert len(set(clips)) == len(clips)  # else one curve would be clipped by the frame of another


def test_without_misses_and_for_a_posture_there_are_no_curves(before, result, misses):
    assert "<svg" not in edit_report(before, result)
    alone = Result(result.motion.with_frames(3, 4), result.report)
    posture = edit_report(before.with_frames(3, 4), alone, [m[3:4] for m in misses])
    assert "<svg" not in posture
    assert "One posture." in posture


def test_the_player_shows_both_motions(page, before, result):
    data = json.loads(Reader(page).scripts[0])
    after, ghost = (np.array(data[key]).reshape(60, -1, 3) for key in ("points", "ghost"))
    size = 1.7 / np.median(np.ptp(world_pose(before).positions[..., 1], axis=1))
    np.testing.assert_allclose(
        after - ghost, 1e3 * size * (world_pose(result.motion).positions - world_pose(before).positions), atol=1.0
    )
    assert data["start"] >= 30
    sides = {before.skeleton.names[b]: side for _, b, side in data["bones"]}
    assert (sides["LeftHand_end"], sides["RightToeBase"], sides["Neck"]) == ("left", "right", "middle")
    assert [before.skeleton.names[k] for k in data["head"]] == ["Head", "Head_end"]


def test_a_long_clip_is_thinned_and_keeps_its_clock():
    clip = smooth_motion(human_skeleton(), 3000)
    data = before_after(clip, clip, {})
    assert (len(data["points"]), data["step"]) == (1000, 3)
    assert data["frame_time"] == pytest.approx(3 * clip.frame_time)


@pytest.mark.parametrize(("scale", "lift"), [(0.01, 0.0), (1.0, -0.93), (30.0, 500.0)])
def test_figures_of_any_size_stand_on_the_stage(scale, lift):
    figure = human_skeleton()
    small = replace(figure, offsets=figure.offsets * scale)
    clip = Motion(small, small.offsets[:1] + (0.0, lift, 0.0), small.rest_rotations[None], 0.1)
    points = np.array(before_after(clip, clip, {})["points"]).reshape(-1, 3)
    assert np.ptp(points[:, 1]) == pytest.approx(1700, abs=2)
    assert -1 <= points[:, 1].min() < 260


def test_a_hand_that_reaches_up_is_on_the_stage():
    """It was cut off: the player looked at what stands, whatever the edit did."""
    figure = human_skeleton()
    clip = Motion(figure, figure.offsets[:1] + (0.0, 0.0, 0.0), figure.rest_rotations[None], 0.1)
    high = clip.with_root_positions(clip.root_positions + [0.0, 0.6, 0.0])
    assert before_after(clip, clip, {})["top"] == pytest.approx(1.7, abs=0.3)
    shown = before_after(clip, high, {})
    assert shown["top"] == pytest.approx(1e-3 * np.array(shown["points"]).reshape(-1, 3)[:, 1].max(), abs=1e-3)
    far = clip.with_root_positions(clip.root_positions + [0.0, 1e6, 0.0])
    assert before_after(clip, far, {})["top"] == 8.0


def test_the_same_result_gives_the_same_page(page, before, result, misses):
    assert edit_report(before, result, misses, supple.motion_roles(before)) == page


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("chromium"), reason="needs Chromium")
def test_a_browser_plays_it(page, tmp_path):
    dom, console = console_of(page, tmp_path)
    assert re.search(r'<span id="clock">\d+\.\d\d s · frame \d+</span>', dom)
    assert console == ""
