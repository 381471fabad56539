"""What decides whether something is planted, in units that a person can feel."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactRule:
    """Planted: slow against the ground, compared with how fast the same foot swings.

    Speeds and lengths are those of a person of 1.75 m and scale with the body. Nothing here needs to be tuned to a
    clip: ``land`` and ``leave`` are shares of the speed of the swing next to the contact, whatever that is.
    """

    land: float = 0.14  # of the speed of the swing: slower than this, the point has landed
    leave: float = 0.20  # faster than this, it has left; impacts are sharper than departures
    core: float = 0.6  # of the above: somewhere in a contact it is slower than this
    slowest: float = 0.15  # [m/s] a threshold is never below this: people sway
    least: float = 0.07  # [s] shorter ones are no contact
    bridge: float = 0.05  # [s] a shorter gap in which the point stays in its place is a fault of the capture
    reach: float = 0.5  # [s] how far away the swing may be that speeds are compared with
    onset: float = 0.06  # [s] how far the first move may lie before the threshold is passed
    dip: float = 0.02  # [m] a foot that lands from below or leaves downwards by more than this was in the air
    lift: float = 0.04  # [m] a point that stays so far above where it usually stands does not stand
    blur: float = 0.012  # [s] of the low-pass on positions, more where they are noisy


REFERENCE_HEIGHT = 1.75  # [m] of the person whom the numbers are for
DEFAULT_RULE = ContactRule()
