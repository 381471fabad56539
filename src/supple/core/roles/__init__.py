"""Roles: which joint is the left wrist, on any skeleton."""

from supple.core.roles.find import find_roles
from supple.core.roles.height import figure_height
from supple.core.roles.model import NO_ROLES, POINTS, ROLES, SIDES, Roles

__all__ = ["NO_ROLES", "POINTS", "ROLES", "SIDES", "Roles", "figure_height", "find_roles"]
