"""What must not matter to detection: where the clip is, which way it goes, how large the figure is."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from support.footsteps import FEET, climbing

from supple.core.quaternions import about_axis, rotate
from supple.detect.automatic import find_contacts

STEPS = climbing(0.1, steps=3, fps=60.0)


def spans(positions: np.ndarray, height: float = 1.75) -> list[tuple[str, int, int]]:
    return [(c.point, c.start, c.stop) for c in find_contacts(FEET, positions, STEPS.fps, height=height).contacts]


KNOWN = spans(STEPS.positions)


def near(found: list[tuple[str, int, int]]) -> bool:
    """Equal but for a frame, as thresholds may be met exactly."""
    pairs = zip(sorted(found), sorted(KNOWN), strict=True)
    return all(a[0] == b[0] and abs(a[1] - b[1]) <= 1 and abs(a[2] - b[2]) <= 1 for a, b in pairs)


@given(st.tuples(*[st.floats(-100.0, 100.0)] * 3), st.floats(-3.2, 3.2))
def test_place_and_heading_do_not_matter(shift, angle):
    turned = rotate(about_axis("y", np.array(angle)), STEPS.positions)
    assert near(spans(turned + np.array(shift)))


@given(st.floats(0.1, 20.0))
def test_size_does_not_matter(scale):
    assert near(spans(scale * STEPS.positions, 1.75 * scale))


@given(st.integers(0, 2**32 - 1), st.floats(0.0, 1.0))
def test_any_numbers_give_contacts_inside_the_clip(seed, gaps):
    rng = np.random.default_rng(seed)
    frames = int(rng.integers(0, 60))
    positions = np.cumsum(rng.normal(scale=0.02, size=(frames, 4, 3)), axis=0)
    positions[rng.random((frames, 4)) < gaps] = np.nan
    for contact in find_contacts(FEET, positions, 30.0).contacts:
        assert 0 <= contact.start < contact.stop <= frames
        assert np.isfinite(contact.position_m).all()
