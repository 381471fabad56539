"""How fast legs are solved, walkers walk and hands catch: the process's own time, the best of several turns."""

import time
import tracemalloc

import numpy as np
import pytest

import supple
from supple.core.pose import world_pose
from supple.recipes.reach.reaching import reach
from supple.recipes.roles import motion_roles
from supple.recipes.samples import sample
from supple.solvers.weighted import limb_chain, posed, solve_chain

TURNS, COPIES = 9, 20


def best_seconds(*jobs):
    """Of each job, run in turns so that a busy machine is busy for all of them."""
    spent = np.full((TURNS, len(jobs)), np.inf)
    for turn in range(TURNS):
        for k, job in enumerate(jobs):
            began = time.process_time()
            job()
            spent[turn, k] = time.process_time() - began
    return spent.min(axis=0)


@pytest.fixture(scope="module")
def legs():
    """Solves of the ankle's pose in every frame of a walk by rows, and how many iterations they take."""
    motion = supple.walking(2.0)
    chain = limb_chain(motion.skeleton, "left_hip", "left_ankle", motion_roles(motion))
    pose, joints = world_pose(motion), list(chain.joints)
    chains, _ = posed(chain, motion.rotations[:, joints])
    which = np.repeat(np.arange(motion.frames), COPIES)
    bases, turns = pose.positions[which, 0], pose.rotations[which, 0]
    goals, goal_turns = pose.positions[which, joints[-1]], pose.rotations[which, joints[-1]]
    hybrid = np.where(np.arange(len(which)) % 2, 6, 3)

    def solve(rows, knee=1.0):
        weights = np.array([1.0, 1.0, 1.0, knee, 1.0, 1.0, 1.0])
        return solve_chain(
            chains, bases, turns, goals, target_turns=goal_turns, rows=rows, which=which, weights=weights
        ).iterations.sum()

    return solve, hybrid


def test_rows_29_and_40_half_is_faster_than_hybrid_and_hybrid_than_full(legs):
    solve, hybrid = legs
    rows = (3, hybrid, 6)
    seconds = best_seconds(*(lambda r=r: solve(r) for r in rows))
    half, mixed, full = seconds / [solve(r) for r in rows]
    assert half < mixed < full
    assert full / half < 3.0  # 2.39 in the source; measured: 1.4 to 2.1


def test_row_48_a_weighted_iteration_costs_what_a_plain_one_does(legs):
    """The bar is 5 %; what is told apart on a busy machine is 15 %."""
    solve, _ = legs
    plain, weighted = best_seconds(lambda: solve(3), lambda: solve(3, 0.9)) / [solve(3), solve(3, 0.9)]
    assert weighted < 1.15 * plain


def test_row_41_a_walker_walks_in_real_time_and_a_crowd_takes_memory_by_its_number():
    walker, crowd = supple.Walker(), supple.Crowd(200)
    one, many = best_seconds(lambda: walker.step(1 / 60, 0.0, 1.3), lambda: crowd.step(1 / 30, 0.3, 1.2))
    assert 1.0 / one > 60.0  # measured: 1,300
    assert 200.0 / many > 30.0 * 1000.0  # walkers x fps; measured: 100,000 and more
    used = []
    for count in (200, 400):
        tracemalloc.start()
        kept = supple.Crowd(count)
        kept.step(1 / 30, 0.0, 1.0)
        used.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    assert used[1] < 2.2 * used[0]


def test_row_47_catches_are_faster_than_the_source_s():
    clip = sample("catch")
    contacts = supple.detect(clip)
    (seconds,) = best_seconds(lambda: reach(clip, 1.2, contacts=contacts))
    assert clip.frames / seconds > 1350.0  # measured: 13,000
