"""Where both feet of a figure go in a frame, by what stands."""

from __future__ import annotations

from supple.kernels.jit import dense
from supple.kernels.online.feet import BALL, HEEL, MEANT, PLACED, eased, keep_foot, place_foot, point_at
from supple.kernels.online.ground import ground_at, on_the_ground, share_kept
from supple.kernels.online.numbers import CARRIED, GROUNDED, HEIGHT, LANDED, SHARE, WINDOW
from supple.kernels.online.plants import arm, follow, pull_of, stands
from supple.kernels.online.turning import turned_back
from supple.kernels.vectors import minus, rotated, row_in, row_of, turn_of

ALONG, OFF = 0, 1  # of a sole: from heel to ball, and from ankle to heel, in the frame of the ankle


@dense()
def find_plants(
    places, turned, joints, points, given, numbers, window, since, fresh, flags, tracks, now, pulls, shares,
):  # fmt: skip
    """Write which heels and balls stand ``now`` (L, 2), as given (0 or 1), else as judged.

    ``pulls`` (L, 2): how far they have come to stand; ``shares``: what they keep of their heights, which changes no
    faster than by all of it in ``window`` frames once they have landed, and rises no faster until so many are
    ``since``.
    """
    for leg in range(now.shape[0]):
        for k in range(2):
            point, track = point_at(places, turned, joints[leg, k], row_in(points, leg, k)), tracks[leg, k]
            follow(point, point[1] - ground_at(numbers, point), track, numbers, fresh)
            was = flags[leg, k] == 1
            judged = stands(track, k, numbers, was, k == BALL and now[leg, HEEL] == 0)
            now[leg, k] = given[leg, k] if given[leg, k] >= 0 else (1 if judged else 0)
            arm(track, was, now[leg, k] == 1, numbers, fresh)
            pull = 0.0 if fresh and now[leg, k] == 0 else pull_of(track, numbers)  # nobody knows yet how fast it is
            pulls[leg, k] = 1.0 if now[leg, k] == 1 else pull
            share = share_kept(track[HEIGHT], pull, numbers)
            if not was:  # choice: it comes down as it comes to stand, not in the frame in which it becomes low enough
                share = max(share, (1.0 - pulls[leg, k]) * share_kept(track[HEIGHT], 0.0, numbers))
            track[LANDED] = 1.0 if now[leg, k] == 1 and (share == 0.0 or (was and track[LANDED] == 1.0)) else 0.0
            if was or since[leg] < window:  # choice: its speed goes up and down, and the foot must not nod with it
                least = track[SHARE] - 1.0 / window if track[LANDED] == 1.0 else 0.0
                share = min(max(share, least), track[SHARE] + 1.0 / window)
            shares[leg, k], track[SHARE] = share, share


@dense()
def measure_soles(places, turned, legs, joints, points, heels, soles):
    """Write where ``heels`` (L, 3) are, and the ``soles`` (L, 2, 3)."""
    for leg in range(legs.shape[0]):
        ankle = legs[leg, 3]
        back = turned_back(turn_of(turned, ankle))
        heel = point_at(places, turned, joints[leg, HEEL], row_in(points, leg, HEEL))
        ball = point_at(places, turned, joints[leg, BALL], row_in(points, leg, BALL))
        along, off = rotated(back, minus(ball, heel)), rotated(back, minus(heel, row_of(places, ankle)))
        for k in range(3):
            heels[leg, k], soles[leg, ALONG, k], soles[leg, OFF, k] = heel[k], along[k], off[k]


@dense()
def place_one(turn, heel, along, was, now, holds, since, foot, shares, numbers, counts):
    """Write where one foot goes, ``foot`` (2, 7), from the ``turn`` and ``heel`` of the scaled motion."""
    grounded = counts[GROUNDED] == 1
    if grounded:
        turn, heel = on_the_ground(turn, heel, along, shares, numbers)
    meant_turn, meant = turn, heel
    if since < counts[WINDOW]:
        turn, heel = eased(turn, heel, foot, 1.0 - (since + 1.0) / counts[WINDOW], counts[CARRIED] == 1)
    keep_foot(foot, MEANT, meant, meant_turn)
    turn, heel = place_foot(turn, heel, along, was, now, holds, foot, numbers, grounded)
    keep_foot(foot, PLACED, heel, turn)


@dense()
def place_feet(turned, legs, heels, soles, flags, now, shares, numbers, counts, holds, since, feet):
    """Write where all ``feet`` (L, 2, 7) go; ``since`` (L,) counts frames since something was released."""
    for leg in range(legs.shape[0]):
        was, are = flags[leg], now[leg]
        if (was[HEEL] and not are[HEEL]) or (was[BALL] and not are[BALL]):
            since[leg] = 0
        place_one(
            turn_of(turned, legs[leg, 3]), row_of(heels, leg), row_in(soles, leg, ALONG), was, are, holds[leg],
            since[leg], feet[leg], shares[leg], numbers, counts,
        )  # fmt: skip
        since[leg] += 1
