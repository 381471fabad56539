"""Coarse-to-fine fitting of a whole motion: displacements on finer and finer splines, poses solved in between."""

from supple.solvers.hierarchical.solving import solve

__all__ = ["solve"]
