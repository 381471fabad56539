"""Settings of the tests in a real browser."""

from pathlib import Path

import pytest

# Chromium has two cores together with all other tests: what a page does too late then is tried again, and told as R.
_AGAIN = pytest.mark.flaky(reruns=2)


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(_AGAIN)
