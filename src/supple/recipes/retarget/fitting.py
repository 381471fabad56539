"""The step that makes a transferred motion keep its contacts: bent to those that are far, then cleaned."""

from __future__ import annotations

import numpy as np

from supple.constraints.names import Names
from supple.core.contacts import Contacts
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import world_pose
from supple.recipes.clean import Cleaned, clean, points_of

_FAR = 0.06  # body heights: what is missed by less, a cleanup meets with less change to the motion


def fitted(motion: Motion, contacts: Contacts, names: Names) -> Cleaned:
    """``motion`` with its points where the contacts have them, bones as long as they are."""
    return clean(_bent(motion, contacts, names), contacts, roles=names)


def _bent(motion: Motion, contacts: Contacts, names: Names) -> Motion:
    """The motion fitted to contacts that are far from where it has them, or that ride with its own joints."""
    from supple.solvers.cleanup.limbs_of import limbs_of
    from supple.solvers.hierarchical.contacts import contact_problem, fitted_motion
    from supple.solvers.hierarchical.misses import misses_of

    limbs = limbs_of(motion, names.roles, points_of(names), names.limbs)
    heights = world_pose(motion).positions[first_moving_frame(motion) :, :, 1]
    size = float(np.ptp(np.median(heights, axis=0)))
    problem = contact_problem(motion, contacts, limbs, dict(names.roles), size)
    missed = misses_of(problem, motion.root_positions, motion.rotations).max(initial=0.0)
    rides = any(c.reference is not None for c in contacts.contacts)
    return fitted_motion(problem).motion if rides or missed > _FAR * size else motion
