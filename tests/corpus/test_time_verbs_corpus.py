"""Laws of the verbs of time, on every motion of the shared data."""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from support.shared import DATA, files, frames_told, needs_data

import supple
from supple.errors import InvalidValueError, SuppleError
from supple.recipes.everyday.concat import concat
from supple.recipes.everyday.loop import loop
from supple.recipes.everyday.rates import rate_of_files
from supple.recipes.everyday.resample import resample
from supple.recipes.everyday.smooth import smooth
from supple.recipes.everyday.trim import trim

CLIPS = [
    path
    for pattern in ("*-bvh/**/*.bvh", "bandai-namco/**/*.bvh", "acclaim/**/*.amc", "gltf/**/*.gl*", "hanim/**/*.x3d")
    for path in files(pattern)
]
NAMES = [str(path.relative_to(DATA)) for path in CLIPS]

NO_CYCLE = {  # within ten seconds: uneven ground, dances, sitting down, a limp that stops, a golf swing
    *(f"cmu-bvh/{take}.bvh" for take in ("03_01", "05_02", "05_11", "104_16", "13_04", "14_27", "64_01", "91_16")),
    "bandai-namco/dataset-1_dance-short_normal_001.bvh",
}

pytestmark = needs_data


TEN_SECONDS = 10.0  # of a clip, that quick tests look at
LONG = [name for path, name in zip(CLIPS, NAMES, strict=True)
        if (told := frames_told(path)) and told[0] * told[1] > TEN_SECONDS]  # fmt: skip


@cache
def clip(name, seconds=TEN_SECONDS):
    """The motion of a file, at most so much of it; skips what holds none."""
    try:
        motion = supple.read(DATA / name)
    except SuppleError as error:
        pytest.skip(str(error))
    if not isinstance(motion, supple.Motion):
        pytest.skip("no motion")
    return motion.with_frames(0, min(motion.frames, max(motion.rest_rows + 1, round(seconds / motion.frame_time))))


def whole(name):
    """All of a long clip; skips those that quick tests see whole."""
    motion = clip.__wrapped__(name, 1e5)  # these are large, and not kept
    if motion.duration <= TEN_SECONDS:
        pytest.skip("a short clip, which the quick tests see whole")
    return motion


EVEN = {  # so even that they could come from any rate: a last sample between two frames is not known to have been
    "other-bvh/fairmotion/pfnn_hierarchy.bvh",
    "gltf/RiggedFigure/RiggedFigure.glb",
    "hanim/hanim_x3dom/HAnimSpecificationLOA3MotionNoHUD.x3d",
}
UNEVEN = [pytest.param(Fraction(*pair), marks=pytest.mark.slow) for pair in ((5, 2), (5, 3))]


@pytest.mark.parametrize("times", [Fraction(2), Fraction(3), *UNEVEN], ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_resampled_up_and_back_is_the_original(name, times):
    assert_comes_back(clip(name), times, name)


@pytest.mark.slow
@pytest.mark.parametrize("times", [Fraction(2), Fraction(5, 3)], ids=str)
@pytest.mark.parametrize("name", LONG)
def test_all_of_a_long_clip_comes_back_from_another_rate(name, times):
    assert_comes_back(whole(name), times, name)


def assert_comes_back(motion, times, name):
    if times.denominator > 1 and motion.frames - motion.rest_rows < 8:
        pytest.skip("too few samples to be recognised")
    own = rate_of_files(motion.frame_time) or Fraction(motion.fps)
    back = resample(resample(motion, own * times).motion, own).motion
    assert motion.frames - back.frames <= (name in EVEN and times.denominator > 1)
    assert back.rest_rows == motion.rest_rows
    rotations, roots = motion.rotations[: back.frames], motion.root_positions[: back.frames]
    signs = np.sign(np.sum(back.rotations * rotations, axis=2, keepdims=True))
    np.testing.assert_allclose(back.rotations * signs, rotations, rtol=0, atol=1e-6)
    np.testing.assert_allclose(back.root_positions, roots, rtol=0, atol=1e-6)


@pytest.mark.parametrize("align", ["both", "none"])
@pytest.mark.parametrize("name", NAMES)
def test_pieces_put_together_are_the_original(name, align):
    assert_pieces_fit(clip(name), align)


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_pieces_of_a_long_clip_put_together_are_all_of_it(name):
    assert_pieces_fit(whole(name), "both")


def assert_pieces_fit(motion, align):
    if align == "both" and motion.frames < 12:
        pytest.skip("pieces of one frame have no steps to be judged by")
    cuts = sorted({motion.rest_rows + round(share * (motion.frames - motion.rest_rows)) for share in (0.3, 0.5, 0.8)})
    bounds = [0, *(c for c in cuts if motion.rest_rows < c < motion.frames), motion.frames]
    again = concat([trim(motion, a, b) for a, b in pairwise(bounds)], align=align).motion
    np.testing.assert_array_equal(again.rotations, motion.rotations)
    np.testing.assert_array_equal(again.root_positions, motion.root_positions)
    assert again.rest_rows == motion.rest_rows
    if motion.provenance.rows is not None:
        np.testing.assert_array_equal(again.provenance.rows, motion.provenance.rows)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_smoothing_keeps_planted_feet_still_after_a_cleanup(name):
    motion = clip(name)
    if motion.frames < 20:
        pytest.skip("too short to stand somewhere")
    contacts = supple.detect(motion)
    cleaned = supple.clean(motion, contacts)
    before = cleaned.after().slide_mm_max
    after = cleaned.after(smooth(cleaned.motion, min(6.0, 0.2 * motion.fps), contacts=contacts).motion).slide_mm_max
    assert after <= before + 0.1


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("cmu-bvh", "bandai"))])
def test_loops_close_to_the_bars_with_feet_that_stand_or_are_refused(name):
    """The seam is no event: nothing accelerates more there than elsewhere in the cycle."""
    motion = clip(name)
    contacts = supple.detect(motion)
    if name in NO_CYCLE:
        with pytest.raises(InvalidValueError, match="come back"):
            loop(motion, contacts=contacts)
        return
    assert_closes(motion, contacts)


CYCLES = {  # of other sources: walks, runs and dances that come back
    *(f"acclaim/02/02_0{take}.amc" for take in (1, 2, 3, 4, 5)),
    *(f"acclaim/{name}.amc" for name in ("mpl/walking", "usc/07_05-walk", "usc/09_06-run", "usc/131_04-dance")),
    *(f"other-bvh/games105/{name}.bvh" for name in ("walk60", "walkF", "walk_forward", "walk_and_turn_left")),
    *(f"other-bvh/xia_style/{name}.bvh" for name in ("neutral_01_000", "old_13_000")),
    *(f"other-bvh/{name}.bvh" for name in ("bvh_toolbox/walk01", "bvh_matlab/walk", "pybvh/cmu_12_01_walk")),
    *("gltf/CesiumMan/CesiumMan.glb", "gltf/Fox/Fox.glb"),
    *("hanim/hanim_create3000/BoxManC.x3d", "hanim/hanim_x3djsonld/JoeSkeletonSkinSiteSaluteWalk.x3d"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith(("cmu-bvh", "bandai"))])
def test_loops_of_every_format_close_or_are_refused_with_words(name):
    motion = clip(name)
    contacts = supple.detect(motion)
    refused = ""
    try:
        assert_closes(motion, contacts)
    except InvalidValueError as error:
        refused = str(error)
    assert not (refused and name in CYCLES), refused
    assert not refused or "come back" in refused or "no cycle" in refused


def assert_closes(motion, contacts):
    made = loop(motion, contacts=contacts, repeat=2, closing_frame=True)
    assert made.gap.mm < 1.0
    assert made.gap.deg < 1.0
    assert supple.metrics(made.motion, made.contacts).slide_mm_max < 1.0
    count = (made.motion.frames - 1) // 2
    bends = np.linalg.norm(np.diff(supple.world_pose(made.motion).positions, n=2, axis=0), axis=2).max(axis=1)
    assert bends[count - 2 : count + 1].max() <= 1.05 * np.delete(bends, range(count - 2, count + 1)).max()
