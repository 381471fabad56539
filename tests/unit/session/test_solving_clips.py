"""What a document's clips become: by the solver of its settings, frame by frame first, and by actions."""

from dataclasses import replace as change
from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace

from supple.constraints import model
from supple.errors import InvalidValueError, SuppleError
from supple.recipes.detect import detect
from supple.recipes.edit import edit as edit_motion
from supple.recipes.walk import walking
from supple.session import actions as act
from supple.session import edits as ed
from supple.session.applying import apply
from supple.session.cancelling import Cancel, Cancelled
from supple.session.document import EMPTY, PoseBench, Solving, Span, edit_of
from supple.session.drafts import Shown, draft_frames
from supple.session.folder import Folder
from supple.session.motions import Motions
from supple.session.previews import Piece, Previews, Refusal, Request, draft_pieces, final_piece, rings, runs
from supple.session.proposals import edit_from, proposed
from supple.session.solving import Solves, changed_frames

WHEN = (0.3, 0.6, 1.0, 1.3)
HAND = model.Position(name="hand", effector="left_wrist", goals=(model.PlaceGoal(when=WHEN, offset=(0.0, 0.15, 0.0)),))
LOST = replace(HAND, name="lost", effector="left_tail")
LATE = replace(HAND, name="late", goals=(model.PlaceGoal(when=(0.3, 0.6, 1.0, 99.0), offset=(0.0, 0.1, 0.0)),))
EARLY = replace(HAND, goals=(model.PlaceGoal(when=(0.1, 0.2, 0.4, 0.5), offset=(0.0, 0.1, 0.0)),))
THROUGHOUT = model.Preserve(effector="left_ankle")
THROUGH = model.ShapePoint(hold=(0.8, 0.8), offset=(0.0, 0.05, 0.0))
CURVE = model.Shape(name="curve", effector="right_wrist", span=(0.3, 1.3), points=(THROUGH,))


@cache
def bench():
    """A walk of two seconds, solved by one object for all tests."""
    motions = Motions()
    ref = motions.put(walking(2.0, fps=30.0), "walk")
    return apply(EMPTY, ed.AddClip(motion=ref, name="walk")), Solves(motions), motions


def with_wishes(*wishes):
    document, solves, motions = bench()
    for wish in wishes:
        document = apply(document, ed.AddConstraint(constraint=wish))
    return document, solves, motions


def test_a_clip_is_solved_as_its_edit_document_would_be():
    document, solves, _ = with_wishes(HAND)
    solved = solves.whole(document.clip())
    alone = edit_motion(walking(2.0, fps=30.0), edit_of(document.clip()))
    assert np.array_equal(solved.motion.rotations, alone.motion.rotations)
    assert (solved.report.status, solved.tracks, solved.left_out) == ("met", (1,), ())
    assert solves.whole(apply(document, ed.SetRange(inout=Span(start=0, stop=9))).clip()) is solved


def test_tracks_that_mean_nothing_here_are_left_out_with_the_reason():
    document, solves, _ = with_wishes(LOST, HAND, LATE)
    solved = solves.whole(document.clip())
    assert solved.tracks == (2,)
    assert [out.track for out in solved.left_out] == [1, 3]
    assert "left_tail" in solved.left_out[0].why
    assert "outside the clip" in solved.left_out[1].why
    assert {said.track for said in solves.findings(document.clip()) if said.finding.severity == "error"} == {1, 3}


def test_hierarchical_fitting_leaves_out_what_it_does_not_serve():
    document, solves, _ = with_wishes(HAND, CURVE)
    fitted = apply(document, ed.SetSolving(solving=Solving(solver="hierarchical", spacing_s=0.3)))
    solved = solves.whole(fitted.clip())
    assert solved.tracks == (1,)
    assert "does not serve shape" in solved.left_out[0].why


def test_fitting_that_is_compared_says_how_far_it_is_and_stops_when_nobody_waits():
    document, _, motions = with_wishes(HAND)
    cancel, told = Cancel(), []

    def said(done, total):
        told.append((done, total))
        cancel.cancel()

    with pytest.raises(Cancelled):
        Solves(motions).other(document.clip(), cancel.watched(said))
    ((done, total),) = told
    assert done < total


def test_a_preview_shows_the_frame_under_the_playhead_then_all_then_the_smooth_clip():
    document, solves, _ = with_wishes(HAND)
    document = apply(document, ed.SetSettings(settings=model.Settings(max_iterations=49)))  # not known yet
    heard = []
    previews = Previews(solves, heard.append)
    previews.ask(Request(7, document.clip(), 24))
    assert previews.settle(60)
    previews.close()
    assert all(isinstance(piece, Piece) and piece.request.id == 7 for piece in heard)
    assert [(piece.start, piece.stop, piece.final) for piece in heard[:2]] == [(24, 25, False), (9, 40, False)]
    last = heard[-1]
    source = solves.scenes.of(document.clip()).motion
    assert last.final
    assert (last.start, last.stop) == changed_frames(source, last.solved.motion)
    assert 9 <= last.start < 24 < last.stop <= 40


def test_a_preview_is_cancelled_between_its_parts():
    document, solves, _ = with_wishes(HAND)
    document = apply(document, ed.SetSettings(settings=model.Settings(max_iterations=48)))
    cancel = Cancel()
    parts = [draft_frames(document.clip(), solves, None)]
    pieces = draft_pieces(solves, Request(1, document.clip(), 24), parts, cancel)
    assert not next(pieces).final
    cancel.cancel()
    with pytest.raises(Cancelled):
        next(draft_pieces(solves, Request(1, document.clip(), 24), parts, cancel))
    with pytest.raises(Cancelled):
        next(final_piece(solves, Request(1, document.clip(), 24), cancel))


def test_the_smooth_clip_gives_way_to_something_newer_and_drafts_do_not():
    document, solves, _ = with_wishes(HAND)
    document = apply(document, ed.SetSettings(settings=model.Settings(max_iterations=47)))
    cancel, request = Cancel(patience_s=60.0), Request(1, document.clip(), 24)
    cancel.supersede()
    parts = [draft_frames(document.clip(), solves, None)]
    assert [piece.final for piece in draft_pieces(solves, request, parts, cancel)] == [False]
    with pytest.raises(Cancelled):
        next(final_piece(solves, request, cancel))


def test_what_cannot_be_previewed_is_said():
    document, solves, _ = with_wishes(HAND)
    heard = []
    previews = Previews(solves, heard.append)
    previews.ask(Request(1, apply(document, ed.SetSettings(settings=model.Settings(), space="nowhere")).clip(), 0))
    assert previews.settle(60)
    previews.close()
    assert {type(answer) for answer in heard} == {Refusal}
    assert "nowhere" in heard[0].message


def test_rings_lie_around_each_other_from_the_playhead_outwards():
    frames = np.arange(100, 3100)
    parts = list(rings(frames, 1500))
    assert [len(part) for part in parts] == [120, 360, 1080, 1440]
    assert parts[0][0] <= 1500 <= parts[0][-1]
    assert [runs(part) for part in parts[:2]] == [[(1440, 1560)], [(1260, 1440), (1560, 1740)]]
    assert sorted(np.concatenate(parts)) == list(frames)
    assert list(rings(np.array([], int), 5)) == []


def test_the_frame_under_the_playhead_of_a_newer_request_comes_while_an_older_one_is_solved():
    document, solves, _ = with_wishes(HAND)
    asked = [
        Request(k, apply(document, ed.SetSettings(settings=model.Settings(max_iterations=40 + k))).clip(), 24)
        for k in (1, 2, 3)
    ]
    heard = []

    def tell(piece):
        heard.append((piece.request.id, piece.stop - piece.start == 1, piece.final))
        if heard == [(1, True, False)]:  # the pointer moves while the first is worked on
            previews.ask(asked[1])
            previews.ask(asked[2])

    previews = Previews(solves, tell)
    previews.ask(asked[0])
    assert previews.settle(60)
    previews.close()
    assert heard[:3] == [(1, True, False), (3, True, False), (1, False, False)]
    assert (1, False, True) not in heard  # what is smoothed in time for nobody would hold the newer one up
    assert heard[-1] == (3, False, True)
    assert not [one for one in heard if one[0] == 2]


def shown(document, solves):
    return Shown(document.clip(), solves.asked(document.clip()))


def test_whoever_sees_a_clip_to_its_end_is_drafted_what_differs_alone():
    before, solves, _ = with_wishes(replace(HAND, effector="right_wrist"), THROUGHOUT)
    after = apply(before, ed.AddConstraint(constraint=EARLY))
    assert draft_frames(after.clip(), solves, None).tolist() == list(range(60))
    frames = draft_frames(after.clip(), solves, shown(before, solves))
    assert frames.tolist() == list(range(37))  # 0.1 to 0.5 s, and as far as bodies are brought along
    assert draft_frames(before.clip(), solves, shown(after, solves)).tolist() == frames.tolist()
    assert not len(draft_frames(before.clip(), solves, shown(before, solves)))
    others = np.setdiff1d(np.arange(60), frames)
    one, two = (solves.some(d.clip(), range(60)).motion.rotations[others] for d in (before, after))
    assert np.allclose(one, two, atol=1e-4, rtol=0.0)  # what other neighbours to begin from leave open at the most


def test_another_setting_is_drafted_in_all_frames():
    before, solves, _ = with_wishes(HAND)
    after = apply(before, ed.SetSettings(settings=model.Settings(max_iterations=33)))
    assert draft_frames(after.clip(), solves, shown(before, solves)).tolist() == list(range(9, 40))


def test_what_a_drag_ends_with_has_the_bits_of_a_solve_that_knows_nothing_of_it():
    document, solves, _ = with_wishes(THROUGHOUT, HAND)
    heard = []
    previews = Previews(solves, heard.append)
    for k in range(1, 4):
        goal = model.PlaceGoal(when=WHEN, offset=(0.0, 0.1 + 0.01 * k, 0.0))
        edit = ed.ChangeConstraint(track=2, constraint=replace(HAND, goals=(goal,)))
        previews.ask(Request(k, apply(document, edit).clip(), 24, base=k - 1))
        assert previews.settle(60)
    previews.close()
    assert heard[-1].final
    fresh = model.Edit(constraints=(model.Preserve(effector="left_ankle"), replace(HAND, goals=(goal,))))
    alone = edit_motion(walking(2.0, fps=30.0), fresh)
    assert np.array_equal(heard[-1].solved.motion.rotations, alone.motion.rotations)
    assert np.array_equal(heard[-1].solved.motion.root_positions, alone.motion.root_positions)


def carried_out(document, action, tmp_path):
    _, solves, motions = bench()
    proposal = proposed(document, action, solves, Folder(tmp_path), Cancel())
    return proposal, apply(document, edit_from(proposal, document, motions))


def test_detected_contacts_become_contacts_or_tracks(tmp_path):
    document, *_ = bench()
    proposal, after = carried_out(document, act.Detect(), tmp_path)
    assert after.clip().contacts == proposal.contacts
    assert proposal.facts["contacts"] > 2
    _, tracked = carried_out(document, act.Detect(as_tracks=True), tmp_path)
    assert {track.constraint.__struct_config__.tag for track in tracked.clip().tracks} >= {"footplant"}


def test_joints_that_are_named_or_shown_become_tracks(tmp_path):
    document, *_ = bench()
    shown = 'format = 1\n[[template]]\njoint = "hips"\nkind = "space"\nstart = 0.2\nend = 0.4\nreference = "left_hip"\n'
    (tmp_path / "shown.toml").write_text(shown)
    proposal, after = carried_out(document, act.Detect(templates="shown.toml", as_tracks=True), tmp_path)
    assert proposal.facts["spaces_and_lines"] >= 1
    kept = {getattr(track.constraint, "effector", "") for track in after.clip().tracks}
    assert "Hips" in kept
    with pytest.raises(SuppleError, match="outside"):
        carried_out(document, act.Detect(templates="../shown.toml"), tmp_path)


def test_what_was_dragged_is_weaker_than_contacts_that_come_later(tmp_path):
    weak = replace(HAND, priority=3)
    document, *_ = with_wishes(HAND, THROUGHOUT, weak, replace(THROUGHOUT, priority=2))
    proposal, after = carried_out(document, act.Detect(), tmp_path)
    assert [track.constraint.priority for track in after.clip().tracks] == [2, 1, 4, 3]
    assert any("weaker than these contacts" in note for note in proposal.notes)
    again, later = carried_out(apply(after, ed.SetPriority(track=1, priority=1)), act.Detect(), tmp_path)
    assert later.clip().track(1).constraint.priority == 1  # somebody wants that
    assert not any("weaker than these contacts" in note for note in again.notes)


def test_contacts_are_kept_beside_tracks_alone(tmp_path):
    """A long clip has a thousand contacts; where no track acts nothing moves, and there is nothing to keep."""
    walk, motions = walking(12.0, fps=30.0), Motions()
    contacts = detect(walk)
    added = ed.AddClip(motion=motions.put(walk, "walk"), name="walk", contacts=contacts)
    document, solves = apply(EMPTY, added), Solves(motions)
    assert solves.whole(document.clip()).motion is motions.get(document.clip().motion)
    moved = apply(document, ed.AddConstraint(constraint=HAND)).clip()
    kept = solves.asked(moved).wishes.edit.constraints[1:]
    near = [wish for wish in kept if isinstance(wish, model.Footplant)]
    assert 4 <= len(near) < 10
    after = solves.whole(moved).motion
    every = edit_motion(walk, edit_of(moved), contacts=contacts).motion
    frames = slice(round(WHEN[0] * 30), round(WHEN[3] * 30) + 1)
    np.testing.assert_allclose(after.rotations[frames], every.rotations[frames], atol=1e-4)


def test_what_was_dragged_is_weaker_than_contacts_that_come_as_tracks(tmp_path):
    document, *_ = with_wishes(HAND, THROUGHOUT, replace(HAND, priority=3), HAND)
    document = apply(document, ed.SetFlags(track=4, locked=True))
    proposal, after = carried_out(document, act.Detect(as_tracks=True), tmp_path)
    tracks = after.clip().tracks
    assert [track.constraint.priority for track in tracks[:4]] == [2, 1, 4, 1]  # the last one is locked
    assert {track.constraint.priority for track in tracks[4:]} == {1}
    assert any("weaker than these contacts" in note for note in proposal.notes)


def test_what_keeps_its_place_stands_beside_contacts(tmp_path):
    document, *_ = with_wishes(THROUGHOUT, replace(HAND, priority=2))
    _, after = carried_out(document, act.Detect(), tmp_path)
    assert [track.constraint.priority for track in after.clip().tracks] == [1, 2]
    free = apply(with_wishes(HAND)[0], ed.SetSolving(solving=Solving(keep_contacts=False)))
    _, after = carried_out(free, act.Detect(), tmp_path)
    assert after.clip().track(1).constraint.priority == 1


def test_bending_makes_the_wishes_part_of_the_motion(tmp_path):
    document, solves, motions = with_wishes(HAND)
    _, after = carried_out(document, act.Bend(), tmp_path)
    assert after.clip().tracks == ()
    bent = solves.whole(document.clip()).motion
    assert np.array_equal(motions.get(after.clip().motion).rotations, bent.rotations)


def test_actions_are_one_edit_each(tmp_path):
    document, *_ = bench()
    ranged = apply(document, ed.SetRange(inout=Span(start=10, stop=40)))
    _, after = carried_out(ranged, act.Trim(), tmp_path)
    assert [clip.motion.frames for clip in after.clips] == [60, 30]
    _, mirrored = carried_out(document, act.Mirror(), tmp_path)
    assert mirrored.clip().motion.key != document.clip().motion.key
    _, walked = carried_out(document, act.Walk(seconds=0.5, fps=20.0), tmp_path)
    assert walked.clip().motion.frames == 10


def test_what_an_action_cannot_do_is_said(tmp_path):
    document, solves, motions = bench()
    for action, words in (
        (act.Trim(), "no in and out"),
        (act.Terrain(ground="../../etc/heights.csv"), "outside"),
        (act.FollowPath(path="/etc/path.toml"), "outside"),
        (act.Retarget(character=9), "no clip 9"),
        (act.Walk(seconds=1e9), "frames"),
        (act.Explain(seconds=1e9), "at most 3600 s"),
        (act.Explain(seconds=float("nan")), "at most 3600 s"),
        (act.Clean(clip=4), "no clip 4"),
    ):
        with pytest.raises(SuppleError, match=words):
            proposed(document, action, solves, Folder(tmp_path), Cancel())
    measured = proposed(document, act.Gait(), solves, Folder(tmp_path), Cancel())
    assert measured.facts["left_stride_m"] > 0.5
    with pytest.raises(InvalidValueError, match="measures"):
        edit_from(measured, document, motions)


def test_an_action_says_how_far_it_is_and_stops_in_the_middle(tmp_path):
    document, solves, _ = bench()
    action, told = act.ScaleBody(factor=1.2), []
    proposed(document, action, solves, Folder(tmp_path), Cancel(), lambda *far: told.append(far))
    assert told
    assert all(0 <= done <= total for done, total in told)
    cancel = Cancel()
    with pytest.raises(Cancelled):
        proposed(document, action, solves, Folder(tmp_path), cancel, lambda *far: cancel.cancel())


def test_an_action_that_is_not_wanted_any_more_proposes_nothing(tmp_path):
    document, solves, _ = bench()
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(Cancelled):
        proposed(document, act.Detect(), solves, Folder(tmp_path), cancel)


@pytest.mark.slow
def test_physics_is_proposed_with_what_it_explains_and_stops_when_nobody_waits(tmp_path):
    document, solves, _ = bench()
    cancel, told = Cancel(), []
    found = proposed(document, act.Explain(seconds=20.0), solves, Folder(tmp_path), cancel, lambda *a: told.append(a))
    assert found.facts["unexplained_force_pct"] < found.facts["unexplained_force_before_pct"]
    assert told
    assert all(done <= total == 20 for done, total in told)
    with pytest.raises(Cancelled):
        proposed(document, act.Explain(), solves, Folder(tmp_path), cancel, lambda *a: cancel.cancel())


def test_physics_tells_the_slides_of_all_frames(monkeypatch, tmp_path):
    """The command line tells the same number, also of frames that are not judged."""
    pytest.importorskip("pinocchio")
    from supple.recipes.physics import physical as physics
    from supple.recipes.physics.judging import Slide

    document, solves, _ = bench()
    solve = physics.physical

    def sliding(*given, **more):
        found = solve(*given, **more)
        return change(found, after=change(found.after, slide=Slide(1.0), slide_anywhere=Slide(7.0)))

    monkeypatch.setattr(physics, "physical", sliding)
    found = proposed(document, act.Explain(seconds=1e-3), solves, Folder(tmp_path), Cancel())
    assert found.facts["slide_mm"] == 7.0


def test_a_posture_is_designed_on_the_figure():
    document, solves, _ = bench()
    reach = model.Position(effector="left_wrist", goals=(model.PlaceGoal(offset=(0.0, 0.1, 0.0)),))
    posed = apply(document, ed.SetPose(pose=PoseBench(frame=12, constraints=(reach,))))
    result = solves.posed(posed.clip())
    assert (result.motion.frames, result.report.status) == (1, "met")
    with pytest.raises(InvalidValueError, match="no posture"):
        solves.posed(document.clip())
