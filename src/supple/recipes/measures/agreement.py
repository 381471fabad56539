"""How well contacts that were found agree with those that are true."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.core.contacts import Contacts


def contact_f1(found: Contacts, true: Contacts, frames: int) -> float:
    """F1 over the frames of all points of the true ones: 1 is the same frames, 0 has none in common.

    Points that the true contacts never name (hands, where only feet are known) do not count.
    """
    points = sorted({contact.point for contact in true.contacts})
    here, there = (_planted(contacts, points, frames) for contacts in (found, true))
    both, either = int(np.count_nonzero(here & there)), int(np.count_nonzero(here) + np.count_nonzero(there))
    return 2.0 * both / either if either else 1.0


def _planted(contacts: Contacts, points: Sequence[str], frames: int) -> np.ndarray:
    """(points, frames) whether a point is planted."""
    mask = np.zeros((len(points), frames), bool)
    for contact in contacts.contacts:
        if contact.point in points:
            mask[points.index(contact.point), contact.start : contact.stop] = True
    return mask
