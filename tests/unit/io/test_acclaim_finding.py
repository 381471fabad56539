"""Which .asf belongs to an .amc."""

import pytest
from support.acclaim_files import AMC, ASF

from supple.errors import FileError
from supple.io import registry
from supple.io.options import ReadOptions


def folder_with(tmp_path, *skeletons):
    for name in skeletons:
        (tmp_path / name).write_text(ASF)
    return tmp_path


@pytest.mark.parametrize(
    ("motion", "skeletons", "chosen"),
    [
        ("walk.amc", ["other.asf", "walk.asf"], "walk.asf"),
        ("02_01.amc", ["01.asf", "02.asf", "03.asf"], "02.asf"),
        ("02_01.amc", ["02.asf", "02_01.asf"], "02_01.asf"),
        ("07_05-walk.amc", ["09-run.asf", "07-walk.asf"], "07-walk.asf"),
        ("person-jump.amc", ["person.asf", "x.asf"], "person.asf"),
        ("whatever.amc", ["skeleton.asf"], "skeleton.asf"),
        ("take.amc", ["TINY.ASF", "x.asf"], "TINY.ASF"),  # its first line names C:\\somewhere\\tiny.ASF
    ],
)
def test_the_skeleton_is_found_beside_the_motion(tmp_path, motion, skeletons, chosen):
    path = folder_with(tmp_path, *skeletons) / motion
    path.write_text(AMC)
    assert registry.read(path).provenance.decision("skeleton").startswith(f"{chosen}, ")


def test_the_skeleton_can_be_told(tmp_path):
    (tmp_path / "far").mkdir()
    path = folder_with(tmp_path, "a.asf", "b.asf", "far/c.asf") / "a.amc"
    path.write_text(AMC)
    motion = registry.read(path, ReadOptions(skeleton=tmp_path / "far" / "c.asf"))
    assert motion.provenance.decision("skeleton") == "c.asf, as told"


def test_what_was_looked_for_is_said(tmp_path):
    path = folder_with(tmp_path, "b.asf", "c.asf") / "02_01.amc"
    path.write_text(AMC.replace("tiny", "elsewhere"))
    with pytest.raises(FileError, match=r"02_01\.asf, 02\.asf, elsewhere\.asf; found b\.asf, c\.asf.*--skeleton"):
        registry.read(path)
