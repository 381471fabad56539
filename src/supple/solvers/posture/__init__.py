"""The posture bench: the classic iteration of resolved motion rate, for one pose and for comparison.

It keeps strict priorities only to first order, obeys no joint limits, and may cycle where a limb is stretched out; the
prioritized solver does better in all three.
"""

from supple.solvers.posture.bench import METHODS, Method, solve
from supple.solvers.posture.settings import Classic

__all__ = ["METHODS", "Classic", "Method", "solve"]
