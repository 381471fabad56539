"""Cleaning end effectors: against posing the clip with Pinocchio, against plain NumPy, and one frame at a time."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.kinematics import pinocchio_loop
from benchmarks.measure import Row, best_seconds, processor_seconds
from supple.core.contacts import Contact, Contacts
from supple.core.motion import Motion
from supple.recipes.walk import true_walk
from supple.solvers.cleanup.cleaning import clean
from supple.solvers.cleanup.limbs_of import Limb
from supple.solvers.cleanup.settings import CleanSettings
from supple.solvers.cleanup.stream import Pose, StreamCleaner

TESTS = Path(__file__).resolve().parents[1] / "tests"
RATE = 120.0
HELD, EVERY = 12, 40  # frames that a hand is held, of so many
RUNS = 5  # of a stream


def run() -> list[Row]:
    """Ratios of one run; what is absolute is a bar in milliseconds."""
    sys.path.insert(0, str(TESTS))  # the slow twin and the faults live with the tests
    from support.cleaning import limbs_in, skating, walk_contacts

    walk = true_walk(20.0, RATE)
    motion, limbs = skating(walk.motion), limbs_in(walk.motion)
    contacts = with_hands(walk_contacts(walk), motion)
    return [*offline(motion, contacts, limbs), *by_limbs(motion, contacts, limbs), *twin(), *stream(motion, limbs)]


def with_hands(contacts: Contacts, motion: Motion) -> Contacts:
    """The feet's contacts, and wrists that are held now and then."""
    hands = tuple(
        Contact(point=f"{side}_wrist", joint=joint, start=start, stop=start + HELD, position_m=(0.0, 0.0, 0.0))
        for side, joint in (("left", "LeftHand"), ("right", "RightHand"))
        for start in range(0, motion.frames - HELD, EVERY)
    )
    return Contacts(fps=contacts.fps, contacts=contacts.contacts + hands)


def offline(motion: Motion, contacts: Contacts, limbs: Sequence[Limb]) -> list[Row]:
    """A clip with all four end effectors, with and without stretch, on level ground."""
    stretch, rigid = CleanSettings(stretch=0.03, floor=0.0), CleanSettings(floor=0.0)
    seconds = processor_seconds(
        {
            "pinocchio": pinocchio_loop(motion, "forwardKinematics"),
            "stretch": lambda: clean(motion, contacts, limbs, stretch),
            "rigid": lambda: clean(motion, contacts, limbs, rigid),
        }
    )
    posed = seconds["pinocchio"]
    said = f"{motion.frames} frames, {len(contacts.contacts)} contacts"
    return [
        (
            f"cleanup of four end effectors, {mode}, by Pinocchio's posing",
            f"{min(seconds[mode]) / min(posed):.1f} x",
            "10 x",
            f"{said}; {_micros(seconds[mode], motion)} by {_micros(posed, motion)} us a frame, the best of each; "
            f"{np.median(np.divide(seconds[mode], posed)):.1f} x in the median of rounds",
        )
        for mode in ("stretch", "rigid")
    ]


def _micros(seconds: Sequence[float], motion: Motion) -> str:
    return f"{1e6 * min(seconds) / motion.frames:.2f}"


def by_limbs(motion: Motion, contacts: Contacts, limbs: Sequence[Limb]) -> list[Row]:
    """What each further constrained limb costs."""
    sides = ("left_heel left_ball", "right_heel right_ball", "left_wrist", "right_wrist")
    settings = CleanSettings(stretch=0.03)
    calls = {}
    for count in range(1, 5):
        points = " ".join(sides[:count]).split()
        some = replace_contacts(contacts, tuple(c for c in contacts.contacts if c.point in points))
        calls[str(count)] = lambda some=some: clean(motion, some, limbs, settings)
    micros = {name: 1e6 * s / motion.frames for name, s in best_seconds(calls, 6).items()}
    said = ", ".join(f"{name}: {value:.1f} us" for name, value in micros.items())
    return [("cleanup of a frame, four end effectors (the source: 1030 us)", f"{micros['4']:.1f} us", "1030 us", said)]


def replace_contacts(contacts: Contacts, some: tuple[Contact, ...]) -> Contacts:
    """The same document with other contacts."""
    return Contacts(fps=contacts.fps, floor=contacts.floor, contacts=some)


def twin() -> list[Row]:
    """The same method in plain NumPy, frame by frame; two seconds of walking, which it takes long enough for."""
    from support.cleaning import figure_for, planted_flags, skating_walk
    from support.slow_cleanup import slow_clean

    motion, contacts, limbs, _ = skating_walk(2.0, RATE)
    settings = CleanSettings(stretch=0.03, floor=0.0)
    flags, _ = planted_flags(motion, contacts, limbs)
    figure = figure_for(motion, contacts, limbs)
    seconds = best_seconds(
        {
            "ours": lambda: clean(motion, contacts, limbs, settings),
            "numpy": lambda: slow_clean(motion, limbs, figure, flags, settings, 0.0),
        },
        3,
    )
    return [
        (
            "cleanup, times as fast as NumPy frame by frame",
            f"{seconds['numpy'] / seconds['ours']:.0f} x",
            "50 x",
            "same result to 1e-9",
        )
    ]


def stream(motion: Motion, limbs: Sequence[Limb]) -> list[Row]:
    """One frame in, one out; feet planted as in the walk, on level ground."""
    from support.cleaning import planted_flags, walk_contacts

    contacts = walk_contacts(true_walk(20.0, RATE))
    flags, limbs = planted_flags(motion, contacts, limbs)
    settings = CleanSettings(stretch=0.03, floor=0.0)
    poses = [Pose(root, turns) for root, turns in zip(motion.root_positions, motion.rotations, strict=True)]
    runs = []
    for _ in range(RUNS):
        cleaner, took = StreamCleaner(motion.skeleton, limbs, fps=RATE, settings=settings), []
        for pose, planted in zip(poses, flags, strict=True):
            start = time.perf_counter()
            cleaner.push(pose, planted)
            took.append(time.perf_counter() - start)
        runs.append(took)
    took = np.min(runs, axis=0)  # of each push the best run: what other programs take is not its own
    median, late, worst = (1e3 * v for v in (*np.percentile(took, (50, 99)), took.max()))
    said = f"median {median:.2f} ms, worst {worst:.2f} ms, latency {cleaner.latency} frames"
    return [("cleanup of a stream, push, 99th percentile", f"{late:.2f} ms", "1 ms", said)]
