"""Feet that may land anywhere but must not slide: one common place for all frames of a step."""

from dataclasses import replace
from functools import cache

import msgspec
import numpy as np
from support.planted_paths import paths

import supple
from supple.core.pose import world_pose
from supple.kernels.fitting.kinds import PLACE
from supple.recipes.refit import standing
from supple.solvers.hierarchical.contacts import ContactAsks
from supple.solvers.hierarchical.figure import wish
from supple.solvers.hierarchical.landing import fit_landing

TOLERANCE = 1e-4  # [m]


@cache
def skating():
    """A walk whose feet slide: the whole figure drifts sideways and is slower by a tenth."""
    walk = supple.walking(seconds=4.0, fps=60.0)
    stood = standing(walk)
    t = np.linspace(0.0, 1.0, walk.frames)[:, None]
    drift = 0.25 * np.sin(3.0 * t) * [1.0, 0.0, 0.0] - 0.5 * t * [0.0, 0.0, 1.0]
    return replace(walk, root_positions=walk.root_positions + drift), stood


def fitted(motion, contacts, stood, points=None):
    return fit_landing(ContactAsks(motion, contacts, stood.limbs, stood.names.roles, stood.size, points=points))


def slides(motion, contacts):
    return [float(np.ptp(way, axis=0).max()) for _, way in paths(motion, contacts)]


def test_points_stand_still_over_each_step_where_nobody_said_a_place():
    motion, stood = skating()
    assert max(slides(motion, stood.contacts)) > 0.05
    result, places = fitted(motion, stood.contacts, stood)
    assert max(slides(result.motion, stood.contacts)) < TOLERANCE
    for c, way in paths(result.motion, places):
        assert np.abs(way - c.position_m).max() < TOLERANCE
    assert np.abs(result.motion.root_positions - motion.root_positions).max() < 0.05  # nothing pulls the body away


def test_given_places_do_not_matter_unless_they_are_known():
    motion, stood = skating()
    elsewhere = tuple(msgspec.structs.replace(c, position_m=(9.0, 9.0, 9.0)) for c in stood.contacts.contacts)
    moved = msgspec.structs.replace(stood.contacts, contacts=elsewhere)
    (one, _), (other, _) = fitted(motion, stood.contacts, stood), fitted(motion, moved, stood)
    assert np.array_equal(one.motion.root_positions, other.motion.root_positions)


def test_a_figure_that_is_pulled_aside_takes_its_feet_along_and_they_still_stand():
    """The hips have to be 15 cm further left all the time: free feet land there, with legs as they were."""
    motion, stood = skating()
    goal = np.zeros((motion.frames, 4))
    goal[:, :3] = motion.root_positions + (0.15, 0.0, 0.0)
    pulled = wish(PLACE, 0, np.zeros(3), goal, np.ones(motion.frames))
    result, places = fitted(motion, stood.contacts, stood, pulled)
    assert max(slides(result.motion, stood.contacts)) < TOLERANCE
    _, before = fitted(motion, stood.contacts, stood)
    went = [a.position_m[0] - b.position_m[0] for a, b in zip(places.contacts, before.contacts, strict=True)]
    assert min(went) > 0.1
    assert np.isfinite(world_pose(result.motion).positions).all()
