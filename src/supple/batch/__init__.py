"""Whole data sets: one job on thousands of clips, on one machine or a cluster, that never loses work.

``supple.batch.run(job, paths, executor)`` does a job of yours with any executor of the kind of
``concurrent.futures``; ``LocalPool`` is one whose workers may die. ``supple batch`` is made of the same parts.
"""

from __future__ import annotations

from supple.batch.local_pool import LocalPool
from supple.batch.running import Outcome, run

__all__ = ["LocalPool", "Outcome", "run"]
