"""A whole motion bent until the equations of motion hold, as one banded problem."""
