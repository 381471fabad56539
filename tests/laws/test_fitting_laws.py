"""Whatever a fit is asked: it ends, with unit turns and finite numbers, and never further away than it began."""

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from support.fitting import asks_in_place, moved, problem_for, random_figure

from supple.solvers.hierarchical.levels import fit
from supple.solvers.hierarchical.settings import FitSettings
from supple.solvers.hierarchical.splines import spread

FRAMES = 40


@st.composite
def problems(draw):
    """Two limbs of a random figure, asked now and then, near or far out of reach."""
    seed = draw(st.integers(0, 30))
    motion, limbs = random_figure(seed, FRAMES)
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    asked = rng.random((FRAMES, 2)) < draw(st.sampled_from([0.02, 0.3, 1.0]))
    by = draw(st.sampled_from([0.0, 0.01, 0.2, 5.0])) * rng.normal(size=(FRAMES, 2, 3))
    asks = moved(asks_in_place(motion, limbs, asked, mode=draw(st.sampled_from([1, 2]))), by)
    signs = np.where(rng.random((FRAMES, 2, 1)) < 0.5, -1.0, 1.0)  # both signs are one orientation
    return problem_for(motion, limbs, replace(asks, goals=signs * asks.goals), trunk=(0, 5), limited=False)


@given(problems(), st.booleans(), st.booleans(), st.sampled_from([0.05, 0.3, 5.0]))
@settings(max_examples=60)
def test_any_fit_ends_well(problem, exact, guess, spacing):
    fitted = fit(problem, FitSettings(spacing_s=spacing, exact=exact, guess=guess, levels=3))
    assert np.isfinite(fitted.roots).all()
    assert_allclose(np.linalg.norm(fitted.rotations, axis=-1), 1.0, rtol=0.0, atol=1e-9)
    if exact and fitted.levels:
        assert fitted.levels[-1].worst_m <= 1.5 * fitted.start_m + 1e-3
    reach = 4.0 * spacing / problem.motion.frame_time
    at = np.arange(FRAMES)
    far = np.array([np.abs(problem.frames - f).min(initial=FRAMES) >= max(reach, 4.0) for f in at])
    assert_array_equal(fitted.rotations[far], problem.motion.rotations[far])
    assert_array_equal(fitted.roots[far], problem.motion.root_positions[far])


@given(st.integers(0, 463), st.floats(0.25, 500.0), st.floats(-1e3, 1e3))
def test_one_datum_is_met_wherever_it_is(frame, spacing, value):
    curve = spread(np.array([frame]), np.array([[value]]), 464, spacing)
    assert_allclose(curve[frame], value, rtol=1e-12, atol=1e-12)
    assert not curve[np.abs(np.arange(464) - frame) >= 4.0 * spacing].any()
