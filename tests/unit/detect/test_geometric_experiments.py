"""The thesis's own experiments on motions made for it, with its counts (rows 64, 67, 68, 77 to 79)."""

import numpy as np
import pytest
from support import slow_geometric as slow
from support.moving_frames import (
    BALL,
    desk_lamp,
    heel_rocks,
    posed,
    rolling_die,
    sitting_foot,
    sitting_hips,
    walk_around,
    walk_run_walk,
)

from supple.core.quaternions import rotate
from supple.detect.geometric import GeometricSettings, Template, detect_geometric

_WALK, _RUN = Template("space", 34, 40), Template("space", 156, 160)
_FPS = 25.0


def detect(track, *templates, **settings):
    pose, skeleton = posed(track)
    return detect_geometric(pose, skeleton, _FPS, "a", templates=templates, settings=GeometricSettings(**settings))


def plants(track, *templates, **settings):
    """First and last frames of spaces."""
    return [(g.start, g.stop - 1) for g in detect(track, *templates, kinds=("space",), **settings)]


def wrong_frames(found, true):
    """How many frames are in one but not in the other."""
    one, other = ({f for a, b in spans for f in range(a, b + 1)} for spans in (found, true))
    return len(one ^ other)


def each_meets(found, true):
    """True if found spans meet true ones, one to one."""
    return len(found) == len(true) and all(
        a <= d and c <= b for (a, b), (c, d) in zip(sorted(found), sorted(true), strict=True)
    )


@pytest.mark.parametrize("seed", range(4))
def test_a_walking_template_finds_the_four_walking_plants_and_no_running_one(seed):
    track, walk, _ = walk_run_walk(seed)
    found = plants(track, _WALK)
    assert each_meets(found, walk)
    assert wrong_frames(found, walk) <= 6  # the thesis: 4


@pytest.mark.parametrize("seed", range(4))
def test_a_second_template_in_the_run_finds_all_ten(seed):
    track, walk, run = walk_run_walk(seed)
    found = plants(track, _WALK, _RUN)
    assert each_meets(found, walk + run)
    first = [span for span in found if span[0] < 50]
    assert wrong_frames(first, walk[:1]) <= 2  # still sharp where the first template is


def test_a_running_template_alone_finds_walking_plants_far_too_long():
    track, walk, _ = walk_run_walk()
    found = plants(track, _RUN)
    assert len(found) == 10
    assert wrong_frames(found[:1], walk[:1]) >= 7  # the thesis: 12


def test_global_displacements_find_only_the_first_plant_17_metres_on():
    track, walk, _ = walk_run_walk()
    pose, _ = posed(track)
    residuals = slow.residuals(pose, 0, slow.global_displacement, 3)
    most = residuals[34:40].max()
    still = [np.mean(residuals[a:b] <= most) for a, b in walk]
    assert still[0] > 0.8
    assert max(still[2:]) < 0.4
    local = slow.residuals(pose, 0, slow.local_displacement, 3)
    assert min(np.mean(local[a:b] <= local[34:40].max()) for a, b in walk) > 0.7


def test_results_are_the_same_17_metres_away():
    track, *_ = walk_run_walk()
    here = plants(track, _WALK)
    track.positions = [p - (17.0, 0.0, 0.0) for p in track.positions]
    assert plants(track, _WALK) == here


@pytest.mark.parametrize("seed", range(3))
def test_a_mislabelled_template_misleads_the_naive_rule_only(seed):
    true, wrong = [(50, 69), (81, 206), (226, 290), (310, 369)], Template("space", 50, 75)
    track = sitting_foot(seed)
    naive, robust = plants(track, wrong, robust=False), plants(track, wrong)
    assert len([span for span in naive if span[0] < 207]) == 1  # instead of two
    assert each_meets(robust, true)
    assert max(abs(a - c) + abs(b - d) for (a, b), (c, d) in zip(robust, true, strict=True)) < 5
    assert robust == plants(track, Template("space", 50, 69))


def test_someone_on_a_stool_keeps_ankles_and_hips_still():
    pose, skeleton = posed(sitting_foot(1), sitting_foot(2), sitting_hips())
    settings = GeometricSettings(kinds=("space",))

    def found(joint, *templates):
        return detect_geometric(pose, skeleton, _FPS, joint, templates=templates, settings=settings)

    for ankle in "ab":
        assert len(found(ankle, Template("space", 52, 68))) == 4
    hips = found("c", Template("space", 100, 160))
    assert each_meets([(g.start, g.stop - 1) for g in hips], [(80, 170), (240, 340)])
    seat = [g.origin_m for g in hips]
    assert seat[0] == pytest.approx((0.1, -0.5, 0.0), abs=0.01)  # where the stool goes
    assert seat[1] == pytest.approx((0.15, -0.5, 0.05), abs=0.01)


@pytest.mark.parametrize("templates", [[Template("space", 80, 92), Template("line", 74, 80)], []])
@pytest.mark.parametrize("seed", range(3))
def test_a_foot_that_rocks_on_its_heel_is_four_lines_and_four_spaces(seed, templates):
    found = detect(heel_rocks(seed), *templates)
    spaces = [(g.start, g.stop - 1) for g in found if g.kind == "space"]
    lines = [g for g in found if g.kind == "line"]
    assert each_meets(spaces, [(30 + 50 * k, 42 + 50 * k) for k in range(4)])
    assert each_meets([(g.start, g.stop - 1) for g in lines], [(24 + 50 * k, 29 + 50 * k) for k in range(4)])
    truth = [(30 + 50 * k, 42 + 50 * k) for k in range(4)], [(24 + 50 * k, 29 + 50 * k) for k in range(4)]
    assert wrong_frames(spaces, truth[0]) + wrong_frames([(g.start, g.stop - 1) for g in lines], truth[1]) <= 1
    for g in lines:
        assert abs(g.direction[0]) == pytest.approx(1.0, abs=1e-3)
    ends = [g.stop for g in lines], [g.start for g in found if g.kind == "space"]
    assert ends[0] == ends[1]  # a line ends where its space begins


@pytest.mark.parametrize("seed", [0, 1])
def test_a_die_pivots_on_its_corners(seed):
    die = rolling_die(seed)
    found = detect(die, Template("point", 22, 32), kinds=("point",), size_m=0.3)
    assert each_meets([(g.start, g.stop - 1) for g in found], die.spans("ball"))
    corners = 0.008 * np.array([(1, -1, 1), (-1, -1, 1), (1, 1, -1)])
    for g, corner, (start, _) in zip(found, corners, die.spans("ball"), strict=True):
        true = die.positions[start] + rotate(die.rotations[start], corner)
        assert g.origin_m == pytest.approx(true, abs=1e-4)


@pytest.mark.parametrize("templates", [[Template("point", 20, 60)], []])
def test_a_desk_lamp_has_two_points(templates):
    lamp = desk_lamp()
    points = [g for g in detect(lamp, *templates) if g.kind == "point"]
    assert each_meets([(g.start, g.stop - 1) for g in points], [(15, 75), (100, 160)])
    for g, frame, arm in zip(points, (15, 100), ((0.0, -0.12, 0.0), (0.0, -0.02, -0.08)), strict=True):
        place = lamp.positions[frame] + rotate(lamp.rotations[frame], np.array(arm))
        assert g.origin_m == pytest.approx(place, abs=0.002)


@pytest.mark.parametrize("seed", range(3))
def test_every_sharp_turn_of_a_walk_is_a_point_on_the_ball_of_the_foot(seed):
    track = walk_around(seed)
    found = detect(track)
    points = [g for g in found if g.kind == "point"]
    assert each_meets([(g.start, g.stop - 1) for g in points], track.spans("ball"))
    for g, (start, _) in zip(points, track.spans("ball"), strict=True):
        assert g.origin_m == pytest.approx(
            track.positions[start] + rotate(track.rotations[start], np.array(BALL)), abs=0.01
        )
    assert each_meets([(g.start, g.stop - 1) for g in found if g.kind == "space"], track.spans("still"))
