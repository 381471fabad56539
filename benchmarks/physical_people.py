"""One person's walk given to another's body by physics, against ``retarget``; judged by that person's real walk.

The people and pairs are those of :mod:`benchmarks.individuals`. One rule for all pairs: limbs as long as the target's
(``[scale]``: legs, arms, and the trunk by the height), masses of the default table by the height, and nothing
asked but physics, in passive mode: strength is not used. Of the target's walk nothing is seen but the lengths of its
figure.
"""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.individuals import PEOPLE, again, walk_of
from benchmarks.measure import CLIP, Row
from supple.core.motion import Motion
from supple.dynamics.body import BodyParameters
from supple.recipes.body_scale.scaling import scale_body
from supple.recipes.physics.bodies import body_document, figure_body
from supple.recipes.physics.physical import physical
from supple.recipes.retarget.retargeting import retarget
from supple.recipes.roles import motion_roles
from supple.recipes.signature import gait, gait_distance

_SHARE = 0.8  # of all pairs that are to be nearer


def run() -> list[Row]:
    """The medians and how many improve, then every pair."""
    if not CLIP.parent.is_dir():
        return []
    found = {pair: judged(*pair) for pair in permutations(PEOPLE, 2)}
    plain, longer, own = np.array(list(found.values())).T
    told = f"{np.sum(own < plain)} of {len(own)} are nearer than by retarget (bar {_SHARE:.0%})"
    return [
        ("physics: median distance to the real person [deg]", f"{np.median(own):.2f}", f"{np.median(plain):.2f}", told),
        ("the same with other lengths alone (supple scale)", f"{np.median(longer):.2f}", f"{np.median(plain):.2f}",
         f"{np.sum(longer < plain)} of {len(own)} are nearer than by retarget"),
        *((f"{a} to {b}: distance [deg], retarget to physics", f"{v[0]:.2f}", f"{v[2]:.2f}",
           f"by other lengths alone {v[1]:.2f}") for (a, b), v in found.items()),
    ]  # fmt: skip


def judged(source: str, target: str) -> tuple[float, float, float]:
    """Distances to the target's second walk: of retarget, of other lengths alone, and of physics [deg]."""
    walk, shown, other = (walk_of(name) for name in (PEOPLE[source][0], *PEOPLE[target]))
    real = gait(other)
    with TemporaryDirectory() as folder:
        body = Path(folder, "body.toml")
        body.write_text(given_to(walk, shown))
        motions = (retarget(walk, shown).motion, scale_body(walk, body).motion, physical(walk, body=body).motion)
    plain, longer, own = (gait_distance(gait(again(m)), real) for m in motions)
    return plain, longer, own


def given_to(walk: Motion, target: Motion) -> str:
    """The body document that gives a walk to the figure of another."""
    own, other = (figure_body(m, motion_roles(m)) for m in (walk, target))
    was, now = _lengths(own), _lengths(other)
    factors = "".join(f"{part} = {now[part] / was[part]:.6f}\n" for part in was)
    text = body_document(other)
    assert "[person]" in text
    return text.replace("[person]", f"[scale]\n{factors}\n[person]", 1)


def _lengths(body: BodyParameters) -> dict[str, float]:
    long = {name: segment.length for name, segment in body.segments.items()}
    return {
        "legs": long["thigh"] + long["shank"], "arms": long["upper_arm"] + long["forearm"], "trunk": body.height,
    }  # fmt: skip
