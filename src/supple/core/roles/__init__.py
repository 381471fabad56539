"""Roles: which joint is the left wrist, on any skeleton."""

from supple.core.roles.find import find_roles
from supple.core.roles.height import REFERENCE_HEIGHT, figure_height
from supple.core.roles.model import FOOT, NO_ROLES, POINTS, ROLES, SIDES, FootPart, Roles

__all__ = [
    "FOOT",
    "NO_ROLES",
    "POINTS",
    "REFERENCE_HEIGHT",
    "ROLES",
    "SIDES",
    "FootPart",
    "Roles",
    "figure_height",
    "find_roles",
]
