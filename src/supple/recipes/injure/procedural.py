"""A limp that is walked from nothing: the walker with the controls of a preset."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np

from supple.core.contacts import Contacts
from supple.core.option_types import checked
from supple.core.roles import SIDES
from supple.detect.signature.signature import GaitSignature
from supple.errors import InvalidValueError
from supple.io.documents.body import Body
from supple.io.documents.style import SideStyle, Style, Weights
from supple.recipes.injure.injuring import LimpMeasures, limp_measures
from supple.recipes.injure.presets import JOINTS, Limp, limp_of
from supple.recipes.injure.stepping import stands_of
from supple.recipes.signature import gait
from supple.recipes.walker.walking import Walked, walk

_STARTS_S, _STOPS_S = 2.0, 2.5  # [s] in which a walker is not at its pace yet, or not any more
_SHORTEST_S = 7.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WalkedLimp:
    """A limp, and how it differs from the same walk without it."""

    walked: Walked
    limp: Limp
    measures: LimpMeasures
    speed: float  # of the hips in steps of the hurt side, by that in the others
    before: GaitSignature
    after: GaitSignature


@checked
def limp_style(preset: str, severity: float = 1.0) -> Style:
    """The style of a limp for ``walk``, ``Walker`` and ``Crowd``: ``preset`` is a joint and a side: ``"knee-left"``."""
    limp = limp_of(preset, severity)
    leg = getattr(limp.weights, limp.side)
    stiff = {f"{limp.side}_{joint}": weight for joint in JOINTS if (weight := getattr(leg, joint)) is not None}
    hurt, sound = SideStyle(length=limp.length, height=limp.height, speed=limp.speed), SideStyle()
    left, right = (hurt if limp.side == side else sound for side in SIDES)
    return Style(left=left, right=right, weights=Weights(**stiff))


@checked
def walk_with_limp(
    preset: str, *, severity: float = 1.0, seconds: float = 10.0, fps: float = 60.0, body: Body | Path | None = None
) -> WalkedLimp:
    """A walk from nothing with a limp, measured against the same walk without."""
    if not seconds >= _SHORTEST_S:
        raise InvalidValueError(f"a limp is measured over {_SHORTEST_S:g} s or more; got {seconds:g} s.")
    limp = limp_of(preset, severity)
    usual, hurt = (walk(seconds, fps, body=body, style=s) for s in (None, limp_style(preset, severity)))
    was, now = ((walked.motion, _steady(walked)) for walked in (usual, hurt))
    return WalkedLimp(
        walked=hurt,
        limp=limp,
        measures=limp_measures(was, now, f"{limp.side.title()}Foot", limp.side),
        speed=_speed(hurt, now[1], limp.side),
        before=gait(*was),
        after=gait(*now),
    )


def _steady(walked: Walked) -> Contacts:
    """The contacts of the walk at its pace."""
    first, last = _STARTS_S * walked.motion.fps, walked.motion.frames - _STOPS_S * walked.motion.fps
    kept = [c for c in walked.contacts.contacts if c.start >= first and c.stop <= last]
    events = walked.contacts.events
    sides = {side: [s for s in getattr(events, side) if first <= (s.heel_strike or 0) <= last] for side in SIDES}
    return msgspec.structs.replace(
        walked.contacts, contacts=tuple(kept), events=msgspec.structs.replace(events, **sides)
    )


def _speed(walked: Walked, steady: Contacts, side: str) -> float:
    """The hips' speed while the body goes from the other foot to this one, by that while it goes back."""
    strikes = sorted((stand.start, stand.side) for name in SIDES for stand in stands_of(steady, name))
    hips = walked.motion.root_positions[:, [0, 2]]
    steps = [(lands, np.linalg.norm(hips[b] - hips[a]) / (b - a)) for (a, _), (b, lands) in pairwise(strikes)]
    own, other = ([speed for lands, speed in steps if (lands == side) is hurt] for hurt in (True, False))
    return float(np.mean(own) / np.mean(other))
