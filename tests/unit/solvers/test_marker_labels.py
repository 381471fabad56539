"""Who is who among labels."""

import pytest

from supple.errors import SuppleError
from supple.solvers.markers.labels import meaning
from supple.solvers.markers.tagging import tag_labels


@pytest.mark.parametrize(
    ("label", "means"),
    [
        ("LASI", ("left", "asis")),
        ("Subject 1:RASI", ("right", "asis")),
        ("R.ASIS", ("right", "asis")),
        ("asis_l", ("left", "asis")),
        ("PSISr", ("right", "psis")),
        ("LeftKnee", ("left", "knee_lateral")),
        ("L.Knee.Med", ("left", "knee_medial")),
        ("RLFC", ("right", "knee_lateral")),
        ("LLMAL", ("left", "ankle_lateral")),
        ("LTHI2", ("left", "thigh")),
        ("RSH4", ("right", "shank")),
        ("V.Sacral", ("", "sacrum")),
        ("C7", ("", "c7")),
        ("CLAV", ("", "jugular_notch")),
        ("R.Clavicle", ("right", "collar")),
        ("LFAradius", ("left", "wrist_thumb")),
        ("Top.Head", ("", "head_top")),
        ("*112", None),
        ("M7", None),
        ("SWL:Marker2", None),
    ],
)
def test_labels_mean_what_people_mean(label, means):
    assert meaning(label) == means


def test_the_sources_46_markers_are_known_by_number():
    tagging = tag_labels([str(n) for n in range(46)])
    segments = {marker.label: marker.segment for marker in tagging.markers}
    assert len(segments) == 46
    assert [segments[n] for n in ("0", "6", "19", "23", "34", "45")] == [
        "pelvis", "left_femur", "neck", "thorax", "left_hand", "head"
    ]  # fmt: skip


def test_axes_of_gait_models_and_copies_are_left_out():
    tagging = tag_labels(["LTIB", "LTIO", "LTIA", "LTIL", "LTIP", "LASI", "LASI_2"])
    assert tagging.labels == ("LTIB", "LASI")
    assert tagging.doubled == ("LASI_2",)


def test_a_template_goes_before_labels():
    tagging = tag_labels(["Anna:LASI", "Anna:M1", "Anna:C7"], {"M1": "left_femur", "C7": ""})
    assert {marker.label: marker.segment for marker in tagging.markers} == {
        "Anna:LASI": "pelvis",
        "Anna:M1": "left_femur",
    }
    with pytest.raises(SuppleError, match="no segment 'leg'"):
        tag_labels(["LASI"], {"LASI": "leg"})


def test_marker_sets_have_names():
    gait = [*(f"{side}{name}" for side in "LR" for name in ("ASI", "PSI", "THI", "KNE", "TIB", "ANK", "HEE", "TOE"))]
    assert tag_labels(gait).name == "Plug-in Gait (legs)"
