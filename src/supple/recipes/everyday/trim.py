"""A part of a motion."""

from __future__ import annotations

from supple.core.contacts import Contacts
from supple.core.motion import Motion
from supple.core.option_types import checked
from supple.recipes.everyday.clip import Clip, check_motion
from supple.recipes.everyday.contact_spans import cut


@checked
def trim(motion: Motion, start: int = 0, stop: int | None = None, *, contacts: Contacts | None = None) -> Clip:
    """The frames ``[start, stop)`` of a motion, rest rows counted; every number stays as it is.

    Rest rows go with the frames they are: a part that begins after them has none.
    """
    check_motion(motion, "trimmed")
    end = motion.frames if stop is None else stop
    part = motion.with_frames(start, end)
    return Clip(part, None if contacts is None else cut(contacts, start, end))
