"""Acclaim files made to cost time or to flood the screen."""

import time
import tracemalloc
from dataclasses import replace

import pytest
from support.acclaim_files import ASF, put
from support.motions import human_skeleton, smooth_motion

from supple.errors import FileError
from supple.io import registry
from supple.io.acclaim.amc_reader import parse_amc
from supple.io.acclaim.asf_reader import parse_asf
from supple.io.warning_list import MOST

SECONDS = 2.0  # of this process alone, for a megabyte
MEGABYTE = 1_000_000
FIRST_BONE = "     id 1\n"


def chain(bones):
    """One bone below the other."""
    bone = "begin\nname b{}\ndirection 0 1 0\nlength 1\naxis 0 0 0 XYZ\ndof rx\nend\n"
    head = ":root\norder TX TY TZ RX RY RZ\n:bonedata\n" + "".join(bone.format(k) for k in range(bones))
    return head + ":hierarchy\nroot b0\n" + "".join(f"b{k} b{k + 1}\n" for k in range(bones - 1))


@pytest.mark.parametrize("line", ["foo\n", "density 1\n", "dof\n"])
def test_one_bone_may_have_many_lines(tmp_path, line):
    asf = ASF.replace(FIRST_BONE, FIRST_BONE + line * (MEGABYTE // len(line)), 1)
    path = put(tmp_path, asf=asf)
    start = time.process_time()
    motion = registry.read(path)
    assert time.process_time() - start < SECONDS
    assert motion.frames == 3


def test_limits_without_end_cost_little(tmp_path):
    path = put(tmp_path, asf=ASF.replace("(-10.0 170.0)", "(-10.0 170.0)\n" * (MEGABYTE // 14), 1))
    tracemalloc.start()
    motion = registry.read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 * MEGABYTE
    assert any("'shin' has 50 or more limits for 1 degrees of freedom" in words for words in motion.provenance.warnings)


def test_lines_of_unknown_keys_are_kept_in_their_order(tmp_path):
    asf = parse_asf(ASF.replace(FIRST_BONE, FIRST_BONE + "density 1\nvolume 2\n", 1), tmp_path)
    assert asf.bones[0].extras == ("density 1", "volume 2")


@pytest.mark.parametrize("old", [FIRST_BONE, ":bonedata\n", ":units\n", ":documentation\n"])
def test_a_warning_for_every_line_is_a_few_warnings(tmp_path, old):
    line = ":foo\n" if old == ":documentation\n" else "foo 1\n"
    path = put(tmp_path, asf=ASF.replace(old, line * 5000 + old if line[0] == ":" else old + line * 5000, 1))
    warnings = registry.read(path).provenance.warnings
    assert len(warnings) <= MOST + 1
    assert "4980 more warnings" in warnings[-1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dof rx ry rz", "dof " + "rx " * 300_000),
        ("order TX TY", "order " + "TX " * 300_000),
        ("name shin", "name thigh\nx " + "y" * MEGABYTE),
        ("thigh shin", "thigh " + "x" * MEGABYTE),
        ("length 7.5", "length " + "x" * MEGABYTE),
        ("name shin\n", "name " + "x" * MEGABYTE + "\nlength y\n"),
    ],
)
def test_an_error_quotes_little_of_a_long_line(tmp_path, old, new):
    with pytest.raises(FileError) as caught:
        registry.read(put(tmp_path, asf=ASF.replace(old, new, 1)))
    assert len(caught.value.message) < 300
    assert caught.value.line is not None


def test_a_skeleton_of_many_bones_is_read_in_time(tmp_path):
    bones = 9000
    asf = parse_asf(chain(bones), tmp_path)
    frame = "root 0 0 0 0 0 0\n" + "".join(f"b{k} 0\n" for k in range(bones))
    start = time.process_time()
    amc = parse_amc(f"1\n{frame}2\n{frame}", tmp_path, asf)
    assert time.process_time() - start < 1.0  # it took 3 s where every bone was looked up in a new set
    assert len(amc.names) == bones + 1


@pytest.mark.parametrize("seconds", [1e-300, 1e-9, 1e-6, 1 / 60, 1e6, 1e7, 1e300])
def test_any_frame_time_comes_back(tmp_path, seconds):
    motion = replace(smooth_motion(human_skeleton(), 3), frame_time=seconds)
    registry.write(motion, tmp_path / "a.amc")
    assert registry.read(tmp_path / "a.amc").frame_time == seconds
