"""Strict priorities: a weaker wish never disturbs a stronger one."""

from supple.solvers.prioritized.solving import solve

__all__ = ["solve"]
