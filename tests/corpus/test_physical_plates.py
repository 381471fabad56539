"""The ground reaction of a walk that was solved from markers and made physical, against force plates."""

import numpy as np
import pytest
from support.shared import DATA, needs_data

import supple
from supple.recipes.physics.bodies import body_document, figure_body
from supple.recipes.roles import motion_roles

pytest.importorskip("pinocchio")
FOLDER = DATA / "markers" / "addbiomechanics"
START = 0.5  # [s] of the first frame of the markers, on the clock of the plates
GRAVITY = 9.80665


@needs_data
@pytest.mark.slow
def test_the_vertical_reaction_is_that_of_force_plates(tmp_path):
    """The capture says no mass: it is that of the plates' mean over the clip, and nothing else of them is used."""
    walk = supple.solve_markers(supple.read(FOLDER / "motion_capture_walk_trimmed.trc")).motion
    plates = supple.read_forces(FOLDER / "grf_walk_trimmed.mot")
    times = START + walk.frame_time * np.arange(walk.frames)
    measured = sum(
        np.interp(times, p.start_time + p.frame_time * np.arange(len(p.forces)), p.forces[:, 1]) for p in plates
    )
    mass = measured.mean() / GRAVITY
    body = tmp_path / "body.toml"
    body.write_text(body_document(figure_body(walk, motion_roles(walk), mass)))
    result = supple.physical(walk, body=body)
    assert result.status == "met"
    own = result.forces[..., 1].sum(axis=1)
    assert np.sqrt(np.mean((own - measured)[1:-1] ** 2)) < 0.10 * mass * GRAVITY
