"""Real files of other people, beside the repository; tests skip where the folder is absent."""

import re
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="needs the real motions of ../shared/data, which are absent")


def files(pattern: str) -> list[Path]:
    """The shared files that match a pattern, sorted; none where the folder is absent."""
    return sorted(DATA.glob(pattern))


def frames_told(path: Path) -> tuple[int, float] | None:
    """The frames of a file and their time [s], as far as its text tells at a glance; None where it does not.

    So that tests of long clips are not collected for short ones; the glTF and X3D files there are all short.
    """
    text = path.read_bytes() if path.suffix in (".bvh", ".amc") else b""
    if path.suffix == ".bvh" and (told := re.search(rb"Frames:\s*(\d+)\s+Frame Time:\s*([\d.eE+-]+)", text)):
        return int(told[1]), float(told[2])
    if path.suffix == ".amc":
        return len(re.findall(rb"^\d+\s*$", text, re.MULTILINE)), 1.0 / 120.0
    return None
