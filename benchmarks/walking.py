"""``python -m benchmarks walking``: solves of legs, half against full, and how many walkers one core keeps going."""

from __future__ import annotations

import tracemalloc

import numpy as np

from benchmarks.measure import Row, best_seconds
from supple.core.pose import world_pose
from supple.kernels.fk import pose_clip
from supple.recipes.roles import motion_roles
from supple.recipes.walk import walking
from supple.recipes.walker.crowd import Crowd
from supple.solvers.weighted import limb_chain, posed, solve_chain

WALKERS, FPS, FRAMES = 2000, 30.0, 15
COPIES = 50  # of the frames of a walk


def run() -> list[Row]:
    """The source's numbers are of 2004: 18.15 and 18.0 iterations at 1 mm and 1 degree, 2.39 times the time."""
    return [*solves(), *crowd(), *memory()]


def solves() -> list[Row]:
    """Cold solves of the ankle's pose in every frame of a walk, from a leg that hangs with a bent knee."""
    motion = walking(4.0)
    chain = limb_chain(motion.skeleton, "left_hip", "left_ankle", motion_roles(motion))
    pose, joints = world_pose(motion), list(chain.joints)
    chains, _ = posed(chain, motion.rotations[:, joints])
    which = np.repeat(np.arange(motion.frames), COPIES)
    bases, turns = pose.positions[which, 0], pose.rotations[which, 0]
    goals, goal_turns = pose.positions[which, joints[-1]], pose.rotations[which, joints[-1]]
    half = lambda: solve_chain(chains, bases, turns, goals, which=which)  # noqa: E731
    full = lambda: solve_chain(chains, bases, turns, goals, target_turns=goal_turns, which=which)  # noqa: E731
    rows = np.where(np.arange(len(which)) % 2, 6, 3)
    hybrid = lambda: solve_chain(chains, bases, turns, goals, target_turns=goal_turns, rows=rows, which=which)  # noqa: E731
    uneven = np.tile([1.0, 1.0, 1.0, 0.9, 1.0, 1.0, 1.0], (len(which), 1))
    weighted = lambda: solve_chain(chains, bases, turns, goals, which=which, weights=uneven)  # noqa: E731
    plain = lambda: solve_chain(chains, bases, turns, goals, which=which, weights=np.ones_like(uneven))  # noqa: E731
    solved = {"half": half, "hybrid": hybrid, "full": full, "weighted": weighted, "plain": plain}
    seconds = best_seconds(solved)
    counts = {name: solve().iterations.mean() for name, solve in solved.items()}
    each = {name: 1e6 * seconds[name] / len(which) / counts[name] for name in counts}
    return [
        ("iterations of a leg's solve, half, 1 mm", f"{counts['half']:.2f}", "", "18.15 in the source"),
        ("iterations of a leg's solve, full, 1 mm and 1 degree", f"{counts['full']:.2f}", "", "18.0 in the source"),
        (
            "time of an iteration, full by half",
            f"{each['full'] / each['half']:.2f}x",
            "",
            f"2.39 in the source; here {each['full']:.2f} by {each['half']:.2f} us",
        ),
        ("time of an iteration, hybrid by half", f"{each['hybrid'] / each['half']:.2f}x", "", "every other leg full"),
        (
            "time of an iteration, weighted by plain",
            f"{each['weighted'] / each['plain']:.3f}x",
            "",
            f"iterations {counts['weighted']:.2f} by {counts['plain']:.2f}, knee weight 0.9",
        ),
    ]


def crowd() -> list[Row]:
    """Walkers that go their ways at their speeds, two legs each; against posing them by forward kinematics."""
    walkers = Crowd(WALKERS)
    rng = np.random.default_rng(0)
    headings, speeds = rng.uniform(-np.pi, np.pi, WALKERS), rng.uniform(0.6, 1.6, WALKERS)
    for _ in range(45):
        walkers.step(1.0 / FPS, headings, speeds)

    def on() -> None:
        for _ in range(FRAMES):
            walkers.step(1.0 / FPS, headings, speeds)

    skeleton = walkers.skeletons[0]
    places, turned = np.zeros((WALKERS, len(skeleton), 3)), np.zeros((WALKERS, len(skeleton), 4))

    def posing() -> None:
        for _ in range(FRAMES):
            roots, rotations = walkers.pose
            pose_clip(roots, rotations, skeleton.offsets, skeleton.parents, places, turned)

    seconds = best_seconds({"walk": on, "pose": posing})
    rate = WALKERS * FRAMES / seconds["walk"]
    return [
        (
            "walkers at 30 fps on one core, two leg solves each",
            f"{rate / FPS:.0f}",
            ">= 2000",
            f"{rate:.0f} walkers x fps",
        ),
        ("a walker's frame against its forward kinematics", f"{seconds['walk'] / seconds['pose']:.0f}x", "", ""),
    ]


def memory() -> list[Row]:
    """Bytes of a crowd, by walker: twice as many take twice as much."""
    used = []
    for count in (500, 1000, 2000):
        tracemalloc.start()
        kept = Crowd(count)
        kept.step(1.0 / FPS, 0.0, 1.0)
        used.append(tracemalloc.get_traced_memory()[0] / count)
        tracemalloc.stop()
    kilobytes = ", ".join(f"{bytes_ / 1e3:.1f}" for bytes_ in used)
    growth = used[-1] / used[0]
    return [("memory of a walker, in a crowd of 2,000 by one of 500", f"{growth:.2f}x", "<= 1.1x", f"{kilobytes} kB")]
