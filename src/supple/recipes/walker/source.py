"""What a walker takes from a captured walk: the flight of its feet, and hips, trunk and arms."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from supple.core import quaternions
from supple.core.arrays import rebuilt
from supple.core.motion import Motion, first_moving_frame, rest_pose
from supple.core.pose import world_pose
from supple.errors import InvalidValueError
from supple.recipes.foot_path import FLAT, HEEL_OFF, TOE_OFF
from supple.recipes.retarget.retargeting import transferred_rotations
from supple.recipes.roles import motion_roles
from supple.recipes.walker.curves import TABLE, roll_knots, swing_pieces
from supple.recipes.walker.figure import WalkerFigure
from supple.recipes.walker.flights import Flight, find_flights, mean_flight
from supple.recipes.walker.upper import PHASES, UpperBody

_EDGE = 0.2  # of the flight at either end, over which the walker's own curve goes over into the captured one
_STEP = 0.15  # of the leg: feet that go less far in a flight do not walk
_FLIGHT = (HEEL_OFF, 1.0 + FLAT)  # the phases between which a foot is not flat on the ground


@dataclass(frozen=True, slots=True, eq=False)
class SourceGait:
    """The parts of a captured walk on the walker's figure."""

    upper: UpperBody
    extra: np.ndarray  # (TABLE,) by how much the captured flight is above the walker's own [m]
    apex: float  # how high the ankle rises, on this figure [m]
    leg_ratio: float
    cycles: int

    __reduce__ = rebuilt

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know."""
        return (f"flight and upper body are means over {self.cycles} strides of the source.",)


def source_gait(source: Motion, figure: WalkerFigure) -> SourceGait:
    """Take a walk apart; one without two strides of the left foot is refused."""
    first = first_moving_frame(source)
    clip = source.with_frames(first, source.frames)
    roles = motion_roles(clip)
    missing = [role for role in ("left_hip", "left_knee", "left_ankle", "hips") if role not in roles]
    if missing:
        raise InvalidValueError(f"the source has no {missing[0]}, so its walk cannot be taken.")
    if clip.frames < 3:
        raise InvalidValueError(
            f"the source is too short, with {clip.frames} of its frames in motion; a walk of two strides or more is "
            "needed."
        )
    joints = {role: clip.skeleton.index(name) for role, name in roles.items()}
    positions = world_pose(clip).positions
    height = _smooth(positions[:, joints["left_ankle"], 1], clip.fps)
    height = height - _floor(height)
    flights = find_flights(height)
    if len(flights) < 2:
        raise InvalidValueError(
            f"the source shows {len(flights)} whole flights of the left foot; a walk of two strides or more is needed."
        )
    _refuse_no_steps(positions[:, joints["left_ankle"]], flights, _leg(clip, joints))
    ratio = figure.leg / _leg(clip, joints)
    curve = mean_flight(height, flights, 4 * TABLE) * ratio
    upper = _upper(clip, figure, flights)
    return SourceGait(upper, _extra(curve, figure), float(curve.max()), ratio, len(flights))


def _refuse_no_steps(ankle: np.ndarray, flights: tuple[Flight, ...], leg: float) -> None:
    """A foot that goes up and down in one place does not walk: ``ankle`` (F, 3) [m]."""
    ways = [np.linalg.norm((ankle[f.stop] - ankle[f.start])[[0, 2]]) for f in flights]
    if (way := float(np.median(ways))) < _STEP * leg:
        raise InvalidValueError(
            f"the source does not walk: its left foot comes down {1e3 * way:.0f} mm from where it left. Give a clip in "
            "which somebody walks, or leave --source out."
        )


def _leg(motion: Motion, joints: dict[str, int]) -> float:
    chain = [joints[f"left_{part}"] for part in ("hip", "knee", "ankle")]
    bones = np.diff(world_pose(motion).positions[:, chain], axis=1)
    return float(np.linalg.norm(bones, axis=2).sum(axis=1).mean())


def _smooth(values: np.ndarray, fps: float) -> np.ndarray:
    """Without the noise of a capture, which would turn a slope where the foot stands."""
    width = max(1, round(0.05 * fps))
    window = np.hanning(2 * width + 1)
    return np.convolve(np.pad(values, width, mode="edge"), window / window.sum(), mode="valid")


def _floor(height: np.ndarray) -> np.ndarray:
    """The straight line under all heights that is highest in the middle: floors of captures are not quite level."""
    frames = np.arange(len(height))
    middle, under = 0.5 * frames[-1], [0]
    for k in frames[1:]:  # the lower hull
        while len(under) > 1 and _over(height, under[-2], under[-1], k):
            under.pop()
        under.append(int(k))
    right = next(n for n, k in enumerate(under) if k >= middle and n > 0)
    ends = under[right - 1 : right + 1]
    return np.asarray(np.polyval(np.polyfit(ends, height[ends], 1), frames))


def _over(height: np.ndarray, a: int, b: int, c: int) -> bool:
    """Whether the middle one of three frames lies on or over the line between the others."""
    return bool((height[b] - height[a]) * (c - a) >= (height[c] - height[a]) * (b - a))


def _extra(curve: np.ndarray, figure: WalkerFigure) -> np.ndarray:
    """The captured height less the walker's own over its flight, fading at both ends, where the foot meets a print."""
    shares = np.linspace(0.0, 1.0, TABLE)
    phases = TOE_OFF + shares * (1.0 - TOE_OFF)
    captured = np.interp((phases - _FLIGHT[0]) / (_FLIGHT[1] - _FLIGHT[0]), np.linspace(0.0, 1.0, len(curve)), curve)
    edge = np.clip(np.minimum(shares, 1.0 - shares) / _EDGE, 0.0, 1.0)
    return np.asarray((captured - _own(phases, figure)) * edge * edge * (3.0 - 2.0 * edge))


def _own(phases: np.ndarray, figure: WalkerFigure) -> np.ndarray:
    """(n,) how high the walker's own ankle is above a flat foot's on a step of 0.7 m, without any lift [m]."""
    from supple.kernels.walking.feet import pose_feet

    n = len(phases)
    places, turns = np.zeros((n, 2, 2, 3)), np.zeros((n, 2, 2, 4))
    places[:, :, 1, 2], turns[..., 0] = 1.4 * figure.size, 1.0
    shapes, at = np.broadcast_to(figure.shapes, (n, 2, 4)).copy(), np.minimum(phases, 1.0 - 1e-9)
    ankles, feet, toes, pitches = np.zeros((n, 2, 3)), np.zeros((n, 2, 4)), np.zeros((n, 2)), np.zeros((n, 2))
    pose_feet(
        np.stack([at, at], axis=1), places, turns, np.ones((n, 2, 3)), np.zeros((n, 2)), shapes, roll_knots(),
        swing_pieces(), np.zeros((n, 2)), ankles, feet, toes, pitches,
    )  # fmt: skip
    return np.asarray(ankles[:, 0, 1] - figure.shapes[0, 0])


def _upper(clip: Motion, figure: WalkerFigure, flights: tuple[Flight, ...]) -> UpperBody:
    """Rotations on the walker's figure, warped in time so that the left foot lies flat at the same phase."""
    rotations = transferred_rotations(clip, rest_pose(figure.skeleton))
    rotations[:, 0] = _seen_from_heading(rotations[:, 0], clip)
    cycles = [(a.stop, b.stop) for a, b in pairwise(flights)]
    phase = (np.arange(PHASES) / PHASES - FLAT) % 1.0
    tables = np.stack([_sampled(rotations, *cycle, phase) for cycle in cycles])
    table = np.stack([[quaternions.mean(tables[:, p, j]) for j in range(rotations.shape[1])] for p in range(PHASES)])
    table = quaternions.continuous(table)
    neutral = np.stack([quaternions.mean(table[:, j]) for j in range(rotations.shape[1])])
    return UpperBody(np.ascontiguousarray(table), neutral)


def _sampled(rotations: np.ndarray, start: int, stop: int, phase: np.ndarray) -> np.ndarray:
    """(P, J, 4) of one cycle; what its end lacks to be its beginning is spread over it."""
    at = start + phase * (stop - start)
    k = np.minimum(at.astype(int), len(rotations) - 2)
    share = np.broadcast_to((at - k)[:, None], (len(k), rotations.shape[1]))
    found = quaternions.slerp(rotations[k], rotations[k + 1], share)
    back = quaternions.multiply(quaternions.conjugate(rotations[stop]), rotations[start])
    none = quaternions.identity(len(k), rotations.shape[1])
    spread = np.broadcast_to((phase - 0.5)[:, None], share.shape)
    return quaternions.multiply(found, quaternions.slerp(none, np.broadcast_to(back, none.shape), spread))


def _seen_from_heading(hips: np.ndarray, clip: Motion) -> np.ndarray:
    """Hips as they are turned against where the figure goes."""
    forward = quaternions.rotate(hips, np.array([0.0, 0.0, 1.0]))
    yaw = np.unwrap(np.arctan2(forward[:, 0], forward[:, 2]))
    width = max(1, round(1.0 * clip.fps))
    window = np.hanning(2 * width + 1)
    heading = np.convolve(np.pad(yaw, width, mode="reflect", reflect_type="odd"), window / window.sum(), mode="valid")
    return quaternions.multiply(quaternions.about_axis("y", -heading[: len(yaw)]), hips)
