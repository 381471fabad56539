"""Each edit does what it says, and refuses in words what makes no sense."""

import pytest
from support.documents import contact, document, place, ref

from supple.constraints import model
from supple.errors import SuppleError
from supple.io.documents.roles import Point, RolesDocument
from supple.session import edits as ed
from supple.session.applying import apply
from supple.session.document import Mark, Solving, Span, acting_tracks, edit_of

HAND = document(ed.AddConstraint(constraint=place(name="hand")))
STANDING = document(ed.AddContact(contact=contact(10, 40)), ed.AddContact(contact=contact(50, 60)))


def refused(start, edit):
    with pytest.raises(SuppleError) as caught:
        apply(start, edit)
    return str(caught.value)


def test_a_constraint_becomes_a_track_that_keeps_its_number():
    both = apply(HAND, ed.AddConstraint(constraint=place("RightHand"), at=0))
    assert [track.id for track in both.clip().tracks] == [2, 1]
    left = apply(apply(both, ed.RemoveConstraint(track=1)), ed.AddConstraint(constraint=place()))
    assert [track.id for track in left.clip().tracks] == [2, 3]


def test_keys_are_moved_one_at_a_time():
    moved = apply(HAND, ed.MoveKey(track=1, of="goal", key=2, to="130f"))
    assert moved.clip().tracks[0].constraint.goals[0].when == (0.5, 1.0, "130f", 2.5)


def test_a_key_that_passes_another_is_refused():
    assert "when" in refused(HAND, ed.MoveKey(track=1, of="goal", key=0, to=2.0))


def test_events_of_a_footplant_and_holds_of_a_shape_are_keys():
    plant = model.Footplant(
        foot="left", events=model.Events(heel_strike=0.5, toe_strike=0.6, heel_off=1.0, toe_off=1.2)
    )
    shape = model.Shape(
        effector="LeftHand", span=(0.2, 2.0), points=(model.ShapePoint(hold=(1.0, 1.0), offset=(0, 1, 0)),)
    )
    start = document(ed.AddConstraint(constraint=plant), ed.AddConstraint(constraint=shape))
    after = apply(start, ed.MoveKey(track=1, of="event", key=3, to=1.3))
    after = apply(after, ed.MoveKey(track=2, of="point", key=1, to=1.4))
    after = apply(after, ed.MoveKey(track=2, of="span", key=0, to=0.3))
    foot, path = (track.constraint for track in after.clip().tracks)
    assert foot.events.toe_off == 1.3
    assert (path.points[0].hold, path.span) == ((1.0, 1.4), (0.3, 2.0))
    assert "no key" in refused(start, ed.MoveKey(track=1, of="goal", key=0, to=1.0))


def test_a_locked_track_cannot_be_changed_until_it_is_unlocked():
    locked = apply(HAND, ed.SetFlags(track=1, locked=True))
    for edit in (ed.RemoveConstraint(track=1), ed.SetPriority(track=1, priority=2), ed.SetEdit(edit=model.Edit())):
        assert "locked" in refused(locked, edit)
    assert apply(apply(locked, ed.SetFlags(track=1, locked=False)), ed.RemoveConstraint(track=1)).clip().tracks == ()


def test_mute_and_solo_decide_who_acts():
    three = document(*(ed.AddConstraint(constraint=place(name=n)) for n in "abc"))

    def acting(*flags):
        clip = three
        for flag in flags:
            clip = apply(clip, flag)
        return "".join(c.name for c in edit_of(clip.clip()).constraints)

    assert acting(ed.SetFlags(track=2, muted=True)) == "ac"
    assert acting(ed.SetFlags(track=2, solo=True)) == "b"
    assert acting(ed.SetFlags(track=2, solo=True), ed.SetFlags(track=2, muted=True)) == "ac"
    assert acting() == "abc"
    assert len(acting_tracks(three.clip())) == 3


def test_priorities_are_dragged_in_a_list():
    three = document(*(ed.AddConstraint(constraint=place(name=n)) for n in "abc"))
    after = apply(three, ed.OrderPriorities(levels=((3,), (1, 2))))
    assert [t.constraint.priority for t in after.clip().tracks] == [2, 2, 1]
    assert "two levels" in refused(three, ed.OrderPriorities(levels=((1,), (1,))))


def test_contacts_are_split_and_merged():
    split = apply(STANDING, ed.SplitContact(number=0, at=20))
    assert [(c.start, c.stop) for c in split.clip().contacts.contacts] == [(10, 20), (20, 40), (50, 60)]
    merged = apply(split, ed.MergeContacts(first=1, second=2))
    assert [(c.start, c.stop) for c in merged.clip().contacts.contacts] == [(10, 20), (20, 60)]
    assert "cannot be split" in refused(STANDING, ed.SplitContact(number=0, at=40))
    assert "no contact 7" in refused(STANDING, ed.RemoveContact(number=7))
    assert "240 frames" in refused(STANDING, ed.SetContactSpan(number=0, start=3, stop=241))


def test_clips_come_and_go_and_one_stays_open():
    two = apply(document(), ed.AddClip(motion=ref(mark="1"), name="run"))
    assert two.clip().name == "run"
    one = apply(two, ed.RemoveClip(clip=2))
    assert one.clip().name == "walk"
    assert apply(one, ed.RemoveClip(clip=1)).opened is None
    assert "no clip is open" in refused(apply(one, ed.RemoveClip(clip=1)), ed.RenameClip(name="x"))


def test_wishes_are_copied_to_other_clips():
    two = apply(apply(HAND, ed.AddClip(motion=ref(mark="1"), name="run")), ed.CopyEdit(source=1, to=(2,)))
    assert edit_of(two.clip(2)) == edit_of(two.clip(1))


def test_a_shorter_motion_takes_what_lies_beyond_it_along():
    marked = document(ed.SetMarks(marks=(Mark(frame=200), Mark(frame=5))), ed.SetRange(inout=Span(start=0, stop=220)))
    after = apply(marked, ed.ReplaceMotion(motion=ref(100, "2"), clear_tracks=True)).clip()
    assert (after.marks, after.inout, after.motion.frames) == ((Mark(frame=5),), None, 100)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (ed.SetPriority(track=1, priority=0), "priority"),
        (ed.SetPriority(track=9, priority=1), "no track 9"),
        (ed.AddConstraint(constraint=place(up=float("nan"))), "finite"),
        (ed.AddConstraint(constraint=model.Footplant(foot="left", events="detect")), "Detect contacts as tracks"),
        (ed.SetRange(inout=Span(start=5, stop=5)), "not possible"),
        (ed.SetMarks(marks=(Mark(frame=240),)), "not possible"),
        (ed.SetSolving(solving=Solving(spacing_s=0.0)), "spacing_s"),
        (ed.SetSettings(settings=model.Settings(passes=10**9)), "passes"),
        (ed.RenameClip(name=" \n"), "no name"),
        (ed.OpenClip(clip=7), "no clip 7"),
        (ed.SetRoles(roles=RolesDocument(format=1, roles={"left_wrist": "nobody"})), "nobody"),
        (ed.SetRoles(roles=RolesDocument(format=1, roles={"tail": "Hips"})), "tail"),
        (ed.SetRoles(roles=RolesDocument(format=1, points={"left_heel": Point("nobody")})), "nobody"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_value(edit, words):
    assert words in refused(HAND, edit)


def test_documents_share_what_did_not_change():
    after = apply(HAND, ed.RenameClip(name="other"))
    assert after.clip().tracks is HAND.clip().tracks
    assert after.clip().motion is HAND.clip().motion
