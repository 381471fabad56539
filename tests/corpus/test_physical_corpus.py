"""Captured motions made physical: a walk, a run, a jump and a turn, judged by MuJoCo on the written files."""

import numpy as np
import pytest
from support.physical_bars import judged_by_mujoco, rms
from support.shared import DATA, needs_data

import supple

pytest.importorskip("pinocchio")
pytest.importorskip("mujoco")


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize("clip", ["07_01", "09_01", "02_04", "16_17"])
def test_captured_motions_become_plausible(clip, tmp_path):
    motion = supple.read(DATA / "cmu-bvh" / f"{clip}.bvh")
    result = supple.physical(motion)
    left = judged_by_mujoco(result, result.motion, tmp_path)
    assert result.status == "met"
    assert 100.0 * rms(left[:, :3]) < 1.0
    assert 100.0 * rms(left[:, 3:]) < 1.0
    assert result.after.slide_mm < 2.0
    assert result.after.friction_violation_pct < 1.0
    assert result.pose_change_deg < 5.0
    for c, span in enumerate(result.setting.problem.contacts):
        loaded = np.linalg.norm(result.forces[:, c], axis=1) > 1.0
        assert np.abs(result.places[loaded, c, 1] - span.place[1]).max(initial=0.0) < 5e-3
