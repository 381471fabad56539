"""What is announced before a wait is all that a command loads."""

import re
from pathlib import Path

import supple
import supple.solvers.cleanup as cleanup
from supple.cli.compiling import CLEANING, DETECTING

_LOADED = re.compile(r"supple\.kernels\.(cleanup\.\w+) import|supple\.kernels\.cleanup import (\w+)")
_DETECTION = re.compile(r"supple\.kernels\.(detecting\.\w+) import|supple\.kernels\.detecting import (\w+)")


def test_every_kernel_that_the_cleanup_imports_is_announced():
    source = "\n".join(path.read_text() for path in Path(cleanup.__file__).parent.glob("*.py"))
    loaded = {whole or f"cleanup.{part}" for whole, part in _LOADED.findall(source)}
    assert len(loaded) > 5
    assert loaded <= set(CLEANING)


def test_every_kernel_that_detection_imports_is_announced():
    source = "\n".join(path.read_text() for path in (Path(supple.__file__).parent / "detect").rglob("*.py"))
    loaded = {whole or f"detecting.{part}" for whole, part in _DETECTION.findall(source)}
    assert loaded == set(DETECTING) - {"fk"}
    assert set(DETECTING) <= set(CLEANING)
