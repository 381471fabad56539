r"""Feet that may land anywhere, but must not slide: what is asked couples the frames of a step.

The common place :math:`c` of a step's frames :math:`t_j` is an unknown of its own. For poses that are known, the one
that minimises :math:`\sum_j \lVert p(t_j) - c \rVert^2` is the mean of where the point is. So first all else
is fitted with free feet, which go wherever the body takes them; then each level meets the places of the one before, and
they are taken again from what came out.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import msgspec
import numpy as np

from supple.core import quaternions
from supple.core.contacts import Contact, Contacts
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.solvers.hierarchical.contacts import ContactAsks, FittedMotion, contact_problem
from supple.solvers.hierarchical.levels import fit
from supple.solvers.hierarchical.problem import Problem
from supple.solvers.hierarchical.settings import FitSettings


def fit_landing(asked: ContactAsks, settings: FitSettings | None = None) -> tuple[FittedMotion, Contacts]:
    """The motion with planted points that stand still wherever they come to stand, and where that is.

    Contacts that are ``fixed``, or ride with a joint, keep their places. What else is asked, ``points``, may carry the
    feet elsewhere; ``swings`` are not looked at.
    """
    contacts, settings, bent = asked.contacts, settings or FitSettings(), partial(_bent, asked.motion)
    carried = fit(_problem_at(asked, _known(contacts)), settings)
    problem = _problem_at(asked, landed(contacts, bent(carried.roots, carried.rotations)))

    def renewed(roots: np.ndarray, rotations: np.ndarray) -> Problem:
        return replace(problem, asks=_problem_at(asked, landed(contacts, bent(roots, rotations))).asks)

    fitted = fit(problem, settings, renewed)
    done = bent(fitted.roots, fitted.rotations)
    return FittedMotion(done, fitted), landed(contacts, done)


def _problem_at(asked: ContactAsks, contacts: Contacts) -> Problem:
    """The problem with its contacts elsewhere."""
    return contact_problem(replace(asked, contacts=contacts, swings=None))


def _bent(motion: Motion, roots: np.ndarray, rotations: np.ndarray) -> Motion:
    return replace(motion, root_positions=roots, rotations=rotations)


def _known(contacts: Contacts) -> Contacts:
    """Only those that cannot land elsewhere."""
    return msgspec.structs.replace(contacts, contacts=tuple(c for c in contacts.contacts if not _lands(c)))


def _lands(c: Contact) -> bool:
    return not c.fixed and c.joint is not None and c.reference is None


def landed(contacts: Contacts, motion: Motion) -> Contacts:
    """Contacts at the mean of where their points are in a motion, but for those whose places are known."""
    pose = world_pose(motion)
    return msgspec.structs.replace(contacts, contacts=tuple(_landed(c, motion, pose) for c in contacts.contacts))


def _landed(c: Contact, motion: Motion, pose: WorldPose) -> Contact:
    if not _lands(c):
        return c
    joint, span = motion.skeleton.index(str(c.joint)), slice(c.start, c.stop)
    point = np.array(c.offset_m or (0.0, 0.0, 0.0))
    x, y, z = (pose.positions[span, joint] + quaternions.rotate(pose.rotations[span, joint], point)).mean(axis=0)
    return msgspec.structs.replace(c, position_m=(float(x), float(y), float(z)))
