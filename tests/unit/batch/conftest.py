"""No process outlives a test of batches."""

from support.processes import nothing_is_left as nothing_is_left
