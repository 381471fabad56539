"""What a limb or a task is asked in a frame; without the compiler."""

from __future__ import annotations

FREE = 0  # a limb that nobody asks anything: it keeps its local rotations
POSE = 1  # the end of a limb has a place and an orientation
TIP = 2  # a point beyond the end of a limb has a place; the end keeps its local rotation

PLACE = 0  # a point of a joint is at a place
TURN = 1  # a joint has an orientation
AIM = 2  # an axis of a joint points at a place
BELOW = 3  # a point of a joint is not above a height
