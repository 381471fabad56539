"""Hierarchies that cannot be read: every message says where, what, and what to do."""

import time
import tracemalloc

import pytest
from support.bvh_text import ARM, ROW, joint, motion, read_text, root

from supple.errors import FileError

TURNS = "CHANNELS 3 Xrotation Yrotation Zrotation"
TIP = "OFFSET 0 5 0"
BAD = {
    "no HIERARCHY": ("ROOT a\n{\n}\n", r":1: a BVH file starts with HIERARCHY; found 'ROOT'"),
    "no root": ("HIERARCHY\n" + motion([]), "no ROOT"),
    "repeated axis": (ARM.replace("3 Zrotation Yr", "3 Zrotation Zr"), r":9: 'Arm' has the channel Zrotation twice"),
    "unknown channel": (ARM.replace("Xposition", "Xscale"), r":5: 'Hips' declares 6 channels; channel 1 is 'Xscale'"),
    "too few channels": (ARM.replace("CHANNELS 3 Z", "CHANNELS 5 Z"), "channel 4 is 'End'"),
    "too many channels": (ARM.replace("CHANNELS 3 Z", "CHANNELS 2 Z"), r":9: found 'Xrotation' inside 'Arm'"),
    "channel count": (ARM.replace("CHANNELS 3 Z", "CHANNELS x Z"), "CHANNELS needs a number; found 'x'"),
    "nine channels": (ARM.replace("CHANNELS 3 Z", "CHANNELS 9 Z"), "0 to 6 channels; found 9"),
    "short offset": (ARM.replace("OFFSET 0 10 0", "OFFSET 0 10"), r":9: OFFSET needs a number; found 'CHANNELS'"),
    "nan offset": (ARM.replace("OFFSET 0 10 0", "OFFSET 0 nan 0"), r":8: OFFSET needs a number; found 'nan'"),
    "offset in other digits": (ARM.replace("OFFSET 0 10 0", "OFFSET 0 １０ 0"), "OFFSET needs a number; found '１０'"),
    "offset with underscore": (ARM.replace("OFFSET 0 10 0", "OFFSET 0 1_0 0"), "OFFSET needs a number; found '1_0'"),
    "huge offset": (ARM.replace("OFFSET 0 10 0", "OFFSET 0 1e200 0"), r":8: an OFFSET of 1e\+200 is not plausible"),
    "huge position": (ARM + motion([ROW, ROW.replace("1 2", "1 2e300")]), r"frame 1 places 'Hips' at 2e\+300"),
    "no offset": (ARM.replace("OFFSET 0 10 0\n", ""), r"'Arm' has no OFFSET"),
    "end site with channels": (ARM.replace(TIP, f"{TIP}\n{TURNS}"), "End Site cannot have CHANNELS"),
    "joint in end site": (ARM.replace(TIP, TIP + "\nJOINT x\n{\n}"), "found 'JOINT' inside 'End Site'"),
    "never closed": (ARM[:-4], "'Hips' is never closed. Is the file cut off?"),
    "one brace too many": (ARM + "}\n", "found '}' outside of any joint"),
    "no brace": (ARM.replace("JOINT Arm\n{", "JOINT Arm\n"), "'Arm' must be followed by {; found 'OFFSET'"),
    "joint outside": ("HIERARCHY\nJOINT a\n{\n", "found 'JOINT' outside"),
    "empty": ("", "empty"),
    "blank": (" \n\n ", "empty"),
    "binary": ("\x00\x01\x02" * 50, "binary"),
    "numbers without channels": ("HIERARCHY\n" + root("", channels="") + motion(["1 2 3"]), "no joint has channels"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_refused_with_a_message(name, tmp_path):
    text, message = BAD[name]
    with pytest.raises(FileError, match=message) as caught:
        read_text(tmp_path, text)
    assert "clip.bvh" in str(caught.value)


def nested(count):
    return (
        "HIERARCHY\nROOT a0\n{\nOFFSET 0 0 0\n"
        + "".join(f"JOINT a{k}\n{{\nOFFSET 0 1 0\n" for k in range(1, count))
        + "}\n" * count
    )


def test_a_hundred_thousand_nested_joints_are_refused_quickly(tmp_path):
    start = time.process_time()
    with pytest.raises(FileError, match="more than 10000 joints"):
        read_text(tmp_path, nested(100_000))
    assert time.process_time() - start < 2.0


def test_a_deep_tree_within_the_limit_is_read(tmp_path):
    assert len(read_text(tmp_path, nested(3000)).skeleton) == 3000


def test_a_thousand_equal_names_cost_no_time(tmp_path):
    start = time.process_time()
    m = read_text(
        tmp_path,
        "HIERARCHY\n" + root("".join(joint("Arm", channels="") for _ in range(4000))) + motion(["0 0 0 0 0 0"]),
    )
    assert len(set(m.skeleton.names)) == 8001
    assert time.process_time() - start < 2.0


def test_a_small_file_cannot_unfold_into_a_huge_motion(tmp_path):
    text = "HIERARCHY\n" + root(
        "".join(joint(f"a{k}", channels="", inside="") for k in range(5000)), channels="Xrotation"
    )
    tracemalloc.start()
    with pytest.raises(FileError, match="far more than the text"):
        read_text(tmp_path, text + motion(["0"] * 100_000))
    assert tracemalloc.get_traced_memory()[1] < 100e6
    tracemalloc.stop()


def test_a_cut_off_file_is_refused_or_read_with_a_warning(tmp_path):
    whole = ARM + motion([ROW] * 3)
    for stop in range(0, len(whole) - 1, 7):
        try:
            m = read_text(tmp_path, whole[:stop])
        except FileError:
            continue
        assert m.provenance.warnings or m.frames == 3
