"""The walk that Supple makes, in other forms."""

from dataclasses import replace

import msgspec
import numpy as np

from supple.core.contacts import Contacts
from supple.core.motion import Motion


def with_rest_row(motion: Motion, contacts: Contacts) -> tuple[Motion, Contacts]:
    """The motion after a row at rest, somewhere else, as CMU's files have it; the contacts one frame later."""
    skeleton = motion.skeleton
    rested = replace(
        motion,
        root_positions=np.concatenate([skeleton.offsets[:1] - 5.0, motion.root_positions]),
        rotations=np.concatenate([skeleton.rest_rotations[None], motion.rotations]),
        offsets=None if motion.offsets is None else np.concatenate([skeleton.offsets[None], motion.offsets]),
        rest_rows=1,
    )
    later = tuple(msgspec.structs.replace(c, start=c.start + 1, stop=c.stop + 1) for c in contacts.contacts)
    return rested, msgspec.structs.replace(contacts, contacts=later)
