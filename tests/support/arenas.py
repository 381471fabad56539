"""One frame of an edit as it lies in a solver's arena, with its errors and rows, for tests of the solver's parts."""

import numpy as np

from supple.constraints.compile import compile_edit
from supple.constraints.model import Edit
from supple.constraints.targets import frame_goals
from supple.core.pose import world_pose
from supple.kernels.posing import slots
from supple.kernels.posing.evaluate import evaluate
from supple.kernels.posing.locks import shift_rows
from supple.kernels.posing.models import see_frame
from supple.kernels.step import take_step
from supple.recipes.names import motion_names
from supple.solvers.prioritized.figure import figure_of
from supple.solvers.prioritized.frames import problem_of


class Laid:
    """A frame of a motion, evaluated at its source pose; ``locked`` maps numbers of limits to sides."""

    def __init__(self, motion, *constraints, frame=0, working=None, locked=None, **more):
        names, source, wishes = motion_names(motion), world_pose(motion), Edit(constraints=constraints, **more)
        self.plan = compile_edit(motion, wishes, names, source)
        self.figure = figure_of(motion, self.plan, wishes, names)
        self.problem = problem_of(
            motion, self.plan, self.figure, frame_goals(self.plan, np.arange(motion.frames), source)
        )
        self.working = self.plan.activity > 0.0 if working is None else working
        self.arena = slots.make_arena(self.problem.sizes)
        see_frame(frame, self.working, self.problem.parts, self.arena, motion.root_positions, motion.rotations)
        self._lock_only(locked or {})

    def _lock_only(self, locked):
        """Hold these limits, and let go of those that the source happens to touch."""
        shift_rows(len(locked) - int(self.part(slots.COUNTS)[slots.COUNT_LOCKS]), self.arena)
        self.part(slots.LOCKED)[: len(locked)] = list(locked)
        self.part(slots.LOCKED_SIDE)[: len(locked)] = list(locked.values())
        evaluate(self.arena)

    def part(self, slot):
        return slots.part(self.arena, slot)

    @property
    def columns(self):
        return len(self.figure.layout)

    @property
    def scale(self):
        return self.part(slots.SCALE)

    @property
    def stop(self):
        """How many rows there are."""
        return int(self.part(slots.ROW_START)[self.part(slots.COUNTS)[slots.COUNT_TASKS]])

    def level(self, k):
        """The rows of level k; level 0 is that of the locks."""
        return slice(*(int(i) for i in self.part(slots.LEVEL_START)[k : k + 2]))

    def errors(self):
        return self.part(slots.ERRORS)[: self.stop].copy()

    def rows(self):
        return self.part(slots.ROWS)[: self.stop].copy()

    def stepped(self, step):
        """Take a step along the scaled columns and evaluate there."""
        layout = self.figure.layout
        take_step(np.ascontiguousarray(self.scale * step), layout.start, layout.kind, layout.axes,
                  self.part(slots.ROOT), self.part(slots.ROTATIONS))  # fmt: skip
        evaluate(self.arena)
        return self

    def errors_at(self, step):
        """The errors after a step; the pose stays."""
        kept = self.part(slots.ROOT).copy(), self.part(slots.ROTATIONS).copy()
        out = self.stepped(step).errors()
        self.part(slots.ROOT)[:], self.part(slots.ROTATIONS)[:] = kept
        evaluate(self.arena)
        return out
