"""Feet that step from place to place, with known contacts, for tests of detection."""

from dataclasses import dataclass

import numpy as np

from supple.detect.points import Point

HEEL, BALL = np.array([0.0, 0.0, -0.06]), np.array([0.0, 0.0, 0.14])
LIFT = 0.12  # [m] of a swing
FEET = tuple(
    Point(name=f"{side}_{part}", part=part, limb=side, joint=part, offset=(0.0, 0.0, 0.0))
    for side in ("left", "right")
    for part in ("heel", "ball")
)


@dataclass(frozen=True)
class Steps:
    """Paths of heels and balls (F, 4, 3) in the order of ``FEET``, and when each foot stands [s]."""

    positions: np.ndarray
    fps: float
    stances: dict[str, list[tuple[float, float]]]

    @property
    def clip_s(self) -> float:
        """Seconds from the first frame to the last."""
        return (len(self.positions) - 1) / self.fps

    def planted(self, side: str) -> np.ndarray:
        """(F,) bool: true frames of contact."""
        times = np.arange(len(self.positions)) / self.fps
        return np.any([(times >= a - 1e-9) & (times <= b + 1e-9) for a, b in self.stances[side]], axis=0)


def running(speed: float, fps: float = 100.0, belt: float = 0.0) -> Steps:
    """A run: feet stand for 0.2 s and swing for 0.5 s."""
    return climbing(0.0, 0.7 * speed, fps, 8, belt, times=(0.20, 0.50))


def climbing(
    rise: float = 0.0, stride: float = 1.2, fps: float = 100.0, steps: int = 5, belt: float = 0.0, times=(0.62, 0.40)
) -> Steps:
    """A walk without roll of the feet: each step goes up by ``rise`` [m]; on a belt, the whole goes back with it.

    ``times`` [s] are those of standing and swinging.
    """
    stand, period = times[0], times[0] + times[1]
    times = np.arange(round(steps * period * fps)) / fps
    paths, stances = [], {}
    for k, side in enumerate(("left", "right")):
        ankle, spans = _foot(times, 0.5 * k * period, stand, period, rise, stride, k)
        ankle[:, 0] += 0.08 - 0.16 * k
        paths += [ankle + HEEL, ankle + BALL]
        stances[side] = spans
    positions = np.stack(paths, axis=1)
    positions[..., 2] -= belt * times[:, None]
    return Steps(positions, fps, stances)


def _foot(times, delay, stand, period, rise, stride, k):
    at = (times + delay) / period
    number, phase = np.floor(at), (at % 1.0) * period
    u = np.clip((phase - stand) / (period - stand), 0.0, 1.0)
    ahead = number + u**3 * (10.0 - 15.0 * u + 6.0 * u**2)  # as hands reach: at rest at both ends
    climb = number + (_early(u) if rise >= 0.0 else 1.0 - _early(1.0 - u))  # up before the edge, down behind it
    bump = LIFT * 16.0 * u**2 * (1.0 - u) ** 2
    spans = [(n * period - delay, n * period + stand - delay) for n in range(int(at[-1]) + 1)]
    path = np.stack([0.0 * times, 2.0 * rise * climb + rise * k + bump, stride * (ahead + 0.5 * k)], axis=1)
    return path, spans


def _early(u):
    v = np.clip(1.6 * u, 0.0, 1.0)
    return v * v * (3.0 - 2.0 * v)


def f1(found: np.ndarray, true: np.ndarray) -> float:
    """How well two masks agree."""
    hits = int((found & true).sum())
    return 2.0 * hits / (2.0 * hits + int((found ^ true).sum()))


def frames_of(contacts, points, frames: int) -> np.ndarray:
    """(F,) bool: one of the named points is in contact."""
    mask = np.zeros(frames, dtype=bool)
    for contact in contacts.contacts:
        if contact.point in points:
            mask[contact.start : contact.stop] = True
    return mask
