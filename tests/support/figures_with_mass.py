"""A motion's rigid-body figure, in one call."""

from supple.dynamics.body import average_body
from supple.dynamics.figure import figure_of
from supple.dynamics.inertias import body_inertias
from supple.recipes.roles import motion_roles


def weighed(motion, body=None, carried=()):
    roles = motion_roles(motion)
    return figure_of(motion, body_inertias(motion.skeleton, roles, body or average_body(1.75, 70.0), carried), roles)
