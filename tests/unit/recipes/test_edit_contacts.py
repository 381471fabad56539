"""``supple.edit(..., contacts=...)``: what stands keeps standing, unless the edit says otherwise."""

import msgspec
import pytest
from support import fake_solver

import supple
from supple.constraints.model import Footplant
from supple.core.contacts import Contact, Contacts, Floor
from supple.errors import DocumentError
from supple.recipes.contact_edit import edit_of, left_out
from supple.recipes.walk import true_walk
from supple.recipes.walk_contacts import known_contacts
from supple.solvers.result import Report, Result

WALK = true_walk(2.0)
FOUND = known_contacts(WALK)
STEPS = ["left step 1", "left step 2", "left step 3", "right step 1", "right step 2"]


def moved(effector, offset, when=("20f", "40f", "80f", "100f")):
    return supple.Position(name="own", effector=effector, goals=(supple.PlaceGoal(when=when, offset=offset),))


@pytest.fixture
def asked(monkeypatch):
    """The edits that the solver was given."""
    edits = []

    def solve(motion, edit, names, progress=None, **_):
        edits.append(edit)
        return Result(motion, Report(seconds=1.0, iterations=1))

    fake_solver.install(monkeypatch, solve)
    return edits


def test_feet_stand_while_a_hand_is_pulled():
    hand = moved("left_wrist", (0.2, 0.6, 0.4))
    pulled, kept = supple.edit(WALK.motion, hand), supple.edit(WALK.motion, hand, contacts=FOUND)
    assert supple.metrics(pulled.motion, FOUND).slide_mm_max > 100.0
    assert supple.metrics(kept.motion, FOUND).slide_mm_max < 0.1
    assert kept.report.status == "met"


def test_wishes_of_the_contacts_come_after_the_edits_own(asked, tmp_path):
    hand = moved("left_wrist", (0.0, 0.1, 0.0))
    supple.write_contacts(tmp_path / "contacts.json", FOUND)
    for contacts in (FOUND, tmp_path / "contacts.json"):
        supple.edit(WALK.motion, hand, contacts=contacts)
        assert asked[-1].constraints == (hand, *edit_of(FOUND).constraints)
        assert [c.name for c in asked[-1].constraints] == ["own", *STEPS]


def test_where_the_edit_moves_a_foot_itself_its_step_gives_way(asked):
    result = supple.edit(
        WALK.motion, moved("left_ankle", (0.0, 0.1, 0.0), ("50f", "55f", "70f", "80f")), contacts=FOUND
    )
    assert [c.name for c in asked[-1].constraints] == ["own", *(name for name in STEPS if name != "left step 2")]
    assert result.report.notes == ("'left step 2' of the contacts gives way to 'own'.",)
    supple.edit(WALK.motion, moved("left_ankle", (0.0, 0.1, 0.0), ("20f", "25f", "40f", "45f")), contacts=FOUND)
    assert [c.name for c in asked[-1].constraints] == ["own", *STEPS], "in its swing a foot holds nothing"


def test_contacts_alone_are_an_edit(asked):
    supple.edit(WALK.motion, [], contacts=FOUND)
    assert all(isinstance(c, Footplant) for c in asked[-1].constraints)
    nothing = supple.edit(WALK.motion, [], contacts=Contacts(fps=60.0))
    assert nothing.motion is WALK.motion


def test_contacts_of_another_clip_are_refused_by_name(tmp_path):
    supple.write_contacts(tmp_path / "contacts.json", FOUND)
    with pytest.raises(DocumentError, match=r"contacts\.json: contacts\[\d+\].*outside the clip"):
        supple.edit(WALK.motion.with_frames(0, 60), [], contacts=tmp_path / "contacts.json")


def test_a_known_place_is_held_there_and_not_on_its_path(asked):
    known = Contact(point="left_ball", joint="LeftToeBase", start=50, stop=80, position_m=(0.1, 0.0, 0.9), fixed=True)
    supple.edit(WALK.motion, [], contacts=Contacts(fps=60.0, contacts=(known,)))
    (wish,) = asked[-1].constraints
    assert wish.goals[0].at == (0.1, 0.0, 0.9)
    belt = Contacts(fps=60.0, floor=Floor(belt_m_s=(0.0, 0.0, -1.0)), contacts=(known,))
    assert edit_of(belt).constraints == ()
    assert "1 known places on a moving belt" in left_out(belt)[0]
    riding = msgspec.structs.replace(known, reference="Hips")
    assert edit_of(msgspec.structs.replace(belt, contacts=(riding,))).constraints[0].goals[0].relative_to == "Hips"
