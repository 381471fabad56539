"""Frames of single objects that are still, hinge, pivot and travel, with the truth of when: built phase after phase."""

from dataclasses import dataclass, field

import numpy as np

from supple.core import quaternions
from supple.core.pose import WorldPose
from supple.core.skeleton import Skeleton


@dataclass
class Track:
    """The frames so far, and the phases they are of: (name, first frame, last frame), ends shared."""

    seed: int = 0
    positions: list = field(default_factory=lambda: [np.zeros(3)])
    rotations: list = field(default_factory=lambda: [np.array([1.0, 0.0, 0.0, 0.0])])
    phases: list = field(default_factory=list)

    def __post_init__(self):
        self.rng = np.random.default_rng(self.seed)

    def still(self, steps, slide=0.0, turn_deg=0.0):
        """Nothing moves but for noise: every step slides and turns by 0.7 to 1 times the given sizes, to and fro."""
        x, q = self.positions[-1], self.rotations[-1]
        places, turns = [], []
        for _ in range(steps):
            last, last_q = (places[-1], turns[-1]) if places else (x, q)
            places.append(last + self._jitter(slide, x - last))
            turns.append(quaternions.multiply(last_q, quaternions.exp(self._jitter(np.radians(turn_deg), np.zeros(3)))))
        return self._add("still", places, turns)

    def travel(self, to, steps, lift=0.0, turn=(0.0, 0.0, 0.0), swing=0.0):
        """From here to a place, from rest to rest; ``turn`` [rad] stays, ``swing`` [rad] goes and comes back."""
        u = np.linspace(0.0, 1.0, steps + 1)[1:]
        s = u**3 * (10.0 - 15.0 * u + 6.0 * u * u)
        hump = 16.0 * u**2 * (1.0 - u) ** 2
        x, q = self.positions[-1], self.rotations[-1]
        places = x + s[:, None] * (np.asarray(to, dtype=float) - x) + hump[:, None] * (0.0, lift, 0.0)
        aside = quaternions.exp(hump[:, None] * np.array([swing, 0.0, 0.3 * swing]))
        turns = quaternions.multiply(quaternions.multiply(quaternions.exp(s[:, None] * np.array(turn)), q), aside)
        return self._add("travel", places, turns)

    def hinge(self, point, axis, angle, steps, noise=0.0, shake_deg=0.0):
        """Turn by ``angle`` [rad] at a constant rate about a world axis through a point of the object."""
        axis = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
        return self._about("hinge", point, np.linspace(0.0, angle, steps + 1)[1:, None] * axis, noise, shake_deg)

    def ball(self, point, steps, size=0.6, turns=1.0, noise=0.0):
        """Turn around a point of the object, the axis itself turning ``turns`` times meanwhile, size [rad]."""
        u = np.linspace(0.0, 2.0 * np.pi * turns, steps + 1)[1:]
        axes = np.stack([np.sin(u), 0.4 * np.sin(0.5 * u), 1.0 - np.cos(u)], axis=1)
        return self._about("ball", point, size * axes, noise)

    def _about(self, name, point, vectors, noise, shake_deg=0.0):
        x, q, point = self.positions[-1], self.rotations[-1], np.asarray(point, dtype=float)
        place = x + quaternions.rotate(q, point)
        turns = quaternions.multiply(quaternions.exp(vectors), q)
        places = place - quaternions.rotate(turns, point) + noise * self.rng.normal(size=(len(vectors), 3))
        if shake_deg:
            shaken = quaternions.exp(np.radians(shake_deg) * self.rng.normal(size=(len(vectors), 3)))
            turns = quaternions.multiply(turns, shaken)
        return self._add(name, places, turns)

    def _jitter(self, size, back):
        way = self.rng.normal(size=3) + (2.0 * back / size if size else 0.0)
        return size * self.rng.uniform(0.7, 1.0) * way / np.linalg.norm(way)

    def _add(self, name, places, turns):
        self.phases.append((name, len(self.positions) - 1, len(self.positions) - 1 + len(places)))
        self.positions += list(places)
        self.rotations += list(turns)
        return self

    @property
    def end(self):
        return self.positions[-1]

    def cut(self, first, stop):
        """Only these frames; the phases are forgotten."""
        self.positions, self.rotations, self.phases = self.positions[first:stop], self.rotations[first:stop], []
        return self

    def spans(self, name):
        """First and last frames of the phases of one name."""
        return [(first, last) for kind, first, last in self.phases if kind == name]


def posed(*tracks):
    """The pose of one joint per track (the shortest one decides the length), and its skeleton; joints ``a b c ...``."""
    frames = min(len(t.positions) for t in tracks)
    names = tuple("abcdefgh"[: len(tracks)])
    skeleton = Skeleton(names, [-1, *[0] * (len(tracks) - 1)], np.zeros((len(tracks), 3)))
    positions = np.stack([np.array(t.positions[:frames]) for t in tracks], axis=1)
    return WorldPose(positions, np.stack([np.array(t.rotations[:frames]) for t in tracks], axis=1)), skeleton


def walk_run_walk(seed=0):
    """350 frames at 25 fps over 17 m: a foot that is planted twice walking, six times running, twice walking.

    Plants slide and turn by up to 1.5 mm and 0.4 degrees a frame walking, up to six times as much in the middle of the
    run. Returns the track and the first and last frames of the plants, walking and running.
    """
    walk, run = [(34, 41), (64, 71), (282, 289), (312, 319)], [(108 + 24 * k, 112 + 24 * k) for k in range(6)]
    vigour = dict(zip(run, (0.45, 0.8, 1.0, 0.9, 0.8, 0.6), strict=True)) | dict.fromkeys(walk, 1.0 / 6.0)
    track, before = Track(seed), 30  # it is under way in the first frame
    for first, last in sorted(walk + run) + [(345, 350)]:
        to, steps = (17.0 * first / 350.0, 0.0, 0.0), first + before - len(track.positions) + 1
        track.travel(to, steps, lift=0.12, swing=0.9)
        share = vigour.get((first, last), 0.0)
        track.still(last - first, 0.009 * share, 2.4 * share)
    return track.cut(before, before + 350 - 8), walk, run


def sitting_foot(seed=0):
    """400 frames at 25 fps of the foot of someone who sits down: plants with steps between, all noisy.

    The first plant goes from frame 50 to 69; a small step leads to the second, which ends with frame 206.
    """
    track = Track(seed)
    track.travel((1.0, 0.0, 0.0), 50, lift=0.12, swing=0.8)
    for until, to in ((69, (1.25, 0.0, 0.1)), (206, (1.4, 0.0, 0.6)), (290, (0.9, 0.0, 0.2)), (369, (0.2, 0.0, 0.3))):
        track.still(until - len(track.positions) + 1, 0.002, 0.5)
        track.travel(to, 12 if until == 69 else 20, lift=0.05 if until == 69 else 0.1, swing=0.3)
    return track.cut(0, 385)


def sitting_hips(seed=0):
    """The hips meanwhile, 25 fps: they come down on the stool in frame 80, rise in 170, and come down again in 240."""
    track = Track(seed).travel((0.1, -0.5, 0.0), 110, turn=(0.5, 0.4, 0.0)).still(90, 0.001, 0.3)
    track.travel((0.15, -0.5, 0.05), 70, lift=0.5, turn=(0.1, 1.0, 0.0), swing=-0.5).still(100, 0.001, 0.3)
    return track.travel((0.3, 0.0, 0.3), 80, turn=(-0.4, 0.0, 0.2)).cut(30, 400)


HEEL = (0.0, -0.08, -0.05)  # of a foot, in the frame of its ankle
BALL = (0.0, -0.08, 0.135)


def heel_rocks(seed=0, steps=4):
    """200 frames at 25 fps of a walking foot: four times it lands on its heel, turns about it, and lies flat.

    The second landing is on frame 74, flat from 80 to 92, so that templates can be where the thesis has them.
    """
    track, strike = Track(seed), np.radians(-21.0)
    for k in range(steps):
        landing = 24 + 50 * k
        track.travel(
            (0.0, 0.0, 1.3 * k + 0.6), landing - len(track.positions) + 1, lift=0.1, turn=(strike, 0.0, 0.0), swing=0.5
        )
        track.hinge(HEEL, (1.0, 0.0, 0.0), -strike, 6)
        track.still(12, 0.0005, 0.15)
        track.travel(track.end + (0.0, 0.05, 0.4), 5, lift=0.03, swing=0.2)
    return track.cut(0, 200)


def rolling_die(seed=0):
    """130 frames: a die is thrown, pivots on corners in turn, flies between, and comes to rest."""
    track, half = Track(seed), 0.008
    track.travel((0.06, 0.0, 0.02), 20, lift=0.03, turn=(2.0, 0.5, 1.0))
    for k, corner in enumerate(((1, -1, 1), (-1, -1, 1), (1, 1, -1))):
        track.ball(half * np.array(corner), 14, size=0.5, turns=0.6 + 0.1 * k)
        track.travel(track.end + (0.03, 0.0, 0.01 * seed), 12, lift=0.01, turn=(1.0, 0.3 * k, 1.0))
    return track.still(31)


def desk_lamp(seed=0):
    """180 frames of a lamp's shade: it looks at a ball around one point, moves, and looks around at another."""
    track = Track(seed)
    track.still(15).ball((0.0, -0.12, 0.0), 60, size=0.4, turns=1.3)
    track.travel(track.end + (0.2, 0.15, 0.1), 25, turn=(0.2, 0.8, 0.1))
    return track.ball((0.0, -0.02, -0.08), 60, size=0.5, turns=1.2).still(19)


def walk_around(seed=0, turns=(2, 4)):
    """A foot that walks around: seven plants, and in those numbered ``turns`` it turns sharply on its ball."""
    track = Track(seed)
    for k in range(7):
        track.travel(track.end + (0.4, 0.0, 0.9), 22, lift=0.12, swing=0.8)
        track.still(7, 0.001, 0.3)
        if k in turns:
            track.ball(BALL, 16, size=0.45, turns=0.7, noise=0.0005).still(5, 0.001, 0.3)
    return track.travel(track.end + (0.4, 0.0, 0.9), 22, lift=0.12, swing=0.8)
