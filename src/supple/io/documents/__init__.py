"""Documents that people write: typed, versioned, each with a commented starting point."""

from supple.io.documents.body import STARTING_POINT as _BODY
from supple.io.documents.contacts import STARTING_POINT as _CONTACTS
from supple.io.documents.joint_weights import STARTING_POINT as _WEIGHTS
from supple.io.documents.limits import STARTING_POINT as _LIMITS
from supple.io.documents.marker_template import STARTING_POINT as _MARKERS
from supple.io.documents.path import STARTING_POINT as _PATH
from supple.io.documents.roles import STARTING_POINT as _ROLES
from supple.io.documents.style import STARTING_POINT as _STYLE
from supple.io.documents.templates import STARTING_POINT as _TEMPLATES

STARTING_POINTS: dict[str, str] = {
    "body": _BODY,
    "contacts": _CONTACTS,
    "limits": _LIMITS,
    "markers": _MARKERS,
    "path": _PATH,
    "roles": _ROLES,
    "style": _STYLE,
    "templates": _TEMPLATES,
    "weights": _WEIGHTS,
}
