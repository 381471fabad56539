"""Walks made physical with plants that emerge, and what the source looks at in them."""

from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

import supple
from supple.dynamics.actors import ACTORS
from supple.dynamics.body import BodyParameters, actor_body
from supple.recipes.physics.bodies import body_document
from supple.recipes.walk import walking

SECONDS = 2.5
EMERGE = '[contact]\nplants = "emerge"\n'


class Gait(NamedTuple):
    """What came out."""

    result: supple.Physical
    strides: dict[str, float]  # mean of each side [m]
    ranges: dict[str, float]  # of joints, about the axis across [deg]
    steps: dict[str, float]  # mean way from the other foot to this one [m]

    @property
    def stride(self):
        return 0.5 * (self.strides["left"] + self.strides["right"])


def limited(**shares):
    return "[strength]\n" + "".join(f"{joint} = {share}\n" for joint, share in shares.items())


def ratio(femur, tibia, foot, side="both"):
    return f'[ratio]\nfemur = {femur}\ntibia = {tibia}\nfoot = {foot}\nside = "{side}"\n'


@lru_cache
def experiment(document="", body=""):
    """The walk of ``walking`` with more in its edit document, and a body document."""
    return gait_of(walking(SECONDS), document, body)


def gait_result(motion, document="", body="", mode="active"):
    with TemporaryDirectory() as folder:
        edit, person = Path(folder, "edit.toml"), Path(folder, "body.toml")
        edit.write_text(f'format = 1\nmode = "{mode}"\n{EMERGE}{document}')
        person.write_text(body)
        return supple.physical(motion, edit=edit, body=person if body else None)


def gait_of(motion, document="", body="", mode="active"):
    result = gait_result(motion, document, body, mode)
    strides = {side: stride_of(result, side) for side in ("left", "right")}
    return Gait(result, strides, ranges_of(result.motion), steps_of(result))


def stride_of(result, side):
    """Mean way between plants of a foot's ball one after the other; a foot that is set down anew takes no stride."""
    spans = sorted((c for c in result.setting.problem.contacts if c.name == f"{side}_ball"), key=lambda c: c.start)
    places = np.array([c.place[[0, 2]] for c in spans])
    ways = np.linalg.norm(np.diff(places, axis=0), axis=1)
    return float(ways[ways > 0.3].mean())


def steps_of(result):
    """A walk that goes straight on takes strides of one length on both sides: steps are what a limp shows.

    A foot that is never set down ahead of the other has none.
    """
    spans = sorted((c for c in result.setting.problem.contacts if c.name.endswith("_ball")), key=lambda c: c.start)
    places = np.array([c.place[[0, 2]] for c in spans])
    ahead = (places[-1] - places[0]) / np.linalg.norm(places[-1] - places[0])
    found = {"left": [], "right": []}
    for k, (a, b) in enumerate(pairwise(spans)):
        way = float((places[k + 1] - places[k]) @ ahead)
        if a.name != b.name and way > 0.15:
            found[b.name.removesuffix("_ball")].append(way)
    return {side: float(np.mean(ways)) for side, ways in found.items() if ways}


def ranges_of(motion):
    found = {}
    for joint, name in enumerate(motion.skeleton.names):
        q = motion.rotations[:, joint]
        found[name] = float(np.degrees(np.ptp(2.0 * np.arctan2(q[:, 1], q[:, 0]))))
    return found


def actor_document(letter, source=None):
    """A person of the source, and the lengths of that person's limbs against another's."""
    text = body_document(actor_body(letter))
    if source is None:
        return text
    parts = {
        "legs": ("thigh", "shank"), "arms": ("upper_arm", "forearm", "hand"),
        "trunk": ("lower_torso", "lower_chest", "upper_chest"),
    }  # fmt: skip
    own, other = (
        {part: sum(ACTORS[who].rows[r].length for r in rows) for part, rows in parts.items()}
        for who in (letter, source)
    )
    factors = "".join(f"{part} = {own[part] / other[part]:.6f}\n" for part in parts)
    return text.replace("[person]", f"[scale]\n{factors}\n[person]", 1)


def legs_document(letter):
    """Person C with the thighs, shanks and feet of another as heavy as the source's table 6.4 has them; no stronger."""
    own, other = actor_body("C"), actor_body(letter)
    segments = dict(own.segments)
    for name in ("thigh", "shank", "foot"):
        segments[name] = segments[name]._replace(mass=other.segments[name].mass)
    more = 2.0 * sum(segments[name].mass - own.segments[name].mass for name in segments)
    return body_document(BodyParameters(own.height, own.mass + more, segments, own.strength))
