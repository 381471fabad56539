"""Where steps of a long clip go on another body: in a time that grows with their number, no faster."""

import time

import numpy as np

from supple.core.motion import Motion
from supple.io.documents.body import Body, Scale
from supple.recipes.body_scale.bones import growth_of, parts_of
from supple.recipes.body_scale.places import Way, placed
from supple.recipes.refit import standing
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts

LONGER = 16


def _seconds(walk_s: float) -> float:
    walk = true_walk(seconds=walk_s, fps=30.0)
    motion: Motion = walk.motion
    stood = standing(motion, known_contacts(walk))
    growth = growth_of(motion, Body(scale=Scale(legs=1.2)), parts_of(motion.skeleton, stood.names.roles))
    way = Way(np.zeros(2), 1.2, np.full(motion.frames, 1.2))
    start = time.process_time()
    placed(stood, growth, way)
    return time.process_time() - start


def test_steps_are_placed_in_a_time_that_grows_with_their_number():
    short = min(_seconds(8.0) for _ in range(3))
    assert _seconds(8.0 * LONGER) < 4.0 * LONGER * short  # a loop over all steps for each would take 256 times as long
