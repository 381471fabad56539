"""Who is who in a motion, with the user's word over ours."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.core.pose import posed_frames, sample_frames
from supple.core.roles import Roles, find_roles
from supple.errors import InvalidValueError
from supple.io.documents.roles import apply_overrides, read_roles

Given = Path | str | Mapping[str, str] | None  # a roles document, or roles that are known already


def known_roles(motion: Motion, given: Given) -> Mapping[str, str]:
    """Role -> joint: as given, or those recognised in the motion, overridden by a roles document where one is given."""
    return given if isinstance(given, Mapping) else motion_roles(motion, given)


@checked
def motion_roles(motion: Motion, document: Path | str | None = None) -> Roles:
    """The roles recognised in a motion, overridden by a roles document where one is given."""
    if not isinstance(motion, Motion):
        raise InvalidValueError(f"only a motion has roles; got {type(motion).__name__}.")
    return roles_in(motion, posed_frames(motion, sample_frames(motion)), document)


def roles_in(motion: Motion, positions: np.ndarray, document: Path | str | None = None) -> Roles:
    """The same for those who have world positions (n, J, 3) of some frames."""
    roles = find_roles(motion.skeleton, positions)
    return roles if document is None else apply_overrides(roles, read_roles(document), motion.skeleton)
