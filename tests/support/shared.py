"""Real files of other people, beside the repository; tests skip where the folder is absent."""

from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="needs the real motions of ../shared/data, which are absent")


def files(pattern: str) -> list[Path]:
    """The shared files that match a pattern, sorted; none where the folder is absent."""
    return sorted(DATA.glob(pattern))
