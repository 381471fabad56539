"""Frame counts that lie, rows cut in odd places, frame times of all kinds."""

import numpy as np
import pytest
from support.bvh_text import ARM, ROW, motion, read_text

from supple.errors import FileError


def warned(m, words):
    return any(words in warning for warning in m.provenance.warnings)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("0.0083333", 0.0083333), ("8.333333e-03", 0.008333333), (".04", 0.04), ("1.0", 1.0), ("1", 1.0)],
)
def test_frame_time_is_read_as_written(text, seconds, tmp_path):
    m = read_text(tmp_path, ARM + motion([ROW], text))
    assert m.frame_time == seconds
    assert not warned(m, "frame time")


def test_a_rate_in_place_of_a_time_is_recognised(tmp_path):
    m = read_text(tmp_path, ARM + motion([ROW], "120"))
    assert m.frame_time == 1 / 120
    assert warned(m, "frame time of 120 s is not plausible")


@pytest.mark.parametrize(
    "text", ["0", "-0.01", "nan", "inf", "abc", "", "1e-400", "1_0", "1e-320", "0x1", "infinity", "０.１"]
)
def test_impossible_frame_times_are_refused(text, tmp_path):
    with pytest.raises(FileError, match=r"clip.bvh:\d+: Frame Time must be a positive"):
        read_text(tmp_path, ARM + motion([ROW], text))


@pytest.mark.parametrize("declared", [1, 5, 10**12, 0, -3])
def test_a_frame_count_that_lies_is_told_and_all_rows_are_read(declared, tmp_path):
    m = read_text(tmp_path, ARM + motion([ROW, ROW, ROW], frames=declared))
    assert m.frames == 3
    assert warned(m, f"declares {declared} frames but holds 3 rows; all 3 were read")


@pytest.mark.parametrize("declared", ["many", "1.5", "1e3", "1_0", "0x10", "infinity", "１"])
def test_a_frame_count_that_is_none_is_refused(declared, tmp_path):
    with pytest.raises(FileError, match=f"whole number; found '{declared}'"):
        read_text(tmp_path, ARM + motion([ROW], frames=declared))


def test_an_incomplete_last_row_is_dropped(tmp_path):
    m = read_text(tmp_path, ARM + motion([ROW, ROW, "1 2 3"]))
    assert m.frames == 2
    assert warned(m, "the last row has 3 of 9 numbers and was dropped")


def test_all_frames_on_one_line(tmp_path):
    m = read_text(tmp_path, ARM + motion([" ".join([ROW] * 4)], frames=4))
    assert m.frames == 4
    assert warned(m, "all frames stand on one line")


def test_rows_split_over_lines(tmp_path):
    pieces = ["1 2 3", "10 20 30", "40 50 60"]
    m = read_text(tmp_path, ARM + motion(pieces * 3, frames=3))
    assert m.frames == 3
    np.testing.assert_array_equal(m.provenance.native.values, [[1, 2, 3, 10, 20, 30, 40, 50, 60]] * 3)
    assert warned(m, "split over lines")


def test_one_row_of_another_length_is_a_mistake(tmp_path):
    with pytest.raises(FileError, match=r"clip.bvh:21: this row has 8 numbers; .* make 9"):
        read_text(tmp_path, ARM + motion([ROW, "1 2 3 4 5 6 7 8", ROW, ROW]))


@pytest.mark.parametrize("word", ["nan", "NaN", "inf", "-Infinity", "1e999"])
def test_a_number_that_is_none_is_an_error_with_its_line(word, tmp_path):
    with pytest.raises(FileError, match=rf"clip.bvh:21: .*'{word}'"):
        read_text(tmp_path, ARM + motion([ROW, ROW.replace("20", word), ROW]))


@pytest.mark.parametrize("word", ["abc", "1,5", "0x10", "1_000", "--1", "1.2.3", "\u0661"])
def test_words_among_numbers_are_errors_with_their_line(word, tmp_path):
    with pytest.raises(FileError, match=r"clip.bvh:20: found .* where a number should be"):
        read_text(tmp_path, ARM + motion([ROW.replace("20", word), ROW]))


@pytest.mark.parametrize(
    ("word", "value"), [("1.5E+01", 15.0), ("-.5", -0.5), ("+3", 3.0), ("5.", 5.0), ("-0", -0.0), ("1e-7", 1e-7)]
)
def test_ways_to_write_a_number(word, value, tmp_path):
    m = read_text(tmp_path, ARM + motion([ROW.replace("20", word)]))
    assert m.provenance.native.values[0, 4] == value


@pytest.mark.parametrize("tail", ["the end", "HIERARCHY\nROOT b\n{", "MOTION", "\x1a"])
def test_what_follows_the_last_frame_is_ignored_and_said(tail, tmp_path):
    m = read_text(tmp_path, ARM + motion([ROW, ROW]) + tail + "\n")
    assert m.frames == 2
    assert warned(m, "was ignored")


def test_a_file_without_motion_is_a_rest_pose(tmp_path):
    for text, said in [(ARM, "no MOTION block"), (ARM + motion([]), "no frames"), (ARM + "MOTION\n", "no frames")]:
        m = read_text(tmp_path, text)
        assert m.frames == m.rest_rows == 1
        np.testing.assert_array_equal(m.rotations[0], m.skeleton.rest_rotations)
        assert warned(m, said)


def test_header_lines_in_another_order_without_colons_and_missing(tmp_path):
    m = read_text(tmp_path, ARM + f"MOTION\nFrame Time 0.02\nFrames 1\n{ROW}\n")
    assert (m.frames, m.frame_time) == (1, 0.02)
    m = read_text(tmp_path, ARM + f"MOTION Frames: 1 Frame Time: 0.02\n{ROW}\n")
    assert (m.frames, m.frame_time) == (1, 0.02)
    m = read_text(tmp_path, ARM + f"MOTION\n{ROW}\n")
    assert m.frames == 1
    assert warned(m, "no Frame Time")
    assert warned(m, "not stated")


def test_blank_lines_between_rows_do_not_matter(tmp_path):
    m = read_text(tmp_path, ARM + motion([ROW, "", "  ", ROW, ""], frames=2))
    assert m.frames == 2
    assert m.provenance.warnings[:1] == () or not warned(m, "row")


@pytest.mark.parametrize("row", [ROW + " 1", ROW[:-3]])
def test_rows_that_all_have_another_length_are_a_mistake_not_a_stream(row, tmp_path):
    with pytest.raises(FileError, match=r"clip.bvh:20: this row has (8|10) numbers; .* make 9"):
        read_text(tmp_path, ARM + motion([row] * 9))
