"""The ground reaction of a walk that was solved from markers and made physical, against force plates."""

import numpy as np
import pytest
from support.shared import DATA, needs_data

import supple
from supple.recipes.physics.bodies import body_document, figure_body
from supple.recipes.roles import motion_roles

pytest.importorskip("pinocchio")
MARKERS = DATA / "markers"
FOLDER = MARKERS / "addbiomechanics"
START = 0.5  # [s] of the first frame of the markers, on the clock of the plates
GRAVITY = 9.80665
STANDING = (1.1, 4.1)  # [s] of walking2: markers of the feet are there, and something stands
ALL = (2.40, 3.14)  # [s] in which its plates carry all the weight
STEP = (2.48, 2.96)  # [s] from the middle of one step to that of the next: its mean is the weight


@needs_data
@pytest.mark.slow
def test_the_vertical_reaction_is_that_of_force_plates(tmp_path):
    """The capture says no mass: it is that of the plates' mean over the clip, and nothing else of them is used."""
    walk = supple.solve_markers(supple.read(FOLDER / "motion_capture_walk_trimmed.trc")).motion
    plates = supple.read_forces(FOLDER / "grf_walk_trimmed.mot")
    times = START + walk.frame_time * np.arange(walk.frames)
    measured = _vertical(plates, times)
    mass = measured.mean() / GRAVITY
    result = supple.physical(walk, body=_body(walk, mass, tmp_path))
    assert result.status == "met"
    own = result.forces[..., 1].sum(axis=1)
    assert np.sqrt(np.mean((own - measured)[1:-1] ** 2)) < 0.10 * mass * GRAVITY


@needs_data
@pytest.mark.slow
def test_so_is_that_of_a_figure_without_arms_whose_heels_rise_slowly(tmp_path):
    """Heels and balls are found still for up to 0.1 s while they are on their way, 6 cm up at most."""
    markers = supple.read(MARKERS / "opensim" / "walking2.c3d")
    whole = supple.solve_markers(markers).motion
    first, stop = (round(t / whole.frame_time) for t in STANDING)
    walk = whole.with_frames(first, stop)
    times = markers.start_time + whole.frame_time * np.arange(first, stop)
    measured = _vertical(supple.read_forces(MARKERS / "opensim" / "walking2.c3d"), times)
    step, carried = ((times > a) & (times < b) for a, b in (STEP, ALL))
    mass = measured[step].mean() / GRAVITY
    result = supple.physical(walk, body=_body(walk, mass, tmp_path))
    assert result.status == "met"
    own = result.forces[..., 1].sum(axis=1)
    assert np.sqrt(np.mean((own - measured)[carried] ** 2)) < 0.10 * mass * GRAVITY


def _vertical(plates, times):
    """(F,) what all plates carry [N]."""
    clocks = [p.start_time + p.frame_time * np.arange(len(p.forces)) for p in plates]
    return sum(np.interp(times, at, p.forces[:, 1]) for at, p in zip(clocks, plates, strict=True))


def _body(walk, mass, folder):
    path = folder / "body.toml"
    path.write_text(body_document(figure_body(walk, motion_roles(walk), mass)))
    return path
