"""Documents of the editor, and edits of them, for tests that need no motion."""

from hypothesis import strategies as st

from supple.constraints import model
from supple.core.contacts import Contact, Contacts
from supple.session import edits as ed
from supple.session.applying import apply
from supple.session.document import EMPTY, Document, Mark, MotionRef, PoseBench, Solving, Span

JOINTS = ("Hips", "LeftHand", "RightHand")
FPS = 60.0


def ref(frames: int = 240, mark: str = "0") -> MotionRef:
    """A motion that is only named."""
    return MotionRef(key=mark * 64 + ".npz", source="walk.bvh", frames=frames, frame_time=1.0 / FPS, joints=JOINTS)


def place(effector: str = "LeftHand", name: str = "", priority: int = 1, up: float = 0.1) -> model.Position:
    """A wish about a hand."""
    goal = model.PlaceGoal(when=(0.5, 1.0, 2.0, 2.5), offset=(0.0, up, 0.0))
    return model.Position(effector=effector, name=name, priority=priority, goals=(goal,))


def contact(start: int = 10, stop: int = 40, point: str = "left_ball") -> Contact:
    """A foot that stands."""
    return Contact(point=point, start=start, stop=stop, position_m=(0.0, 0.0, 0.0), joint="Hips")


def document(*edits: ed.AnyEdit) -> Document:
    """A document of one clip after some edits."""
    done = apply(EMPTY, ed.AddClip(motion=ref(), name="walk"))
    for edit in edits:
        done = apply(done, edit)
    return done


SMALL = st.integers(0, 4)
FRAMES = st.integers(-1, 260)
NAMES = st.sampled_from(["hand", "", "foot", "x" * 201])
PLACES = st.builds(
    place, st.sampled_from(["LeftHand", "nobody"]), NAMES, st.integers(0, 5), st.floats(-1, 1)
)  # fmt: skip
FLAGS = st.none() | st.booleans()
CLIPS = st.none() | SMALL
CONTACTS = st.builds(contact, FRAMES, FRAMES, st.sampled_from(["left_ball", "left_heel"]))
EDITS = st.one_of(
    st.builds(ed.AddClip, motion=st.builds(ref, st.integers(1, 240)), name=NAMES),
    st.builds(ed.RemoveClip, clip=SMALL),
    st.builds(ed.RenameClip, clip=CLIPS, name=NAMES),
    st.builds(ed.OpenClip, clip=SMALL),
    st.builds(ed.ReplaceMotion, motion=st.builds(ref, st.integers(1, 240)), clear_tracks=st.booleans()),
    st.builds(ed.AddConstraint, constraint=PLACES, at=CLIPS),
    st.builds(ed.ChangeConstraint, track=SMALL, constraint=PLACES),
    st.builds(ed.RemoveConstraint, track=SMALL),
    st.builds(ed.MoveTrack, track=SMALL, to=SMALL),
    st.builds(ed.SetFlags, track=SMALL, muted=FLAGS, solo=FLAGS, locked=FLAGS),
    st.builds(ed.SetPriority, track=SMALL, priority=SMALL),
    st.builds(ed.OrderPriorities, levels=st.lists(st.lists(SMALL, max_size=2).map(tuple), max_size=3).map(tuple)),
    st.builds(ed.RenameTrack, track=SMALL, name=NAMES),
    st.builds(
        ed.MoveKey, track=SMALL, of=st.sampled_from(["goal", "span"]), key=SMALL, to=st.sampled_from([0.7, 1.5, "90f"])
    ),
    st.builds(ed.AddContact, contact=CONTACTS),
    st.builds(ed.ChangeContact, number=SMALL, contact=CONTACTS),
    st.builds(ed.SetContactSpan, number=SMALL, start=FRAMES, stop=FRAMES),
    st.builds(ed.SplitContact, number=SMALL, at=FRAMES),
    st.builds(ed.MergeContacts, first=SMALL, second=SMALL),
    st.builds(ed.RemoveContact, number=SMALL),
    st.builds(ed.SetContacts, contacts=st.none() | st.just(Contacts(fps=FPS))),
    st.builds(ed.SetSolving, solving=st.builds(Solving, spacing_s=st.sampled_from([0.3, 1.0, -1.0]))),
    st.builds(ed.SetJoint, joint=st.sampled_from(JOINTS), setting=st.none() | st.just(model.JointSetting(weight=0.5))),
    st.builds(ed.SetRange, inout=st.none() | st.builds(Span, start=FRAMES, stop=FRAMES)),
    st.builds(ed.SetMarks, marks=st.lists(st.builds(Mark, frame=FRAMES), max_size=2).map(tuple)),
    st.builds(ed.SetPose, pose=st.none() | st.builds(PoseBench, frame=FRAMES)),
    st.builds(ed.CopyEdit, source=SMALL, to=st.lists(SMALL, max_size=2).map(tuple)),
)
