"""The page on coverage names tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_test_that_the_page_names_is_there():
    named = set(re.findall(r"tests/[a-z_0-9/]+\.py", (ROOT / "docs/coverage.md").read_text()))
    assert len(named) > 5
    assert not {path for path in named if not (ROOT / path).is_file()}
