"""Contacts that are found: against force plates, against known walks that were damaged, and how long it takes."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.bars import force_plates, span_ends, varied_walks
from benchmarks.measure import Row, best_seconds
from supple.core.contacts import Contacts
from supple.core.markers import Markers
from supple.core.motion import Motion
from supple.core.pose import world_pose
from supple.core.threads import one_blas_thread
from supple.detect.automatic import find_contacts
from supple.detect.points import Point
from supple.recipes import damage
from supple.recipes.detect import detect
from supple.recipes.measures.agreement import contact_f1
from supple.recipes.roles import motion_roles
from supple.recipes.walk import true_walk, walking
from supple.recipes.walk_contacts import known_contacts

FRAMES = 350
FAULTS: dict[str, Callable[[Motion], Motion]] = {
    "clean": lambda motion: motion,
    "drift of 3 cm": damage.drifting,
    "legs 2 % longer": lambda motion: damage.other_legs(motion, motion_roles(motion), 0.02),
    "legs 20 % longer": lambda motion: damage.other_legs(motion, motion_roles(motion), 0.20),
    "legs 10 % shorter": lambda motion: damage.other_legs(motion, motion_roles(motion), -0.10),
    "floor tilted by 2 deg": lambda motion: damage.tilted(motion, 2.0),
    "floor 5 cm too low": lambda motion: damage.raised(motion, 0.05),
    "noise of 0.1 deg and 0.5 mm": lambda motion: damage.trembling(motion, 0.1, 5e-4),
    "noise of 0.5 deg and 2 mm": damage.trembling,
}

_Judged = tuple[Markers, list[force_plates.Footfall], Contacts]


def _judged(trials: dict[str, tuple[str, str]]) -> list[_Judged]:
    found = []
    for files in trials.values():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # feet that no camera saw
            markers, falls = force_plates.trial(files)
        found.append((markers, falls, detect(markers)))
    return found


def against_plates() -> Iterator[Row]:
    """F1 of frames, and how far events are off."""
    if not force_plates.MARKERS.is_dir():
        yield "contacts against force plates", "-", "", "needs the captures of ../shared/data"
        return
    every = []
    for where, trials, bar in (
        ("overground", force_plates.OVERGROUND, 0.96),
        ("treadmill", force_plates.TREADMILL, 0.90),
    ):
        trials_judged = _judged(trials)
        every += trials_judged
        right, wrong, missed = (total := sum(force_plates.counts(*one) for one in trials_judged))
        details = f"{right} frames right, {wrong} wrong, {missed} missed"
        yield (
            f"contacts against force plates, {where}: F1",
            f"{force_plates.pooled_f1(total):.3f}",
            f">= {bar}",
            details,
        )
    for kind in ("heel_strike", "toe_off"):
        errors = [error for one in every for error in force_plates.event_errors(*one, kind)]
        said = ", ".join(f"{1e3 * error:.0f}" for error in errors)
        yield f"{kind} against force plates: median error", f"{1e3 * np.median(errors):.0f} ms", "<= 20 ms", said


def against_truth() -> Iterator[Row]:
    """F1 of heels and balls of a walk whose contacts are known, with faults put in; the worst of three speeds."""
    for fault, damaged in FAULTS.items():
        scores = []
        for speed in (1.0, 1.3, 1.6):
            made = true_walk(6.0, 60.0, speed)
            scores.append(contact_f1(detect(damaged(made.motion)), known_contacts(made), made.motion.frames))
        yield f"contacts of a walk, {fault}: F1", f"{min(scores):.3f}", ">= 0.98", "worst of 1.0, 1.3 and 1.6 m/s"


def against_varied_truth() -> Iterator[Row]:
    """F1 of walks that nothing was tuned with."""
    for kind, walks in varied_walks.KINDS.items():
        if kind == "flights of captures" and not force_plates.MARKERS.is_dir():
            continue
        scores = {w.name: contact_f1(detect(w.motion), w.contacts, w.motion.frames) for w in walks()}
        worst, good = min(scores, key=lambda name: scores[name]), sum(score >= 0.98 for score in scores.values())
        details = f"{good} of {len(scores)} are; median {np.median(list(scores.values())):.3f}, the worst is {worst}"
        yield f"contacts of other walks, {kind}: worst F1", f"{scores[worst]:.3f}", ">= 0.98", details


def at_other_rates() -> Iterator[Row]:
    """Ends of contacts of captures of 120 fps, found again at other rates."""
    if not force_plates.MARKERS.is_dir():
        return
    for fps in (20.0, 30.0, 60.0, 240.0):
        near, count = span_ends.agreement(fps, (*span_ends.JUDGED, *span_ends.OTHERS))
        details = f"{near} of {count} of 19 captures"
        yield f"ends within a frame of the lower rate, {fps:g} fps", f"{100.0 * near / count:.1f} %", "100 %", details


def one_joint() -> Row:
    """One joint over a clip, as a point of a foot and as any point."""
    motion = walking(FRAMES / 120.0, 120.0)
    path = world_pose(motion).positions[:, [motion.skeleton.index("LeftToeBase")]]
    any_point = Point(name="joint", joint="LeftToeBase", offset=(0.0, 0.0, 0.0))
    ball = Point(name="ball", part="ball", limb="left", joint="LeftToeBase", offset=(0.0, 0.0, 0.0))
    times = best_seconds(
        {point.name: lambda point=point: find_contacts([point], path, 120.0) for point in (any_point, ball)}, rounds=40
    )
    details = f"as the ball of a foot, with the floor and the events: {1e3 * times['ball']:.1f} ms"
    return f"contacts of one joint in {FRAMES} frames", f"{1e3 * times['joint']:.1f} ms", "<= 4 ms", details


def run() -> list[Row]:
    """Rows of (what, measured, bar, details)."""
    with one_blas_thread():
        return [*against_plates(), *against_truth(), *against_varied_truth(), *at_other_rates(), one_joint()]
