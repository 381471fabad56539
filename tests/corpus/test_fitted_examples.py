"""The examples of fits: what each of them shows, measured on what it makes."""

import contextlib
import runpy
import shlex
import shutil
from types import SimpleNamespace

import numpy as np
import pytest
from support.examples import COMMANDS, FOLDER, bend
from support.shared import DATA, needs_data

import supple
from benchmarks import fitted_examples
from supple.cli import main
from supple.core.quaternions import rotate
from supple.recipes.samples import sample
from supple.solvers.hierarchical.levels import fit

README = (FOLDER / "README.md").read_text()
STILL = 1e-3  # [m]
CARTWHEELS = DATA / "cmu-bvh" / "49_08.bvh"


def script(name):
    """The functions of an example."""
    return SimpleNamespace(**runpy.run_path(str(FOLDER / f"{name}.py")))


@pytest.mark.parametrize("path", sorted([*FOLDER.glob("*.py"), *FOLDER.glob("bodies/*.toml")]), ids=lambda p: p.stem)
def test_every_script_and_body_is_in_the_readme(path):
    assert f"examples/{path.relative_to(FOLDER).as_posix()}" in README


def off_the_rope(it, climb, motion, joint):
    """(n,) how far the point of a grip is from its place on the swinging rope, while it holds it [m]."""
    by = it.grip(joint)
    place = it.TOP + rotate(it.swing(), it.held(climb, supple.world_pose(climb), by) - it.TOP)
    return np.linalg.norm(it.held(motion, supple.world_pose(motion), by) - place, axis=1)[by.frames]


@pytest.fixture(scope="module")
def rope():
    it = script("rope_climb")
    return it, it.climbing(), it.rope_climb()


def test_rope_hands_and_feet_of_another_body_hold_the_swinging_rope(rope):
    it, climb, done = rope
    before, after = it.other_body(climb), done.motion
    assert done.report.status == "met"
    for joint in it.MOVES:
        assert off_the_rope(it, climb, before, joint).max() > 0.3
        assert off_the_rope(it, climb, after, joint).max() < STILL, joint
    np.testing.assert_array_equal(after.skeleton.offsets, before.skeleton.offsets)
    assert sum(6 * len(it.grip(joint).frames) for joint in it.MOVES) > 5500
    wild = bend(supple.world_pose(after).positions).max()
    assert wild < 1.5 * bend(supple.world_pose(climb).positions).max()


def test_rope_the_climber_swings_and_climbs(rope):
    it, _, done = rope
    hips = done.motion.root_positions
    assert np.ptp(hips[:, 0]) > 0.5
    assert hips[-1, 1] - hips[0, 1] == pytest.approx(it.CYCLES * it.RISE, abs=0.1)


@pytest.fixture(scope="module")
def rough():
    it = script("rough_ground")
    return SimpleNamespace(done=it.rough_ground(), ground=it.ground(), beams=it.beams(it.ground()), frames=it.FRAMES)


def test_rough_ground_is_as_rough_as_it_says(rough):
    x, z = np.meshgrid(np.linspace(-1.0, 1.0, 9), np.linspace(0.0, 20.0, 200))
    assert 0.25 < np.abs(rough.ground(x, z)).max() < 0.45
    assert rough.done.motion.frames == rough.frames


def test_rough_ground_feet_stand_on_it(rough):
    places = np.array([c.position_m for c in rough.done.contacts.contacts])
    np.testing.assert_allclose(places[:, 1], rough.ground(places[:, 0], places[:, 2]), atol=STILL)
    after = rough.done.cleaned.after()
    assert rough.done.cleaned.report.status == "met"
    assert after.slide_mm_max < 0.1
    assert after.miss_mm_max < 0.1
    assert after.penetration_mm_max < 0.1


def test_rough_ground_head_goes_under_both_beams(rough):
    x, y, z = np.moveaxis(supple.world_pose(rough.done.motion).positions, -1, 0)
    assert rough.done.over_mm < 1.0
    for beam in rough.beams:
        under = (z >= beam.z_m[0]) & (z <= beam.z_m[1]) & (np.abs(x) < 3.0)
        assert under.any(axis=1).sum() > 3
        assert y[under].max() < beam.max_height_m + STILL


def test_morph_strides_stay_uniform_while_legs_change(tmp_path):
    with contextlib.chdir(tmp_path):
        shutil.copytree(FOLDER, "examples")
        lines = [line for line in COMMANDS if line.rstrip().endswith("-o walk.bvh") or "bodies/morph.toml" in line]
        assert [main(shlex.split(line)) for line in lines] == [0, 0]
        walk, morph = supple.read("walk.bvh"), supple.read("morph.bvh")
    lengths = np.linalg.norm(morph.offsets[:, morph.skeleton.index("LeftLeg")], axis=1)
    assert lengths.max() > 1.35 * lengths[0]
    assert lengths.min() < 0.75 * lengths[0]
    assert strides(morph) == pytest.approx(strides(walk), rel=0.01)
    assert supple.metrics(morph, supple.detect(walk)).slide_mm_max < 1.0


def strides(motion):
    """(n,) from one stand of the left ball to the next [m]."""
    ball = [c for c in supple.detect(motion).contacts if c.point == "left_ball"]
    return np.linalg.norm(np.diff([c.position_m for c in ball], axis=0), axis=1)[1:-1]


@pytest.mark.parametrize("clip", ["walk", "kick", "dance"])
def test_cartoon_figure_stands_where_it_should(clip):
    it = script("cartoon")
    done = it.on_cartoon(clip)
    assert done.report.status == "met"
    assert done.report.slide_mm_max < 1.0
    assert done.report.penetration_mm_max < 1.0
    assert done.report.limits_broken == 0
    assert done.report.limb_direction_deg_median < 5.0
    length = {m: bone_lengths(m) for m in (done.motion, sample(clip))}
    mine, theirs = length.values()
    assert mine["LeftLeg"] < 0.5 * theirs["LeftLeg"]
    assert mine["Head_end"] > 2.0 * theirs["Head_end"]


def bone_lengths(motion):
    return dict(zip(motion.skeleton.names, np.linalg.norm(motion.skeleton.offsets, axis=1), strict=True))


@needs_data
def test_cartwheels_hands_and_feet_stand_between_two_of_them():
    it = script("cartwheels")
    capture = supple.read(CARTWHEELS)
    first, second = it.cartwheels(capture)
    made = it.between(capture)
    assert made.facts["status"] == "met"
    assert made.standing.slide_before_mm > 50.0
    assert made.standing.slide_after_mm < 0.5
    hands = [c for c in made.contacts.contacts if c.point.endswith(("wrist", "fingertips"))]
    assert {c.point.split("_")[0] for c in hands} == {"left", "right"}
    assert upside_down(made.motion) > 10
    assert min(map(highest_foot, (first, second))) - 0.05 < highest_foot(made) < max(map(highest_foot, (first, second)))


def upside_down(motion):
    """Frames in which the head is below the hips."""
    names = supple.motion_roles(motion)
    head, hips = (motion.skeleton.index(names[role]) for role in ("head", "hips"))
    y = supple.world_pose(motion).positions[..., 1]
    return int((y[:, head] < y[:, hips]).sum())


def highest_foot(clip):
    names = supple.motion_roles(clip.motion)
    feet = [clip.motion.skeleton.index(names[f"{side}_ankle"]) for side in ("left", "right")]
    return float(supple.world_pose(clip.motion).positions[:, feet, 1].max())


@pytest.mark.parametrize("problem", [fitted_examples.rope, fitted_examples.transition])
def test_what_is_left_falls_level_by_level_to_one_percent(problem):
    asked = problem()
    check_levels(fit(asked, fitted_examples.SETTINGS).levels, asked.size)


def test_morphing_falls_level_by_level_to_one_percent():
    walk = supple.walking(seconds=62 / 30.0, fps=30.0)
    body = fitted_examples.morphing_body()
    done = supple.scale_body(walk, body, settings=fitted_examples.SETTINGS)
    check_levels(done.levels, 1.7)


def check_levels(levels, size):
    """Each of the four leaves less than the one before and needs no more steps; the last pass is exact."""
    assert [round(30.0 * level.spacing_s) for level in levels[:5]] == [16, 8, 4, 2, 0]
    assert (np.diff([level.worst_m for level in levels[:5]]) < 0.0).all()
    steps = np.array([level.steps for level in levels[:5]])
    assert (np.diff(steps) <= 0).all()
    assert steps[4] < steps[2] < steps[0]
    assert levels[3].worst_m < 0.01 * size
    assert levels[-1].worst_m < 1e-3
