r"""Feet of walkers: planted on their prints, rolling from heel to toes, and in flight to the next print.

A foot's own phase p is 0 at the heel strike. Until ``FLAT`` it turns about its heel, until ``HEEL_OFF`` it lies flat,
until ``TOE_OFF`` it turns about its ball; what stands is still by construction. In flight the ankle follows a curve
that meets both planted ends with their speed, briskly over the ground, raised by

.. math:: \tfrac12 Y(x),\; x = 3\pi u: \qquad Y = 1-\cos x \;(x\le\pi), \quad 1-\cos\tfrac{\pi+x}{2} \;(x>\pi)

A print is the place of the sole below the ankle of the flat foot, with the turn of the sole.
"""

from __future__ import annotations

import numpy as np

from supple.kernels.jit import CUBE, MATRIX, OUT_CUBE, OUT_MATRIX, VECTOR, array_in, array_out, dense, types
from supple.kernels.vectors import plus, product, rotated, row_of, scaled, turn_of

FLAT, HEEL_OFF, TOE_OFF = 0.065, 0.345, 0.575  # [strides], as in recipes.foot_path
BANK = array_in(4)  # (n, 2, ., .)
OUT_BANK = array_out(4)


@dense(types.float64, returns=types.float64)
def flight_height(u):
    """Relative height at a share of the flight: from 0 up to 1 at a third of it and back to 0, with level ends."""
    x = 3.0 * np.pi * min(max(u, 0.0), 1.0)
    return 0.5 * (1.0 - np.cos(x)) if x <= np.pi else 0.5 * (1.0 - np.cos(0.5 * (np.pi + x)))


@dense()
def _eased(u, start, start_slope, stop, stop_slope):
    """From value to value over u in [0, 1] with given slopes and no second derivative at either end."""
    rise = stop - start
    a = 10.0 * rise - 6.0 * start_slope - 4.0 * stop_slope
    b = -15.0 * rise + 8.0 * start_slope + 7.0 * stop_slope
    c = 6.0 * rise - 3.0 * start_slope - 3.0 * stop_slope
    return start + u * (start_slope + u * u * (a + u * (b + u * c)))


@dense()
def _flown(u, start, start_slope, stop, stop_slope):
    """From value to value with given slopes, as a cubic.

    choice: of the way over the ground; with no second derivative at its ends feet would creep off and up to prints,
    half as fast as this.
    """
    rise = stop - start
    return start + u * (
        start_slope + u * (3.0 * rise - 2.0 * start_slope - stop_slope + u * (start_slope + stop_slope - 2.0 * rise))
    )


@dense()
def _swing_pitch(p, swing, push, strike):
    """The pitch in flight: cubic pieces (2, K, 6) of the shares of push and strike: start, length, four powers."""
    total = 0.0
    for share in range(2):
        k = swing.shape[1] - 1
        while k > 0 and p < swing[share, k, 0]:
            k -= 1
        t = (p - swing[share, k, 0]) / swing[share, k, 1]
        value = swing[share, k, 2] + t * (swing[share, k, 3] + t * (swing[share, k, 4] + t * swing[share, k, 5]))
        total += value * (push if share == 0 else strike)
    return total


@dense()
def pitch_of(p, knots, swing, strike, push, next_strike):
    """The pitch of the sole, toes down [rad]; ``knots`` (4,) are value and slope of strike and push at full stride."""
    if p < FLAT:
        return _eased(p / FLAT, strike * knots[0], strike * knots[1] * FLAT, 0.0, 0.0)
    if p < HEEL_OFF:
        return 0.0
    if p < TOE_OFF:
        width = TOE_OFF - HEEL_OFF
        return _eased((p - HEEL_OFF) / width, 0.0, 0.0, push * knots[2], push * knots[3] * width)
    return _swing_pitch(p, swing, push, next_strike)


@dense()
def _ankle(pitch, arm, high):
    """Height and way ahead of the ankle over a point ``arm`` behind it about which the foot turns, and their rates."""
    c, s = np.cos(pitch), np.sin(pitch)
    return high * c - arm * s, high * s + arm * c, -high * s - arm * c, high * c - arm * s


@dense()
def _planted(place, turn, pitch, shape):
    """The ankle over a print: about the heel where the toes are up, about the ball where the heel is."""
    arm = shape[1] if pitch < 0.0 else -shape[2]
    up, ahead, up_rate, ahead_rate = _ankle(pitch, arm, shape[0])
    ankle = plus(place, rotated(turn, (0.0, up, ahead - arm)))
    return ankle, rotated(turn, (0.0, up_rate, ahead_rate))


@dense()
def _mixed(a, b, share):
    """A turn between two."""
    sign = -1.0 if a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0.0 else 1.0
    v, w = 1.0 - share, sign * share
    x, y, z, t = v * a[0] + w * b[0], v * a[1] + w * b[1], v * a[2] + w * b[2], v * a[3] + w * b[3]
    scale = 1.0 / np.sqrt(x * x + y * y + z * z + t * t)
    return x * scale, y * scale, z * scale, t * scale


@dense()
def table_at(table, u):
    """A table of evenly spaced values from u = 0 to 1, between its entries."""
    at = min(max(u, 0.0), 1.0) * (table.shape[0] - 1)
    k = min(int(at), table.shape[0] - 2)
    return table[k] + (at - k) * (table[k + 1] - table[k])


@dense()
def _climbed(u, rise):
    """How much of a rise is behind the foot: upward it comes first and the way after it, downward the other way round.

    ``rise`` is relative to the height of the ankle: low ones are taken evenly.
    """
    early = 1.0 + 0.7 * min(abs(rise), 1.0)
    if rise >= 0.0:
        return _eased(min(early * u, 1.0), 0.0, 0.0, 1.0, 0.0)
    return 1.0 - _eased(min(early * (1.0 - u), 1.0), 0.0, 0.0, 1.0, 0.0)


@dense()
def _late(u, rise):
    """The share of the way: behind the share of the time where a foot has to get up first, with the same end."""
    bend = 5.0 * min(max(rise - 0.5, 0.0), 1.0)
    return u - bend * u * u * (1.0 - u) * (1.0 - u)


@dense()
def foot_at(p, places, turns, rolls, lift, shape, knots, swing, extra):
    """Ankle, turn of the foot, bend of its toes and its pitch at the phase ``p`` of one foot.

    ``places`` (2, 3) and ``turns`` (2, 4) are the print it stands on or comes from and the next one; ``rolls`` (3,) how
    strong its strike, its push and its next strike are; ``shape`` (4,) height of the ankle, heel behind it, ball ahead
    of it, length of the toes [m]; ``extra`` a table of heights over the flight [m].
    """
    pitch = pitch_of(p, knots, swing, rolls[0], rolls[1], rolls[2])
    sole, place = turn_of(turns, 0), row_of(places, 0)
    flat = 0.0
    if p < TOE_OFF:
        ankle, _ = _planted(place, sole, pitch, shape)
        flat = 1.0 if p >= FLAT else 0.0
    else:
        width = 1.0 - TOE_OFF
        u = (p - TOE_OFF) / width
        next_sole, next_place = turn_of(turns, 1), row_of(places, 1)
        push, strike = rolls[1] * knots[2], rolls[2] * knots[0]
        start, start_rate = _planted(place, sole, max(push, 1e-12), shape)
        stop, stop_rate = _planted(next_place, next_sole, min(strike, -1e-12), shape)
        v, w = scaled(rolls[1] * knots[3] * width, start_rate), scaled(rolls[2] * knots[1] * width, stop_rate)
        rise = next_place[1] - place[1]
        raised = lift * flight_height(u) + table_at(extra, u) + rise * _climbed(u, rise / shape[0])
        late = _late(u, rise / shape[0])
        ankle = (
            _flown(late, start[0], v[0], stop[0], w[0]),
            _eased(u, start[1], v[1], stop[1] - rise, w[1]) + raised,
            _flown(late, start[2], v[2], stop[2], w[2]),
        )
        sole = _mixed(sole, next_sole, _eased(u, 0.0, 0.0, 1.0, 0.0))
        in_line = min((p - TOE_OFF) / (0.85 - TOE_OFF), 1.0)
        flat = 1.0 - _eased(in_line, 0.0, 0.0, 1.0, 0.0)
    turn = product(sole, (np.cos(0.5 * pitch), np.sin(0.5 * pitch), 0.0, 0.0))
    return ankle, turn, -flat * pitch, pitch


@dense(MATRIX, BANK, BANK, CUBE, MATRIX, CUBE, VECTOR, CUBE, MATRIX, OUT_CUBE, OUT_CUBE, OUT_MATRIX, OUT_MATRIX)
def pose_feet(phases, places, turns, rolls, lifts, shapes, knots, swing, extra, ankles, foot_turns, toes, pitches):
    """Both feet of n walkers: ``ankles`` (n, 2, 3), ``foot_turns`` (n, 2, 4), ``toes`` and ``pitches`` (n, 2) [rad].

    ``phases`` and ``lifts`` (n, 2), ``places`` (n, 2, 2, 3), ``turns`` (n, 2, 2, 4), ``rolls`` (n, 2, 3), ``shapes``
    (n, 2, 4), ``extra`` (n, K).
    """
    for w in range(phases.shape[0]):
        for f in range(2):
            ankle, turn, toe, pitch = foot_at(
                phases[w, f], places[w, f], turns[w, f], rolls[w, f], lifts[w, f], shapes[w, f], knots, swing, extra[w]
            )
            for k in range(3):
                ankles[w, f, k] = ankle[k]
            for k in range(4):
                foot_turns[w, f, k] = turn[k]
            toes[w, f], pitches[w, f] = toe, pitch


@dense(VECTOR, CUBE, CUBE, MATRIX, VECTOR, MATRIX, VECTOR, CUBE, MATRIX, OUT_BANK)
def sample_flights(shares, places, turns, rolls, lifts, shapes, knots, swing, extra, soles):
    """Heel, ball and tip of the toes, ``soles`` (k, U, 3, 3), of k feet at ``shares`` (U,) of their flights.

    ``places`` (k, 2, 3), ``turns`` (k, 2, 4), ``rolls`` (k, 3), ``lifts`` (k,), ``shapes`` (k, 4), ``extra`` (k, K).
    """
    for w in range(places.shape[0]):
        high, behind, ahead, toes = shapes[w, 0], shapes[w, 1], shapes[w, 2], shapes[w, 3]
        for i in range(shares.shape[0]):
            p = TOE_OFF + min(shares[i], 1.0 - 1e-9) * (1.0 - TOE_OFF)
            ankle, turn, bend, _ = foot_at(
                p, places[w], turns[w], rolls[w], lifts[w], shapes[w], knots, swing, extra[w]
            )
            heel = plus(ankle, rotated(turn, (0.0, -high, -behind)))
            ball = plus(ankle, rotated(turn, (0.0, -high, ahead)))
            tip = plus(ball, rotated(turn, (0.0, -toes * np.sin(bend), toes * np.cos(bend))))
            for k in range(3):
                soles[w, i, 0, k], soles[w, i, 1, k], soles[w, i, 2, k] = heel[k], ball[k], tip[k]
