"""Documents that people write: typed, versioned, each with a commented starting point."""

from supple.io.documents.contacts import STARTING_POINT as _CONTACTS
from supple.io.documents.limits import STARTING_POINT as _LIMITS
from supple.io.documents.roles import STARTING_POINT as _ROLES
from supple.io.documents.templates import STARTING_POINT as _TEMPLATES

STARTING_POINTS: dict[str, str] = {
    "contacts": _CONTACTS,
    "limits": _LIMITS,
    "roles": _ROLES,
    "templates": _TEMPLATES,
}
