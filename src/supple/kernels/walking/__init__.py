"""Procedural walking in compiled code: feet on their prints and in flight, hips over them, for many walkers at once."""
