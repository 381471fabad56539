"""A climb on a rope that begins to swing, by another body: ``python examples/rope_climb.py`` writes rope_climb.bvh."""

from dataclasses import dataclass, replace

import numpy as np

import supple
from supple.core import quaternions
from supple.recipes.acted import Acting, Limb, acted
from supple.recipes.curves import smooth_step

FPS, FRAMES, CYCLES, RISE = 30.0, 275, 4, 0.40  # [m] a cycle of the climb
TOP = np.array([0.0, 5.5, 0.25])  # [m] where the rope hangs
SWING_DEG, PERIOD_S, CALM_S = 8.0, 4.2, 1.5
PALM = 0.08  # [m] from the wrist to the middle of a hand that grips
LONGER = {"UpLeg": 1.0, "Leg": 1.2, "Foot": 1.2, "Spine": 0.8, "ForeArm": 0.85, "Hand": 0.85}  # bones to these joints
MOVES = {"LeftFoot": (0.05, 0.23), "RightFoot": (0.05, 0.23), "LeftHand": (0.58, 0.70), "RightHand": (0.82, 0.94)}


@dataclass(frozen=True, slots=True)
class Grip:
    """A hand or foot that holds the rope: which point of it, and in which frames."""

    joint: str
    point: tuple[float, float, float]  # in the joint's frame [m]
    frames: np.ndarray


def climbing() -> supple.Motion:
    """Feet go up and clamp the rope, legs push, hands reach over each other; the rope hangs still."""
    t = np.arange(FRAMES) / FPS
    pushed, drawn = share(t, (0.35, 0.85)), share(t, MOVES["LeftFoot"])
    hips = np.stack([0.0 * t, 0.3 + RISE * pushed, 0.02 * np.sin(2.0 * np.pi * drawn)], axis=1)
    feet = {side: Limb(ankle(t, x), pitch_deg=25.0, out_deg=12.0) for side, x in (("Left", 0.05), ("Right", -0.05))}
    wanted = {side: palm(t, side, above) for side, above in (("Left", 2.14), ("Right", 2.20))}
    wrists = {side: np.tile([0.1 * x, 0.1, 0.2], (FRAMES, 1)) for side, x in (("Left", 1.0), ("Right", -1.0))}
    for _ in range(12):  # until palms, and not only wrists, are where they are wanted
        hands = {side: Limb(place) for side, place in wrists.items()}
        motion = acted(Acting(hips, feet, hands, lean=4.0 + 10.0 * (drawn - pushed), nod=-14.0), FPS, "climb")
        pose, chest = supple.world_pose(motion), motion.skeleton.index("Spine1")
        for side in wrists:
            short = wanted[side] - held(motion, pose, grip(f"{side}Hand"))
            wrists[side] = wrists[side] + quaternions.rotate(quaternions.conjugate(pose.rotations[:, chest]), short)
    return motion


def share(t: np.ndarray, span: tuple[float, float]) -> np.ndarray:
    """(F,) cycles that something has moved which does so in a part of every cycle, and rests in the others."""
    done = t * FPS / FRAMES * CYCLES
    u = np.clip((done % 1.0 - span[0]) / (span[1] - span[0]), 0.0, 1.0)
    return np.floor(done) + smooth_step(u)


def ankle(t: np.ndarray, x: float) -> np.ndarray:
    """(F, 3) beside the rope; away from it while it goes up."""
    up = share(t, MOVES["LeftFoot"])
    off = np.sin(np.pi * (up % 1.0)) ** 2
    return np.stack([x * (1.0 + off), 0.48 + RISE * up, TOP[2] - 0.08 - 0.06 * off], axis=1)


def palm(t: np.ndarray, side: str, above: float) -> np.ndarray:
    """(F, 3) on the rope; away from it while it goes up."""
    up = share(t, MOVES[f"{side}Hand"])
    off = np.sin(np.pi * (up % 1.0)) ** 2
    out = 0.06 if side == "Left" else -0.06
    return np.stack([out * off, above + RISE * up, TOP[2] - 0.05 * off], axis=1)


def grip(joint: str) -> Grip:
    """What a hand or foot of the climb holds the rope with, and when."""
    moving = share(np.arange(FRAMES) / FPS, MOVES[joint]) % 1.0 > 0.0
    point = {"LeftHand": (PALM, 0.0, 0.0), "RightHand": (-PALM, 0.0, 0.0)}.get(joint, (0.0, 0.0, 0.0))
    return Grip(joint, point, np.flatnonzero(~moving))


def held(motion: supple.Motion, pose: supple.WorldPose, by: Grip) -> np.ndarray:
    """(F, 3) where the point of a grip is."""
    joint = motion.skeleton.index(by.joint)
    return pose.positions[:, joint] + quaternions.rotate(pose.rotations[:, joint], np.array(by.point))


def swing() -> np.ndarray:
    """(F, 4) how the rope is turned about its top: more and more, then as a pendulum."""
    t = np.arange(FRAMES) / FPS
    angle = np.radians(SWING_DEG) * smooth_step(np.clip(t / CALM_S, 0.0, 1.0)) * np.sin(2.0 * np.pi * t / PERIOD_S)
    return quaternions.about_axis("z", angle)


def on_the_rope(climb: supple.Motion) -> supple.Edit:
    """Hands and feet stay on the rope, from grasp to release, wherever it swings."""
    pose, turned, wishes = supple.world_pose(climb), swing(), []
    for joint in MOVES:
        by, trunk = grip(joint), ("Hips",) if joint.endswith("Foot") else ("Hips", "Spine")
        places = TOP + quaternions.rotate(turned, held(climb, pose, by) - TOP)
        turns = quaternions.multiply(turned, pose.rotations[:, climb.skeleton.index(joint)])
        when = [(f"{f}f",) * 4 for f in by.frames]
        at = [supple.PlaceGoal(at=tuple(places[f]), when=w) for f, w in zip(by.frames, when, strict=True)]
        to = [supple.TurnGoal(wxyz=tuple(turns[f]), when=w) for f, w in zip(by.frames, when, strict=True)]
        recruit = (*trunk, *limb(climb.skeleton, joint))
        wishes.append(supple.Position(name=joint, effector=joint, point=by.point, goals=tuple(at), recruit=recruit))
        wishes.append(supple.Orientation(name=f"{joint} turned", effector=joint, goals=tuple(to), recruit=recruit))
    return supple.Edit(constraints=tuple(wishes))


def limb(skeleton: supple.Skeleton, end: str) -> tuple[str, str, str]:
    """A hand or foot and the two joints above it."""
    middle = int(skeleton.parents[skeleton.index(end)])
    return skeleton.names[int(skeleton.parents[middle])], skeleton.names[middle], end


def other_body(climb: supple.Motion) -> supple.Motion:
    """The same turns with longer legs, a shorter trunk and shorter arms: hands and feet miss the rope."""
    parts = [name.removeprefix("Left").removeprefix("Right").rstrip("1") for name in climb.skeleton.names]
    offsets = climb.skeleton.offsets * np.array([[LONGER.get(part, 1.0)] for part in parts])
    return replace(climb, skeleton=replace(climb.skeleton, offsets=offsets))


def rope_climb() -> supple.Result:
    """The climb of the other body on the swinging rope."""
    climb = climbing()
    fit = supple.FitSettings(spacing_s=16.0 / FPS)
    return supple.edit(other_body(climb), on_the_rope(climb), solver="hierarchical", fit=fit)


if __name__ == "__main__":
    done = rope_climb()
    print(done.report.status, *done.report.notes, sep="\n")  # noqa: T201
    supple.write(done.motion, "rope_climb.bvh")
