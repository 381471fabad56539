"""The parts of a person, in shares of stature, on whatever joints play the roles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from supple.core.roles import SIDES
from supple.core.skeleton import Skeleton
from supple.io.gltf.shapes import Shape, egg, frame_along, limb, loft, tapered

Parts = list[tuple[int, Shape]]  # the joint that carries it, and its shape

_LEG_SHARE = 0.47  # hip to ankle, of stature
_UP = np.array([0.0, 1.0, 0.0])
# Share of the way, half width and half depth in shares of stature.
_THIGH = np.array([(0.0, 0.047, 0.050), (0.35, 0.046, 0.049), (0.75, 0.035, 0.037), (1.0, 0.031, 0.033)])
_SHIN = np.array([(0.0, 0.029, 0.031), (0.3, 0.032, 0.035), (0.7, 0.023, 0.025), (1.0, 0.019, 0.021)])
_UPPER_ARM = np.array([(0.0, 0.030, 0.032), (0.4, 0.027, 0.029), (1.0, 0.022, 0.023)])
_FOREARM = np.array([(0.0, 0.022, 0.023), (0.25, 0.023, 0.024), (1.0, 0.015, 0.017)])
_TRUNK = np.array([(0.0, 0.088, 0.062), (0.28, 0.076, 0.056), (0.5, 0.082, 0.060),
                   (0.75, 0.096, 0.066), (0.9, 0.080, 0.058), (1.0, 0.042, 0.040)])  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stance:
    """A skeleton in a pose in which it stands, +Y up, and which joint plays which role."""

    skeleton: Skeleton
    at: np.ndarray  # (J, 3) [m]
    joints: dict[str, int]

    @property
    def size(self) -> float:
        """The largest extent of the figure."""
        return float(np.ptp(self.at, axis=0).max())

    @property
    def stature(self) -> float:
        """The height of a person with such legs, 0 where there are none."""
        lengths = [self.length(f"{s}_hip", f"{s}_knee") + self.length(f"{s}_knee", f"{s}_ankle") for s in SIDES]
        return max(lengths) / _LEG_SHARE

    @property
    def thickest(self) -> float:
        """The largest radius of a bone without a role."""
        return 0.03 * self.stature if self.is_person else 0.06 * self.size

    @property
    def thinnest(self) -> float:
        """The smallest radius of a bone without a role, such as a finger's."""
        return 0.0045 * self.stature if self.is_person else 0.0

    @property
    def is_person(self) -> bool:
        """Whether trunk and legs are known and have a length."""
        need = ["hips", *(f"{s}_{part}" for s in SIDES for part in ("hip", "knee", "ankle"))]
        return all(role in self.joints for role in need) and self.stature > 0.2 * self.size

    def point(self, role: str) -> np.ndarray:
        """Where the joint of a role is."""
        return self.at[self.joints[role]]

    def length(self, first: str, second: str) -> float:
        """How far apart the joints of two roles are, 0 where one is missing."""
        if first not in self.joints or second not in self.joints:
            return 0.0
        step = self.point(first) - self.point(second)
        return float(np.sqrt(step @ step))

    def path(self, upper: str, lower: str) -> list[int]:
        """The joints from one role down to another, both included; [] where there is no such way."""
        if upper not in self.joints or lower not in self.joints:
            return []
        way, stop = [self.joints[lower]], self.joints[upper]
        while way[-1] != stop:
            if way[-1] <= stop:
                return []
            way.append(int(self.skeleton.parents[way[-1]]))
        return way[::-1]

    @property
    def left(self) -> np.ndarray:
        """The horizontal unit vector to the figure's left."""
        step = self.point("left_hip") - self.point("right_hip")
        step = step - (step @ _UP) * _UP
        size = np.sqrt(step @ step)
        return step / size if size > 1e-9 else np.array([1.0, 0.0, 0.0])

    @property
    def forward(self) -> np.ndarray:
        """The horizontal unit vector to the figure's front."""
        return np.cross(self.left, _UP)


def mannequin_parts(stance: Stance) -> tuple[set[int], Parts]:
    """The joints whose bones are covered, and the parts without the feet; nothing where the figure is no person."""
    if not stance.is_person:
        return set(), []
    covered: set[int] = set()
    parts: Parts = []
    _above_hips(stance, covered)
    _trunk(stance, covered, parts)
    _head(stance, covered, parts)
    for side in SIDES:
        covered.update(_below(stance.skeleton, stance.joints[f"{side}_ankle"]))
        _along(stance, f"{side}_hip", f"{side}_knee", _THIGH, covered, parts)
        _along(stance, f"{side}_knee", f"{side}_ankle", _SHIN, covered, parts)
        _shoulder(stance, side, covered, parts)
        _along(stance, f"{side}_shoulder", f"{side}_elbow", _UPPER_ARM, covered, parts)
        _along(stance, f"{side}_elbow", f"{side}_wrist", _FOREARM, covered, parts)
        _hand(stance, side, covered, parts)
    return covered, parts


def _above_hips(stance: Stance, covered: set[int]) -> None:
    """What leads from a root on the floor to the hips is no bone."""
    joint = stance.joints["hips"]
    while joint >= 0:
        covered.add(joint)
        joint = int(stance.skeleton.parents[joint])


def _along(stance: Stance, upper: str, lower: str, widths: np.ndarray, covered: set[int], parts: Parts) -> None:
    """A limb over all bones from one role to another, each with its share of the widths."""
    _cover_path(stance, stance.path(upper, lower), widths, covered, parts)


def _cover_path(stance: Stance, way: list[int], widths: np.ndarray, covered: set[int], parts: Parts) -> None:
    covered.update(way[1:])
    if len(way) < 2:
        return
    points = stance.at[way]
    lengths = np.sqrt(np.sum(np.diff(points, axis=0) ** 2, axis=1))
    shares = np.concatenate([[0.0], np.cumsum(lengths)]) / max(lengths.sum(), 1e-12)
    for k, joint in enumerate(way[:-1]):
        if lengths[k] > 1e-3 * stance.stature:
            cut = _cut(widths, shares[k], shares[k + 1]) * np.array([1.0, stance.stature, stance.stature])
            parts.append((joint, limb(points[k], points[k + 1], cut, stance.left)))


def _cut(widths: np.ndarray, start: float, stop: float) -> np.ndarray:
    """The widths between two shares of the way, as shares of that piece."""
    inside = widths[(widths[:, 0] > start + 0.02) & (widths[:, 0] < stop - 0.02), 0]
    at = np.concatenate([[start], inside, [stop]])
    columns = [np.interp(at, widths[:, 0], widths[:, k]) for k in (1, 2)]
    return np.stack([(at - start) / max(stop - start, 1e-12), *columns], axis=1)


def _trunk(stance: Stance, covered: set[int], parts: Parts) -> None:
    """Pelvis, belly and chest; wide where hips and shoulders are."""
    h = stance.stature
    hips, left, right = stance.joints["hips"], stance.joints["left_hip"], stance.joints["right_hip"]
    for joint in (left, right):
        covered.update(stance.path("hips", "left_hip" if joint == left else "right_hip"))
    span = 0.5 * stance.length("left_hip", "right_hip")
    centre = 0.5 * (0.5 * (stance.at[left] + stance.at[right]) + stance.at[hips])
    half = np.array([0.056 * h, min(span + 0.042 * h, 0.105 * h), 0.060 * h])
    parts.append((hips, egg(centre, frame_along(_UP, stance.left), half)))
    top = next((role for role in ("neck", "chest", "spine") if stance.path("hips", role)), "")
    if not top:
        return
    _along(stance, "hips", top, _trunk_widths(stance, top), covered, parts)


def _trunk_widths(stance: Stance, top: str) -> np.ndarray:
    """The trunk's widths with the chest at the height of the shoulders, wherever the neck starts."""
    if "left_shoulder" not in stance.joints or "right_shoulder" not in stance.joints:
        return _TRUNK
    across = 0.5 * stance.length("left_shoulder", "right_shoulder") / stance.stature
    axis = stance.point(top) - stance.point("hips")
    middle = 0.5 * (stance.point("left_shoulder") + stance.point("right_shoulder")) - stance.point("hips")
    line = float(np.clip(middle @ axis / max(float(axis @ axis), 1e-12), 0.75, 1.0))
    chest = float(np.clip(0.94 * across, 0.07, 0.11))
    slope = min((1.0 - line) / 0.15, 1.0)
    neck = (1.0 - slope) * np.array([0.82 * chest, 0.055]) + slope * np.array([0.042, 0.040])
    upper = [(0.85 * line, chest, 0.066), (0.97 * line, 0.86 * chest, 0.059), (1.0, *neck)]
    return np.concatenate([_TRUNK[:3], upper])


def _head(stance: Stance, covered: set[int], parts: Parts) -> None:
    """Neck and head; the crown is at the head's end site where there is one."""
    h, at = stance.stature, stance.at
    neck = np.array([(0.0, 0.033, 0.036), (1.0, 0.028, 0.031)])
    _along(stance, "neck", "head", neck, covered, parts)
    role = "head" if "head" in stance.joints else "neck"
    if role not in stance.joints:
        return
    joint = stance.joints[role]
    below = stance.skeleton.children(joint)
    steps = [at[c] - at[joint] for c in below if stance.skeleton.end_sites[c]]
    reach = max((float(s @ _UP) for s in steps), default=0.0)
    height = reach if 0.07 * h < reach < 0.17 * h else 0.115 * h
    up = at[joint] - at[stance.skeleton.parents[joint]] if joint > 0 else _UP
    up = up / np.sqrt(up @ up) if up @ up > 1e-12 else _UP
    up = up + 2.0 * _UP  # a neck leans forward, a head does not
    frame = frame_along(up, stance.left)
    centre = at[joint] + frame[0] * 0.46 * height + stance.forward * 0.008 * h
    parts.append((joint, egg(centre, frame, np.array([0.62 * height, 0.044 * h, 0.054 * h]), 0.25)))
    covered.update(c for c in below if stance.skeleton.end_sites[c])


def _shoulder(stance: Stance, side: str, covered: set[int], parts: Parts) -> None:
    """From the collar bone, or the chest where there is none, to the shoulder."""
    h = stance.stature
    if f"{side}_shoulder" not in stance.joints:
        return
    collar = f"{side}_clavicle"
    for upper in ("chest", "neck", "spine", "hips"):
        if way := stance.path(upper, collar if collar in stance.joints else f"{side}_shoulder"):
            covered.update(way[1:])
            break
    widths = np.array([(0.0, 0.030, 0.034), (1.0, 0.032, 0.034)])
    if collar in stance.joints:
        _along(stance, collar, f"{side}_shoulder", widths, covered, parts)
        return
    joint = stance.joints[f"{side}_shoulder"]
    carrier = int(stance.skeleton.parents[joint])
    if carrier >= 0:
        end = stance.at[joint]
        start = end + (0.06 * h) * (stance.left if side == "right" else -stance.left)
        parts.append((carrier, tapered(start, end, 0.032 * h, 0.032 * h)))


def foot_parts(stance: Stance, side: str) -> Parts:
    """A wedge from heel to ball, and the toes, with a flat sole; the foot stands flat in this stance."""
    h, ankle = stance.stature, stance.joints[f"{side}_ankle"]
    at = stance.at[ankle]
    ball = stance.joints.get(f"{side}_ball")
    tip = stance.joints.get(f"{side}_toe_end")
    far = stance.at[tip if tip is not None else ball if ball is not None else ankle]
    ahead = (far - at) * np.array([1.0, 0.0, 1.0])
    ahead = ahead / np.sqrt(ahead @ ahead) if ahead @ ahead > (0.02 * h) ** 2 else stance.forward
    reach = float((stance.at[ball] - at) @ ahead) if ball is not None else 0.0
    reach = reach if 0.03 * h < reach < 0.14 * h else 0.085 * h
    toes = float((far - at) @ ahead) - reach if tip is not None else 0.0
    toes = toes if 0.015 * h < toes < 0.08 * h else 0.04 * h
    lowest = min(at[1] - 0.03 * h, far[1] - 0.008 * h)
    sole = max(lowest, at[1] - 0.065 * h) - at[1]
    frame = frame_along(ahead, np.cross(_UP, ahead))
    bends = ball is not None and bool(stance.path(f"{side}_ankle", f"{side}_ball"))
    rows = [(-0.045, 0.012, 0.4), (-0.043, 0.014, 0.55), (-0.03, 0.019, 0.8), (0.0, 0.021, 1.0)]
    heel = [(x * h, w * h, (t * -sole)) for x, w, t in rows]
    middle = [(0.5 * reach, 0.024 * h, 0.62 * -sole + 0.006 * h), (reach, 0.028 * h, 0.026 * h)]
    front = [(reach + 0.5 * toes, 0.027 * h, 0.021 * h), (reach + 0.85 * toes, 0.021 * h, 0.017 * h),
             (reach + toes, 0.010 * h, 0.012 * h)]  # fmt: skip
    if bends and ball is not None:
        back = _wedge(at, frame, heel + middle + [(reach + 0.012 * h, 0.020 * h, 0.02 * h)], sole)
        toe = _wedge(at, frame, [(reach - 0.012 * h, 0.022 * h, 0.02 * h), middle[-1], *front], sole)
        return [(ankle, back), (ball, toe)]
    return [(ankle, _wedge(at, frame, heel + middle + front, sole))]


def _wedge(at: np.ndarray, frame: np.ndarray, rows: list[tuple[float, float, float]], sole: float) -> Shape:
    """Rows of (ahead, half width, height of the top above the sole)."""
    stations = np.array([(x, sole + 0.5 * t, w, 0.5 * t) for x, w, t in rows])
    closed = np.concatenate([stations[:1], stations, stations[-1:]])
    closed[[0, -1], 2:] = 0.0
    return loft(at, frame, closed, square=3.0)


def _hand(stance: Stance, side: str, covered: set[int], parts: Parts) -> None:
    """A flat hand; fingers are drawn one by one where the skeleton has them."""
    if f"{side}_wrist" not in stance.joints:
        return
    h, wrist = stance.stature, stance.joints[f"{side}_wrist"]
    at, skeleton = stance.at[wrist], stance.skeleton
    fingers = [c for c in skeleton.children(wrist) if not skeleton.end_sites[c]]
    tips = [stance.at[c] for c in skeleton.children(wrist)]
    reach = np.mean(tips, axis=0) - at if tips else at - stance.at[skeleton.parents[wrist]]
    size = float(np.sqrt(reach @ reach))
    along = reach / size if size > 1e-9 else -_UP
    length = size if 0.03 * h < size < 0.13 * h else 0.1 * h
    shape = np.array([(0.0, 0.015, 0.013), (0.3, 0.022, 0.012), (0.6, 0.023, 0.010), (0.92, 0.014, 0.007)])
    shape = shape * np.array([1.0, h, h])
    if len(fingers) < 2:
        covered.update(_below(skeleton, wrist))
    parts.append((wrist, limb(at, at + along * length, shape, stance.forward)))


def _below(skeleton: Skeleton, joint: int) -> range:
    """The joints below one, which stand in one block."""
    return range(joint + 1, int(skeleton.subtree_stops()[joint]))
