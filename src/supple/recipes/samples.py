"""Small motions that Supple makes itself, to try things on: the walk, a dance, a look around, a kick, a golf swing.

``skating`` is the walk as a bad capture has it, to be cleaned.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from supple.core.motion import Motion
from supple.errors import InvalidValueError
from supple.recipes.acted import Acting, Limb, acted
from supple.recipes.curves import Knot, Points, eased, smooth_step, spline
from supple.recipes.damage import skating
from supple.recipes.figure import ANKLE_HEIGHT
from supple.recipes.walk import walking

_FPS = 60.0
_HANGING = (0.21, -0.34, 0.08)  # the left wrist in the chest's frame [m]


def sample(name: str) -> Motion:
    """One of the sample motions by name, as :func:`sample_names` lists them."""
    if name not in _SAMPLES:
        raise InvalidValueError(f"there is no sample named {name!r}. Known: {', '.join(_SAMPLES)}.")
    return _SAMPLES[name]()


def sample_names() -> tuple[str, ...]:
    """The samples that there are."""
    return tuple(_SAMPLES)


def _walk() -> Motion:
    """Eight whole steps, and the landing of a ninth."""
    return walking(seconds=4.75)


def _dance() -> Motion:
    """Swaying from foot to foot, the hands drawing loops; both feet stay where they are."""
    t = _times(6.0)
    sway, bounce = np.sin(2.0 * np.pi * t / 1.5), np.sin(4.0 * np.pi * t / 1.5)
    slow = np.sin(2.0 * np.pi * t / 3.0)
    hips = _stacked(0.05 * sway, -0.045 + 0.012 * bounce, 0.01 * bounce)
    hands = {
        "Left": Limb(_stacked(0.30 + 0.05 * sway, -0.02 + 0.10 * slow, 0.26 + 0.06 * bounce)),
        "Right": Limb(_stacked(-0.30 + 0.05 * sway, -0.02 - 0.10 * slow, 0.26 - 0.06 * bounce)),
    }
    return acted(
        Acting(hips, _standing_feet(t, 0.14), hands, hips_turn=6.0 * slow, twist=12.0 * slow, lean=4.0,
               side=-5.0 * sway, head_turn=8.0 * slow, nod=3.0 * bounce),
        _FPS, "dance",
    )  # fmt: skip


def _look() -> Motion:
    """Standing, the head turns 45 degrees to the left, then 45 to the right, and back."""
    t = _times(5.0)
    turn = _resting(t, ((0.8, 0.0), (1.8, 45.0), (2.1, 45.0), (3.3, -45.0), (3.6, -45.0), (4.6, 0.0)))
    slow = np.sin(2.0 * np.pi * t / 5.0)
    hips = _stacked(0.015 * slow, -0.025, 0.0)
    hands = _both_hands(np.broadcast_to(_HANGING, (len(t), 3)))
    return acted(
        Acting(hips, _standing_feet(t, 0.12), hands, hips_turn=0.1 * turn, twist=0.2 * turn, head_turn=0.7 * turn),
        _FPS, "look",
    )  # fmt: skip


def _kick() -> Motion:
    """A front kick of the right leg from a fighting stance; the left foot carries the body."""
    t = _times(3.0)
    shift = _keyed(t, ((0.3, 0.0), (0.9, 1.0), (1.9, 1.0), (2.6, 0.0)))
    x, y, z = (_smooth(t, points) for points in (
        ((0.8, -0.13), (1.3, -0.02), (1.7, -0.02), (2.4, -0.13)),
        ((0.7, ANKLE_HEIGHT), (1.05, 0.42), (1.35, 0.62), (1.7, 0.42), (2.45, ANKLE_HEIGHT)),
        ((0.7, -0.22), (1.05, 0.06), (1.35, 0.62), (1.7, 0.10), (2.45, -0.22)),
    ))  # fmt: skip
    pitch = _smooth(t, ((0.7, 0.0), (1.05, 25.0), (1.35, -20.0), (1.7, 20.0), (2.45, 0.0)))
    feet = {
        "Left": Limb(_stacked(np.full(len(t), 0.12), ANKLE_HEIGHT, 0.16), out_deg=12.0),
        "Right": Limb(np.stack([x, y, z], axis=1), pitch_deg=pitch, out_deg=25.0),
    }
    hips = _stacked(0.10 * shift, -0.075 + 0.02 * shift, 0.10 * shift)
    guard = _stacked(np.full(len(t), 0.13), 0.16 - 0.05 * shift, 0.26)
    return acted(
        Acting(hips, feet, _both_hands(guard), hips_turn=-20.0 + 12.0 * shift, lean=6.0 - 14.0 * shift,
               head_turn=16.0 - 10.0 * shift),
        _FPS, "kick",
    )  # fmt: skip


def _golf() -> Motion:
    """Address, backswing, downswing, follow-through; both hands hold one club, the feet stay."""
    t = _times(2.6)
    turn = _keyed(t, ((0.5, 0.0), (1.2, -60.0), (1.6, 5.0), (2.0, 65.0)))
    reachout = _stacked(
        _keyed(t, ((0.5, 0.0), (1.2, -0.16), (1.6, 0.0), (2.0, 0.20))),
        -0.14 + _keyed(t, ((0.5, 0.0), (1.2, 0.22), (1.6, 0.0), (2.0, 0.28))),
        0.32 - _keyed(t, ((0.5, 0.0), (1.2, 0.0), (1.6, 0.0), (2.0, 0.04))),
    )
    hips = _stacked(0.0006 * turn, -0.07, -0.06)
    hands = {"Left": Limb(reachout), "Right": Limb(reachout)}
    return acted(
        Acting(hips, _standing_feet(t, 0.19), hands, hips_turn=0.45 * turn, twist=0.55 * turn, lean=24.0,
               head_turn=-0.75 * turn, nod=8.0, grip=np.array([0.055, -0.045, 0.0])),
        _FPS, "golf",
    )  # fmt: skip


def _catch() -> Motion:
    """Both hands go up, catch a ball and bring it to the chest; the feet shuffle and are not quite level."""
    t = _times(2.4)
    up = _keyed(t, ((0.3, 0.0), (1.0, 1.0), (1.15, 1.0), (1.9, 0.45)))
    out = _keyed(t, ((0.3, 0.0), (1.0, 1.0), (1.15, 1.0), (1.9, 0.35)))
    hands = _both_hands(_stacked(0.21 - 0.09 * out, -0.34 + 0.44 * up, 0.08 + 0.28 * out))
    shuffle, slow = _keyed(t, ((0.5, 0.0), (1.1, 1.0))), np.sin(2.0 * np.pi * t / 1.6)
    feet = {
        side: Limb(_stacked(sign * 0.13, ANKLE_HEIGHT + 0.006 * slow, 0.05 * shuffle - 0.02 * sign),
                   pitch_deg=sign * 3.0 * slow, out_deg=10.0)
        for side, sign in (("Left", 1.0), ("Right", -1.0))
    }  # fmt: skip
    hips = _stacked(0.0, -0.06 + 0.02 * up, 0.04 * shuffle)
    return acted(Acting(hips, feet, hands, lean=4.0 - 4.0 * up, nod=-8.0 * up), _FPS, "catch")


_SAMPLES: dict[str, Callable[[], Motion]] = {
    "walk": _walk,
    "dance": _dance,
    "look": _look,
    "kick": _kick,
    "golf": _golf,
    "catch": _catch,
    "skating": lambda: skating(_walk()),
}
WALKED = frozenset({"walk", "skating"})  # those that the walker makes


def _times(seconds: float) -> np.ndarray:
    return np.arange(round(seconds * _FPS) + 1) / _FPS


def _stacked(*curves: np.ndarray | float) -> np.ndarray:
    return np.stack(np.broadcast_arrays(*curves), axis=1).astype(np.float64)


def _keyed(t: np.ndarray, points: Points) -> np.ndarray:
    """A curve without corners through (moment, value), level before the first and after the last."""
    first, last = points[0], points[-1]
    return spline(np.clip(t, first[0], last[0]), (first[0], last[0]), Knot(first[1]), Knot(last[1]), points[1:-1])


def _resting(t: np.ndarray, points: Points) -> np.ndarray:
    """A curve without corners that comes to rest at every (moment, value)."""
    value = np.full(len(t), points[0][1])
    for (begin, start), (end, stop) in pairwise(points):
        value = np.where(t >= begin, eased(t, (begin, end), Knot(start), Knot(stop)), value)
    return value


def _smooth(t: np.ndarray, points: Points) -> np.ndarray:
    """As :func:`_keyed`, and eased at both ends, so that a foot leaves the ground and comes down softly."""
    ends = points[0][0], points[-1][0]
    u = np.clip((t - ends[0]) / (ends[1] - ends[0]), 0.0, 1.0)
    start = points[0][1] + smooth_step(np.clip(4.0 * u, 0.0, 1.0)) * (_keyed(t, points) - points[0][1])
    return points[-1][1] + smooth_step(np.clip(4.0 * (1.0 - u), 0.0, 1.0)) * (start - points[-1][1])


def _standing_feet(t: np.ndarray, apart: float) -> dict[str, Limb]:
    """Both feet on the ground, each ``apart`` from the middle."""
    return {
        side: Limb(_stacked(np.full(len(t), sign * apart), ANKLE_HEIGHT, 0.0), out_deg=10.0)
        for side, sign in (("Left", 1.0), ("Right", -1.0))
    }


def _both_hands(left: np.ndarray) -> dict[str, Limb]:
    return {"Left": Limb(left), "Right": Limb(left * (-1.0, 1.0, 1.0))}
