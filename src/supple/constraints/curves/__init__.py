"""Goals over time: where a wish wants a point to be, frame by frame, as plain functions on arrays."""
