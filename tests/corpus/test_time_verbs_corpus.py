"""Laws of the verbs of time, on every motion of the shared data."""

from functools import cache

import numpy as np
import pytest
from support.shared import DATA, files, needs_data

import supple
from supple.errors import SuppleError
from supple.recipes.everyday.rates import rate_of_files
from supple.recipes.everyday.resample import resample

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
