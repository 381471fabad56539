"""Who has enough gets the best so far, told as that: frames that nobody came to are the source's, and not to blame."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from support.edits import walker
from support.solved_edits import beside, outcome, planted

from supple.constraints.model import Edit, Orientation, Settings, TurnGoal
from supple.core.progress import Enough
from supple.recipes.edit import edit

MOTION, NAMES, _ = walker()
LONG = (0.2, 0.5, 3.5, 3.8)
FIRST, LAST = range(13, 64), range(160, 225)  # frames of the first 64 that leave the source, and of the last


def stopped(*wishes, after=0.0, settings=None, **more):
    """What an edit comes to that is stopped once more than a share of it is done."""

    def enough(done, total):
        if done > after * total:
            raise Enough

    return edit(MOTION, Edit(constraints=wishes), roles=NAMES, progress=enough, settings=settings, **more)


def is_stopped(result):
    return any("stopped before its end" in note for note in result.report.notes)


@pytest.mark.parametrize("frames", [None, range(10, 230)], ids=["all", "preview"])
def test_frames_that_were_not_tried_stalled_and_nobody_is_to_blame(frames):
    result = stopped(beside("LeftHand", (0.0, 0.05, 0.0), LONG), frames=frames)
    assert is_stopped(result)
    wish = outcome(result, "LeftHand")
    assert (wish.status, wish.blocked_by) == ("stalled", ())
    assert wish.worst == pytest.approx(50.0, abs=1.0)
    assert (result.motion.rotations[FIRST] != MOTION.rotations[FIRST]).any(axis=(1, 2)).all()


@pytest.mark.parametrize("frames", [None, range(10, 230)], ids=["all", "preview"])
@pytest.mark.parametrize("keep", ["pose", "velocity"])
def test_frames_that_were_not_tried_are_the_source_where_all_of_the_body_goes_far(frames, keep):
    hands = (beside(f"{side}Hand", (0.0, 0.6, 0.0), LONG) for side in ("Left", "Right"))
    result = stopped(*hands, frames=frames, settings=Settings(keep=keep))
    assert is_stopped(result)
    assert (np.abs(result.motion.root_positions - MOTION.root_positions).max(axis=1)[FIRST] > 0.0).any()
    assert_array_equal(result.motion.root_positions[LAST], MOTION.root_positions[LAST])
    assert_array_equal(result.motion.rotations[LAST], MOTION.rotations[LAST])


def test_what_was_tried_in_vain_is_out_of_reach_though_it_was_stopped():
    far = beside("LeftHand", (0.0, 0.5, 2.5), (0.2, 0.4, 0.9, 1.1), priority=2)
    result = stopped(*planted(), far, after=0.5)
    assert is_stopped(result)
    assert outcome(result, "LeftHand").status == "infeasible"
    assert outcome(result, "LeftHand").blocked_by


@pytest.mark.parametrize("after", [0.0, 0.5])
def test_a_filter_that_was_not_come_to_is_not_told(after):
    wish, settings = beside("LeftHand", (0.0, 0.05, 0.0), LONG), Settings(filter_s=0.2, passes=1)
    notes = stopped(wish, after=after, settings=settings).report.notes
    assert not any("filtered" in note for note in notes)


def test_frames_of_a_later_pass_are_left_as_the_one_before_had_them():
    """Filtered, which disturbs wishes that a second solve would have met."""
    goal = [beside(f"{side}Hand", (0.0, 0.6, 0.0), (3.0, 3.05, 3.5, 3.55)) for side in ("Left", "Right")]
    before = beside("Head", (0.0, -0.05, 0.0), (0.2, 0.4, 1.4, 1.6))
    result = stopped(before, *goal, after=0.5, settings=Settings(filter_s=0.4, passes=2))
    assert is_stopped(result)
    late = range(184, 210)
    assert (result.motion.root_positions[late] != MOTION.root_positions[late]).any(axis=1).all()
    wish = outcome(result, "LeftHand")
    assert 1.0 < wish.worst < 500.0
    assert (wish.status, wish.blocked_by) == ("stalled", ())


def test_jerks_of_what_was_finished_are_told():
    """Two arms that turn within a frame, one after the other; stopped while the second is made smooth."""
    turns = [
        Orientation(
            effector="left_shoulder",
            recruit="left_clavicle",
            goals=(TurnGoal(turn_deg=(0.0, 80.0, 0.0), when=(at, at, at + 0.5, at + 0.5)),),
        )
        for at in (0.5, 2.5)
    ]
    result = stopped(*turns, after=0.76)
    assert is_stopped(result)
    (note,) = (note for note in result.report.notes if "jerks" in note)
    assert int(note.split("frame ")[1].split()[0]) < 70


def test_who_does_not_stop_is_told_nothing():
    assert not is_stopped(stopped(beside("LeftHand", (0.0, 0.05, 0.0), LONG), after=1.0))
