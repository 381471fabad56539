"""A map of joints: applied to two figures, and written for a person to correct."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from supple.constraints.foot_points import place_foot_points
from supple.constraints.names import Names
from supple.core.motion import Motion, first_moving_frame
from supple.core.pose import WorldPose
from supple.core.roles import Roles
from supple.recipes.retarget.figure import Figure
from supple.recipes.retarget.matching import Match

_HEAD = """\
# Which joint of {target} follows which joint of {source}: target joint = source joint.
# Change, delete or add lines; a joint of the target that is not here keeps the pose it has, unless it lies
# between two joints of the back or neck that are: those share out the turn between them.
format = 1

[joints]
"""


def roles_by_pairs(
    pairs: Mapping[str, str], source: tuple[Motion, Names, WorldPose], target: tuple[Motion, Names, WorldPose]
) -> tuple[Names, Names]:
    """The names of both figures when joints that are paired play the same role: that of the source, if it has one."""
    ours, theirs = target[1].roles, source[1].roles
    assert isinstance(ours, Roles)
    assert isinstance(theirs, Roles)
    for mine, other in pairs.items():
        role, own = theirs.role_of(other), ours.role_of(mine)
        if role is not None and role != own:
            ours = ours.with_joint(role, mine)
        elif role is None and own is not None:
            theirs = theirs.with_joint(own, other)
    return _renamed(*source, theirs), _renamed(*target, ours)


def _renamed(motion: Motion, names: Names, pose: WorldPose, roles: Roles) -> Names:
    if roles is names.roles:
        return names
    placed = place_foot_points(motion.skeleton, roles, pose, first=first_moving_frame(motion))
    return replace(names, roles=roles, placed=placed)


def map_text(source: Figure, target: Figure, match: Match) -> str:
    """A match as a commented map document."""
    ours, theirs = target.skeleton.names, source.skeleton.names
    called = (figure.motion.provenance.source or "a figure made by a program" for figure in (target, source))
    lines = [_HEAD.format(**dict(zip(("target", "source"), called, strict=True))).rstrip("\n")]
    for j, name in enumerate(ours):
        if target.skeleton.end_sites[j]:
            continue
        role = target.roles.role_of(name)
        if j in match.pairs:
            lines.append(f"{_text(name)} = {_text(theirs[match.pairs[j]])}" + (f"  # {role}" if role else ""))
        elif j in match.spread:
            low, high = (theirs[k] for k in match.spread[j][:2])
            lines.append(f'# {_text(name)} = ""  # {match.spread[j].share:.0%} of the way from {low} to {high}')
        else:
            lines.append(f'# {_text(name)} = ""  # keeps its pose')
    led = set(match.pairs.values()) | {k for b in match.spread.values() for k in b[:2]}
    idle = [name for j, name in enumerate(theirs) if j not in led and not source.skeleton.end_sites[j]]
    if idle:
        lines += ["", "# Joints of the source that lead none: " + ", ".join(map(_text, idle))]
    return "\n".join(lines) + "\n"


def _text(name: str) -> str:
    """A name as TOML writes it."""
    return json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")
