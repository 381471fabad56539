"""Where the numbers are that a stream of frames is made with, and those that it keeps of each point of a foot."""

from __future__ import annotations

FACTOR, FLOOR, SLOPE_X, SLOPE_Z = 0, 1, 2, 3  # how much larger the way is; height and rise of the source's ground
SETTLED, REACH, TWIST, SECONDS, FARTHEST = 4, 5, 6, 7, 8
LOW, SLOW, FAST, KEPT, UPWARDS, RISEN, RISES = 9, 10, 11, 12, 13, 14, 15  # when points stand; rises of heel and ball
NUMBERS = 17

GROUNDED, WINDOW, CARRIED = 0, 1, 2  # of ``counts``

# of ``tracks``, after a place (3)
SPEED, HEIGHT, CLIMB, LOWEST, ARMED, SHARE, LANDED, TRACKED = 3, 4, 5, 6, 7, 8, 9, 10
