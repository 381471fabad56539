"""Settings of every test run."""

import signal

from hypothesis import settings

# The first call of a kernel compiles; a deadline would fail at random.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")

# A shell lets what it runs in the background ignore Ctrl-C, and that is passed on to every process that a test starts
# and ends by it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
