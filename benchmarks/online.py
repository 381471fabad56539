"""Retargeting as frames come: frames per second beside mink, which only has to put the two feet where ours are."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
from mink import DofFreezingTask

from benchmarks.measure import Row
from benchmarks.peers.reach import Reach
from benchmarks.peers.with_mink import Mink, Settings
from supple.core.motion import Motion, rest_pose
from supple.core.pose import world_pose
from supple.recipes.online.retargeting import OnlineRetarget
from supple.recipes.walk import true_walk
from supple.solvers.cleanup.stream import Pose

FEET = ("LeftFoot", "RightFoot")
RATE, SECONDS, ROUNDS = 60.0, 5.0, 5
MET = 2e-4  # [m] as near as ours
SHORTER, LONGER = 0.8, 1.2  # thighs and shanks of the other figure


class _Legs(Mink):
    """Two feet with their turns; everything but the legs is frozen, as it is in ours."""

    def __init__(self, task: Reach, settings: Settings, turns: np.ndarray) -> None:
        super().__init__(task, settings, FEET)
        self.turns, self.frame = turns, 0
        for goal in self.goal_tasks:
            goal.set_orientation_cost(1.0)
        moving = {self.model.joint(k).dofadr[0] for k in range(self.model.njnt) if _in_leg(self.model.joint(k).name)}
        self.constraints = [DofFreezingTask(self.model, [d for d in range(self.model.nv) if d not in moving])]

    def start(self, frame: int) -> None:
        """Take the source pose of a frame."""
        self.frame = frame
        super().start(frame)

    def aim(self, goals: np.ndarray) -> None:
        """Places and turns of our feet."""
        super().aim(goals)
        for target, turn in zip(self.targets, self.turns[self.frame], strict=True):
            target[:4] = turn


def _in_leg(name: str) -> bool:
    return any(part in name for part in ("UpLeg", "Leg", "Foot"))


def run() -> list[Row]:
    """Our whole frame (transfer, plants, two legs) and mink's two-foot solve from the scaled pose, in one run."""
    walk, other = true_walk(SECONDS, RATE).motion, other_figure(true_walk(1.0, RATE).motion)
    poses = [Pose(walk.root_positions[f], walk.rotations[f]) for f in range(walk.frames)]
    stream = OnlineRetarget(walk, other)
    out = pushed(stream, poses)
    solved = Motion(
        stream.skeleton, np.array([p.root_position for p in out]), np.array([p.rotations for p in out]), 1 / RATE
    )
    scaled = scaled_copy(walk, other)
    ours, theirs = float("inf"), dict[str, tuple[float, str]]()
    for _ in range(ROUNDS):
        begin = time.process_time()
        pushed(stream, poses)
        ours = min(ours, time.process_time() - begin)
        for name, seconds, details in mink_seconds(scaled, solved):
            theirs[name] = min(theirs.get(name, (float("inf"), "")), (seconds, details))
    fps = walk.frames / ours
    return [
        catching(),
        ("online retarget of a walk [frames/s]", f"{fps:.0f}", "", f"{1e6 / fps:.1f} us a frame, one core"),
        *(
            (
                f"times mink, {name}",
                f"{seconds / ours:.1f}",
                "30",
                f"mink {walk.frames / seconds:.0f} frames/s; {details}",
            )
            for name, (seconds, details) in theirs.items()
        ),
    ]


def catching() -> Row:
    """Whole clips with four limbs solved in each frame, contacts known."""
    from supple.recipes.detect import detect
    from supple.recipes.reach.reaching import reach
    from supple.recipes.samples import sample

    clip = sample("catch")
    contacts, best = detect(clip), float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        reach(clip, 1.2, contacts=contacts)
        best = min(best, time.process_time() - begin)
    return "catch, four limbs a frame [frames/s]", f"{clip.frames / best:.0f}", "1350", "the source: 1,350 in 2005"


def pushed(stream: OnlineRetarget, poses: list[Pose]) -> list[Pose]:
    """All poses through a stream that starts anew."""
    stream.reset()
    return [stream.push(pose) for pose in poses]


def other_figure(walk: Motion) -> Motion:
    """Shorter thighs and longer shanks."""
    skeleton = walk.skeleton
    offsets = skeleton.offsets.copy()
    for side in ("Left", "Right"):
        offsets[skeleton.index(f"{side}Leg")] *= SHORTER
        offsets[skeleton.index(f"{side}Foot")] *= LONGER
    return rest_pose(replace(skeleton, offsets=offsets))


def scaled_copy(walk: Motion, other: Motion) -> Motion:
    """What mink starts each frame from, given to it for nothing."""
    from supple.recipes.retarget.retargeting import retarget

    return retarget(walk, other).before


def mink_seconds(scaled: Motion, solved: Motion) -> list[tuple[str, float, str]]:
    """Seconds of mink for the clip: the feet, from the scaled pose, until both are as near to their places as ours."""
    import benchmarks.peers.with_mink as peer
    from benchmarks.peers.body import exported
    from benchmarks.peers.reach import Reach, solve_clip

    pose, joints = world_pose(solved), [solved.skeleton.names.index(name) for name in FEET]
    goals, found = pose.positions[:, joints].copy(), []
    moved = scaled.with_root_positions(solved.root_positions)  # it may take where our hips are
    task = Reach("feet", moved, exported(moved), goals, (0.0, 0.0, 0.0, 0.0))
    fastest, same = peer.Settings(), peer.Settings(qp="daqp")
    for name, solver in {
        "the same solve (legs alone, feet turned as ours)": _Legs(task, same, pose.rotations[:, joints]),
        "an easier one (its fastest; the whole body moves, feet turn freely)": peer.Mink(task, fastest, FEET),
    }.items():
        taken = solve_clip(solver, goals, from_source=True, met=MET)
        found.append(
            (name, taken.seconds, f"{taken.steps / len(goals):.2f} steps a frame, {taken.missed} frames missed")
        )
    return found
