"""The masses of a figure's segments, on the joints that move them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from supple.core.arrays import frozen, rebuilt, sealed
from supple.core.body.resting import Part, Piece, Resting, resting
from supple.core.body.segments import HAND_OF_FOREARM, LIMBS, Segment
from supple.core.body.trunk import head, trunk
from supple.core.roles.model import SIDES
from supple.core.skeleton import Skeleton
from supple.errors import InvalidValueError

DEFAULT_MASS = 70.0  # [kg]
Carried = tuple[str, float, tuple[float, float, float]]  # joint or role, mass [kg], place in the joint's frame [m]


@dataclass(frozen=True, slots=True, eq=False)
class BodyMass:
    """What every joint moves: mass and centre of its own segment, as the centre of mass wants them."""

    masses: np.ndarray  # (J,) [kg]
    centres: np.ndarray  # (J, 3) in the joint's frame [m]
    missing: tuple[str, ...] = ()  # in words: segments that the figure's roles do not show

    __reduce__ = rebuilt

    def __post_init__(self) -> None:
        object.__setattr__(self, "masses", sealed(self.masses, ("J",), "masses"))
        object.__setattr__(self, "centres", sealed(self.centres, (len(self.masses), 3), "centres"))


def body_mass(
    skeleton: Skeleton, roles: Mapping[str, str], mass: float = DEFAULT_MASS, carried: Iterable[Carried] = ()
) -> BodyMass:
    """Spread ``mass`` [kg] over the joints by the published table of :mod:`supple.core.body.segments`.

    A segment sits on the joint that moves it, also where helper joints lie before its end; the trunk is spread evenly
    along the joints of the spine. Segments that the roles do not show are left out, said in ``missing``, and
    the rest is scaled to the whole. ``carried`` comes on top.
    """
    if not (np.isfinite(mass) and mass > 0.0):
        raise InvalidValueError(f"a body weighs something; got a mass of {mass:g} kg.")
    parts = segment_parts(resting(skeleton, roles))
    missing = tuple(part for part in parts.values() if isinstance(part, str))
    shares = [piece for part in parts.values() if not isinstance(part, str) for piece in part]
    shares = shares or [(0, 1.0, np.zeros(3))]  # nothing is known of the figure: all of it at its root
    scale = mass / sum(share for _, share, _ in shares)
    pieces = [(joint, scale * share, centre) for joint, share, centre in shares]
    return _gathered(len(skeleton), pieces + _loads(skeleton, roles, carried), missing)


def segment_parts(body: Resting) -> dict[str, Part]:
    """The pieces of every segment by its name (``trunk``, ``left thigh``), with shares of an average body's mass."""
    limbs = {f"{side} {segment.name}": _limb(body, side, segment) for side in SIDES for segment in LIMBS}
    return {"trunk": trunk(body), "head": head(body), **limbs}


def _limb(body: Resting, side: str, segment: Segment) -> Part:
    start, end, spare = (f"{side}_{part}" for part in (segment.start, segment.end, segment.spare))
    if not body.has(start):
        return f"no {side} {segment.name}: nothing plays {start}"
    origin, joint = body.place(start), body.joints[start]
    for goal, share in ((end, segment.centre), (spare, segment.spare_centre)):
        if body.has(goal):
            return [body.piece(joint, segment.share, origin + share * (body.place(goal) - origin))]
    if segment.name == "foot":  # it may point anywhere
        return [body.piece(joint, segment.share, origin)]
    if segment.name == "hand" and body.has(f"{side}_elbow"):
        beyond = HAND_OF_FOREARM * (origin - body.place(f"{side}_elbow"))
        return [body.piece(joint, segment.share, origin + beyond)]
    return f"no {side} {segment.name}: nothing plays {end}"


def _loads(skeleton: Skeleton, roles: Mapping[str, str], carried: Iterable[Carried]) -> list[Piece]:
    """Carried masses as pieces; a joint may be named by its role."""
    pieces = []
    for name, kg, at in carried:
        if not (np.isfinite(kg) and kg >= 0.0):
            raise InvalidValueError(f"a carried mass must not be negative; {name!r} carries {kg:g} kg.")
        joint = skeleton.index(name if name in skeleton else roles.get(name, name))
        pieces.append((joint, float(kg), np.asarray(at, dtype=np.float64)))
    return pieces


def _gathered(count: int, pieces: list[Piece], missing: tuple[str, ...]) -> BodyMass:
    masses, moments = np.zeros(count), np.zeros((count, 3))
    for joint, kg, centre in pieces:
        masses[joint] += kg
        moments[joint] += kg * centre
    centres = moments / np.where(masses > 0.0, masses, 1.0)[:, None]
    return BodyMass(frozen(masses), frozen(centres), missing)
