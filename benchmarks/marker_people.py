"""Markers of a child, of somebody who sits, and at other rates: nothing but the person or the clock is changed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from benchmarks.marker_captures import centre_errors, damaged, labelled_capture
from benchmarks.measure import Row
from supple import Markers, Motion, solve_markers
from supple.core import quaternions
from supple.recipes.walk import walking
from supple.solvers.markers.actor import Actor

CHILD = 0.6  # of an average person's size
PAIRS = (("LKNE", "RKNE"), ("LWRA", "LWRB"), ("LHEE", "LTOE"), ("C7", "T10"), ("LFHD", "RFHD"))
_SECONDS, _RATE, _NOISE = 4.0, 120.0, 0.001
_PEOPLE = {  # rate [Hz], size, whether seated
    "a child of 1.05 m": (_RATE, CHILD, False),
    "240 frames per second": (240.0, 1.0, False),
    "50 frames per second": (50.0, 1.0, False),
    "a person who sits and moves the arms": (_RATE, 1.0, True),
    "a child who sits, 50 frames per second": (50.0, CHILD, True),
}


def people() -> list[Row]:
    """Joint centres, and labels that are exchanged for half a second."""
    rows: list[Row] = []
    for name, (rate, size, sits) in _PEOPLE.items():
        motion = seated(walking(_SECONDS, rate)) if sits else walking(_SECONDS, rate)
        capture = damaged(scaled(labelled_capture(motion).capture, size), noise=_NOISE)
        found = solve_markers(capture)
        off = centre_errors(resized(motion, size), found.motion)
        worst = max(off, key=lambda joint: off[joint])
        put_back = exchanges_found(capture, found.actor)
        details = f"worst {worst} {off[worst]:.0f}; {found.report.status}; exchanged labels {put_back} of {len(PAIRS)}"
        rows.append((f"{name}: joint centres", f"{np.median(list(off.values())):.1f} mm", "-", details))
    return rows


def exchanges_found(capture: Markers, actor: Actor) -> int:
    """How many of the pairs are found and put back when their labels are exchanged from second 1 to 1.5."""
    second, found = round(1.0 / capture.frame_time), 0
    span = second, second + second // 2
    for pair in PAIRS:
        points, both = capture.positions.copy(), [capture.labels.index(label) for label in pair]
        points[slice(*span), both] = points[slice(*span), both[::-1]]
        swaps = solve_markers(replace(capture, positions=points), actor=actor).report.swaps
        found += [tuple(swap) for swap in swaps] == [(*pair, *span)]
    return found


def scaled(capture: Markers, size: float) -> Markers:
    """The capture of a person of another size."""
    return replace(capture, positions=size * capture.positions)


def resized(motion: Motion, size: float) -> Motion:
    """The motion of a person of another size."""
    skeleton = replace(motion.skeleton, offsets=size * motion.skeleton.offsets)
    return replace(motion, skeleton=skeleton, root_positions=size * motion.root_positions)


def seated(motion: Motion) -> Motion:
    """A walker who sits instead: thighs level, shanks that swing a little, arms that reach and bend."""
    skeleton, rotations, clock = motion.skeleton, motion.rotations.copy(), motion.frame_time * np.arange(motion.frames)
    for side, sign in (("Left", 1.0), ("Right", -1.0)):
        arm = skeleton.index(f"{side}Arm")
        reach = quaternions.about_axis("x", np.radians(-30.0 - 25.0 * np.sin(3.0 * clock + sign)))
        rotations[:, arm] = quaternions.multiply(reach, rotations[:, arm])
        for name, axis, degrees in (
            ("UpLeg", "x", np.full_like(clock, -85.0)),
            ("Leg", "x", 88.0 + 4.0 * np.sin(2.0 * clock)),
            ("Foot", "x", np.zeros_like(clock)),
            ("ForeArm", "y", -sign * (60.0 + 35.0 * np.sin(4.0 * clock))),
        ):
            rotations[:, skeleton.index(side + name)] = quaternions.about_axis(axis, np.radians(degrees))
    roots = np.tile(motion.root_positions[0] - [0.0, 0.42, 0.0], (motion.frames, 1))
    return replace(motion, root_positions=roots, rotations=rotations)
