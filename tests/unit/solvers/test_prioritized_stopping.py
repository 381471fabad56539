"""When the search ends: goals out of reach, and a small cap for a preview."""

from functools import cache

import numpy as np
import pytest
from support.edits import walker
from support.solved_edits import MM, at, beside, off, path, planted, solved

from benchmarks.bars.measures import changed
from supple.constraints.model import Settings

SOURCE = walker()[0]
POSE = SOURCE.with_frames(60, 61)
FAR = (0.0, 0.4, 2.0)


@pytest.mark.parametrize("offset", [FAR, (3.0, 0.0, 0.0), (0.0, 30.0, 0.0)])
def test_it_stops_on_what_is_out_of_reach(offset):
    """Boulic 15, Le Callennec 56: before the cap, as near as the body comes, and says so."""
    result = solved(*planted(), beside("LeftHand", offset, priority=2), motion=POSE)
    wish = result.report.constraints[-1]
    assert wish.status in ("infeasible", "stalled")
    assert result.report.iterations < 400
    again = solved(
        *planted(), beside("LeftHand", offset, priority=2), motion=POSE, settings=Settings(max_iterations=400)
    )
    assert again.report.constraints[-1].worst == pytest.approx(wish.worst, abs=1.0)


def test_a_goal_straight_ahead_is_approached_to_the_length_of_the_arm():
    """Boulic 15: within 5 mm of the nearest place of a stretched arm."""
    shoulder = path(POSE, "LeftArm")[0]
    goal = shoulder + (0.0, -0.3, 0.9)
    edited = solved(at("LeftHand", goal, recruit=("LeftArm", "LeftForeArm")), motion=POSE).motion
    offsets = POSE.skeleton.offsets
    arm = sum(np.linalg.norm(offsets[POSE.skeleton.index(name)]) for name in ("LeftForeArm", "LeftHand"))
    assert np.linalg.norm(path(edited, "LeftHand")[0] - goal) < np.linalg.norm(goal - shoulder) - arm + 5 * MM


CAPPED = (*planted(), beside("LeftHand", FAR, (0.5, 1.0, 2.0, 2.5), priority=2))


@cache
def _uncapped():
    return solved(*CAPPED)


@pytest.mark.parametrize("cap", [1, 2, 4])
def test_a_small_cap_meets_the_strongest_first(cap):
    """Le Callennec 57: feet within 1 mm after any number of steps; the hand comes nearer with more."""
    preview = solved(*CAPPED, settings=Settings(max_iterations=cap))
    assert max(off(path(preview.motion, w.effector), path(SOURCE, w.effector)) for w in planted()) < MM
    assert all(c.met for c in preview.report.constraints[:4])
    assert _uncapped().report.constraints[-1].worst <= preview.report.constraints[-1].worst + 0.1


def test_a_cut_search_says_that_it_stalled():
    result = solved(*planted(), beside("LeftHand", FAR, priority=2), motion=POSE, settings=Settings(max_iterations=1))
    assert result.report.constraints[-1].status == "stalled"
    assert result.report.status == "stalled"


def test_what_is_within_reach_needs_few_steps():
    result = solved(*planted(), beside("LeftHand", (0.05, 0.1, 0.05), priority=2), motion=POSE)
    assert result.report.status == "met"
    assert result.report.iterations <= 8


@pytest.mark.parametrize("offset", [FAR, (0.05, 0.15, 0.1)], ids=["out of reach", "within reach"])
def test_the_number_of_threads_does_not_matter(offset):
    """Over 156 frames, which no thread solves all of."""
    from supple.constraints.model import Edit
    from supple.recipes.names import motion_names
    from supple.solvers.prioritized import solve

    wishes = Edit(constraints=(*planted(), beside("LeftHand", offset, (0.3, 1.0, 2.2, 2.9), priority=2)))
    one, three = (solve(SOURCE, wishes, motion_names(SOURCE), threads=n).motion for n in (1, 3))
    assert changed(one, SOURCE).any(axis=1).sum() > 150
    assert not changed(one, three).any()


def test_progress_counts_frames_and_may_end_the_solve():
    from supple.recipes.edit import edit

    seen = []
    edit(SOURCE, beside("LeftHand", (0.0, 0.1, 0.0)), progress=lambda done, total: seen.append((done, total)))
    shares = [done / total for done, total in seen]
    assert shares[-1] == 1.0
    assert shares == sorted(shares)

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        edit(SOURCE, beside("LeftHand", (0.0, 0.1, 0.0)), progress=stop)
