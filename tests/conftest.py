"""Settings of every test run."""

import signal

import pytest
from hypothesis import settings

# The first call of a kernel compiles; a deadline would fail at random.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")

# A shell lets what it runs in the background ignore Ctrl-C, and that is passed on to every process that a test starts
# and ends by it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Chromium has two cores together with all other tests: what a page does too late then is tried again, and told as R.
_AGAIN = pytest.mark.flaky(reruns=2)


def pytest_collection_modifyitems(items):
    for item in items:
        if {"page", "window", "context"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(_AGAIN)
