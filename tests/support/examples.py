"""The examples, run by the commands of their README, and measures of the written files."""

import contextlib
import re
import shlex
import shutil
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from supple.cli import main
from supple.constraints.compile import compile_edit
from supple.constraints.model import Edit, Footplant, Shape
from supple.constraints.names import Names
from supple.constraints.targets import frame_goals
from supple.core.motion import Motion
from supple.core.pose import WorldPose, world_pose
from supple.core.quaternions import conjugate, multiply, rotate
from supple.io.registry import read
from supple.kernels.task_kinds import POINT
from supple.recipes.edit_document import read_edit
from supple.recipes.names import motion_names

FOLDER = Path(__file__).resolve().parents[2] / "examples"
COMMANDS = re.findall(r"^\$ supple ([^#\n]+)", (FOLDER / "README.md").read_text(), flags=re.MULTILINE)


@dataclass(frozen=True, eq=False, repr=False)
class Example:
    """An example's document, and its motion as files have it before and after."""

    edit: Edit
    before: Motion
    after: Motion
    exit_code: int

    @cached_property
    def names(self) -> Names:
        return motion_names(self.before)

    @cached_property
    def source(self) -> WorldPose:
        return world_pose(self.before)

    @cached_property
    def pose(self) -> WorldPose:
        return world_pose(self.after)

    def path(self, name: str, pose: WorldPose | None = None) -> np.ndarray:
        """Where a joint, role or point of a foot goes (F, 3) [m]; in the result, or in another pose."""
        pose, effector = pose or self.pose, self.names.effector(name)
        return pose.positions[:, effector.joint] + rotate(pose.rotations[:, effector.joint], np.array(effector.point))

    def turns(self, name: str) -> np.ndarray:
        """World orientations (F, 4) of a joint of the result."""
        return self.pose.rotations[:, self.names.effector(name).joint]

    def seen_from(self, name: str, frame: str) -> np.ndarray:
        """(F, 3) the path of a point of the result in the frame of a joint [m]."""
        base = self.names.effector(frame).joint
        away = self.path(name) - self.pose.positions[:, base]
        return rotate(conjugate(self.pose.rotations[:, base]), away)

    def turned_against(self, name: str, frame: str) -> np.ndarray:
        """(F, 4) orientations of a joint of the result in the frame of another."""
        return multiply(conjugate(self.turns(frame)), self.turns(name))

    def frames(self, begin: float, end: float) -> slice:
        """The frames of a closed time span [s]."""
        return slice(int(np.ceil(begin * self.before.fps - 1e-6)), int(np.floor(end * self.before.fps + 1e-6)) + 1)

    def goal_bend(self) -> float:
        """The largest second difference of what any goal asks a point to be displaced by [m per frame squared].

        Feet that shapes lead to their places do not count: they fade in from there, not from where they were.
        """
        plan = compile_edit(self.before, self.edit, self.names, self.source)
        led = any(isinstance(c, Shape) and c.effector.endswith("ankle") for c in self.edit.constraints)
        feet = [k for k, c in enumerate(self.edit.constraints) if led and isinstance(c, Footplant)]
        goals = frame_goals(plan, np.arange(self.before.frames), self.source).goal
        most = 0.0
        for k in np.flatnonzero((plan.kind == POINT) & ~np.isin(plan.constraint, feet)):
            asked = goals[:, k, :3].copy()
            for s in range(plan.support_start[k], plan.support_start[k + 1]):
                joint = plan.support_joint[s]
                arm = rotate(self.source.rotations[:, joint], plan.support_point[:, s])
                asked += plan.share[:, s, None] * (self.source.positions[:, joint] + arm)
            own = self.source.positions[:, plan.joint[k]]
            own = own + rotate(self.source.rotations[:, plan.joint[k]], plan.point[k])
            aside = np.where(plan.activity[:, k, None] > 0.0, asked - own, 0.0)
            most = max(most, float(bend(aside).max()))
        return most


def bend(path: np.ndarray) -> np.ndarray:
    """Lengths of second differences (F - 2, ...) of paths (F, ..., 3)."""
    return np.linalg.norm(path[2:] - 2.0 * path[1:-1] + path[:-2], axis=-1)


@cache
def example(name: str) -> Example:
    """Run the README's commands for one document; each process does so once."""
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copytree(FOLDER, "examples")
        line = next(line for line in COMMANDS if f"examples/{name}.toml" in line)
        source, document, _, out, *_ = shlex.split(line)[1:]
        assert main(shlex.split(next(line for line in COMMANDS if line.rstrip().endswith(f"-o {source}")))) == 0
        code = main(shlex.split(line))
        assert code in (0, 3), line
        return Example(read_edit(document), read(source), read(out), code)
