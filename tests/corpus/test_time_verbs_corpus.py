"""Laws of the verbs of time, on every motion of the shared data."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from support.shared import DATA, files, needs_data

import supple
from supple.errors import SuppleError
from supple.recipes.everyday.concat import concat
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
