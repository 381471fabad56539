"""Settings of every test run."""

from hypothesis import settings

# The first call of a kernel compiles; a deadline would fail at random.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")
