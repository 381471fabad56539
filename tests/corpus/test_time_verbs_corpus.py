"""Laws of the verbs of time, on every motion of the shared data."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from support.shared import DATA, files, needs_data

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


@cache
def clip(name):
    """The motion of a file, at most ten seconds of it; skips what holds none."""
    try:
        motion = supple.read(DATA / name)
    except SuppleError as error:
        pytest.skip(str(error))
    if not isinstance(motion, supple.Motion):
        pytest.skip("no motion")
    return motion.with_frames(0, min(motion.frames, max(motion.rest_rows + 1, round(10.0 / motion.frame_time))))


@pytest.mark.parametrize("times", [2, 3])
@pytest.mark.parametrize("name", NAMES)
def test_resampled_up_and_back_is_the_original(name, times):
    motion = clip(name)
    own = rate_of_files(motion.frame_time) or motion.fps
    back = resample(resample(motion, own * times).motion, own).motion
    assert back.frames == motion.frames
    assert back.rest_rows == motion.rest_rows
    np.testing.assert_allclose(back.rotations, motion.rotations, rtol=0, atol=1e-6)
    np.testing.assert_allclose(back.root_positions, motion.root_positions, rtol=0, atol=1e-6)


@pytest.mark.parametrize("align", ["both", "none"])
@pytest.mark.parametrize("name", NAMES)
def test_pieces_put_together_are_the_original(name, align):
    motion = clip(name)
    if align == "both" and motion.frames < 12:
        pytest.skip("pieces of one frame have no steps to be judged by")
    cuts = sorted({motion.rest_rows + round(share * (motion.frames - motion.rest_rows)) for share in (0.3, 0.5, 0.8)})
    bounds = [0, *(c for c in cuts if motion.rest_rows < c < motion.frames), motion.frames]
    whole = concat([trim(motion, a, b) for a, b in pairwise(bounds)], align=align).motion
    np.testing.assert_array_equal(whole.rotations, motion.rotations)
    np.testing.assert_array_equal(whole.root_positions, motion.root_positions)
    assert whole.rest_rows == motion.rest_rows
    if motion.provenance.rows is not None:
        np.testing.assert_array_equal(whole.provenance.rows, motion.provenance.rows)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("cmu-bvh", "bandai"))])
def test_smoothing_keeps_planted_feet_still_after_a_cleanup(name):
    motion = clip(name)
    contacts = supple.detect(motion)
    cleaned = supple.clean(motion, contacts)
    before = cleaned.after().slide_mm_max
    after = cleaned.after(smooth(cleaned.motion, 6.0, contacts=contacts).motion).slide_mm_max
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
    made = loop(motion, contacts=contacts, repeat=2, closing_frame=True)
    assert made.gap.mm < 1.0
    assert made.gap.deg < 1.0
    assert supple.metrics(made.motion, made.contacts).slide_mm_max < 1.0
    count = (made.motion.frames - 1) // 2
    bends = np.linalg.norm(np.diff(supple.world_pose(made.motion).positions, n=2, axis=0), axis=2).max(axis=1)
    assert bends[count - 2 : count + 1].max() <= 1.05 * np.delete(bends, range(count - 2, count + 1)).max()
