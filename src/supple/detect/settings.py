"""What decides whether something is planted, in units that a person can feel."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactRule:
    """Planted: slow against the ground, compared with how fast the same foot swings.

    Speeds and lengths are those of a person of 1.75 m and scale with the body. Nothing here needs to be tuned to a
    clip: ``land`` and ``leave`` are shares of the speed of the swing next to the contact, whatever that is.
    """

    land: float = 0.15  # of the speed of the swing: slower than this, the point has landed
    leave: float = 0.20  # faster than this, it has left; impacts are sharper than departures
    peel: float = 0.10  # the same of heels, which are peeled off while the foot stays
    core: float = 0.6  # of the above: somewhere in a contact it is slower than this
    slowest: float = 0.15  # [m/s] a threshold is never below this: people sway
    least: float = 0.07  # [s] shorter ones are no contact
    bridge: float = 0.20  # [s] a shorter gap in which the point stays in its place is a fault of the capture
    shake: float = 2.5  # a threshold is never below so many times what noise leaves in the velocity
    reach: float = 0.5  # [s] how far away the swing may be that speeds are compared with
    onset: float = 0.03  # [s] how far rest and the threshold may lie apart
    dip: float = 0.02  # [m] a foot that comes from below or goes down by more than this was in the air, ...
    clear: float = 0.01  # [m] ... unless it came over the edge of a step, higher than that by this
    slide: float = 0.12  # [m] what moves further than this while it is slow slides
    lift: float = 0.04  # [m] a point that stays so far above where it usually stands does not stand
    blur: float = 0.012  # [s] of the low-pass on positions, more where they are noisy


DEFAULT_RULE = ContactRule()
