"""Who says how far one joint may turn: the user, the file, or the human table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from supple.core.angles import perpendicular
from supple.core.body.anatomy import Anatomical, Anatomy
from supple.core.body.hinges import Hinge
from supple.core.body.joint_ranges import JointRange, Pair, human_range
from supple.core.body.limit_rows import LimitRow, polygon_row, range_row, swing_row, twist_row
from supple.core.freedom import Freedom
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError

_NOTHING = JointRange()


@dataclass(frozen=True, slots=True)
class LimitSetting:
    """What a user states of one joint [deg]; None: whatever the file or the human table says."""

    swing_deg: float | None = None  # half angle of a cone around the anatomical direction of the bone
    swing_polygon_deg: tuple[Pair, ...] | None = None  # (forward, outward) from there; goes before the cone
    twist_deg: Pair | None = None  # about the bone
    range_deg: Pair | None = None  # of a hinge

    def __post_init__(self) -> None:
        polygon = self.swing_polygon_deg
        if polygon is not None and len(polygon) < 3:
            raise InvalidValueError(f"swing_polygon_deg needs three vertices or more; got {len(polygon)}.")
        for name in ("twist_deg", "range_deg"):
            pair = getattr(self, name)
            if pair is not None and not pair[0] <= pair[1]:
                raise InvalidValueError(f"{name} must be (low, high); got {pair}.")
        if self.swing_deg is not None and not self.swing_deg >= 0.0:
            raise InvalidValueError(f"swing_deg must not be negative; got {self.swing_deg}.")


class Stated(NamedTuple):
    """All that is said of one joint."""

    skeleton: Skeleton
    joint: int
    figure: Anatomy
    hinge: Hinge | None  # where the joint was made a hinge by its role
    setting: LimitSetting


def check_range(skeleton: Skeleton, joint: int, setting: LimitSetting) -> None:
    """Refuse a range of a joint that is no hinge, once the hinges of the skeleton are made."""
    if setting.range_deg is not None and skeleton.freedoms[joint].kind != "hinge":
        raise InvalidValueError(
            f"range_deg is for a hinge, and {skeleton.names[joint]} turns about more than one axis. "
            "Say swing_deg and twist_deg instead."
        )


def limits_of(stated: Stated) -> list[LimitRow]:
    """The limits of one joint."""
    check_range(stated.skeleton, stated.joint, stated.setting)
    freedom = stated.skeleton.freedoms[stated.joint]
    ranges = _hinge_rows(stated, freedom)
    human = _NOTHING if ranges else _human(stated)  # of a bone, where no range of a hinge counts
    if stated.setting == LimitSetting() and human == _NOTHING:
        return ranges
    place = stated.figure.at(stated.joint)
    return ranges + ([] if place is None else _bone_rows(stated, place, human))


def _hinge_rows(stated: Stated, freedom: Freedom) -> list[LimitRow]:
    """The angles about the axes of hinges: the user's range, the file's, or the human one of a knee or elbow."""
    joint, rest, hinge = stated.joint, stated.skeleton.rest_rotations[stated.joint], stated.hinge
    flexion = 0.0 if hinge is None else hinge.rest_flexion
    if freedom.kind == "hinge" and stated.setting.range_deg is not None:
        ends = np.radians(stated.setting.range_deg)
        rows = [range_row(joint, "user", freedom.axes[0], rest, ends, at_rest=flexion)]
    elif freedom.kind != "ball" and freedom.limited and perpendicular(freedom.axes):
        pairs = zip(freedom.axes, freedom.limits, strict=True)
        rows = [range_row(joint, "file", axis, rest, ends) for axis, ends in pairs]
    elif hinge is not None and (human := _human(stated).range_deg) is not None:
        rows = [range_row(joint, "table", hinge.axis, rest, np.radians(human), at_rest=flexion)]
    else:
        rows = []
    return [row for row in rows if row is not None]


def _bone_rows(stated: Stated, place: Anatomical, human: JointRange) -> list[LimitRow]:
    """Swing and twist of a bone."""
    joint, setting = stated.joint, stated.setting
    rows: list[LimitRow | None] = []
    if setting.swing_polygon_deg is not None:
        towards = stated.figure.across(joint, place.centre)
        rows.append(polygon_row(joint, "user", place, towards, setting.swing_polygon_deg))
    elif setting.swing_deg is not None:
        rows.append(swing_row(joint, "user", place, setting.swing_deg))
    elif human.swing_deg is not None:
        rows.append(swing_row(joint, "table", place, human.swing_deg))
    if setting.twist_deg is not None:
        rows.append(twist_row(joint, "user", place, setting.twist_deg))
    elif human.twist_deg is not None:
        rows.append(twist_row(joint, "table", place, human.twist_deg))
    return [row for row in rows if row is not None]


def _human(stated: Stated) -> JointRange:
    parts = stated.figure.parts
    return human_range(parts.get(stated.joint, ""), parts.values()) or _NOTHING
