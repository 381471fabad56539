"""The standing figure of the tests under other people's names and axes."""

from collections.abc import Mapping

import numpy as np

from supple.core.skeleton import Skeleton, depth_first
from support.motions import HUMAN

ROLE_OF = {  # joint of support.motions.HUMAN -> role
    "Hips": "hips", "Spine": "spine", "Spine1": "chest", "Neck": "neck", "Head": "head",
} | {
    f"{side}{joint}": f"{side.lower()}_{role}"
    for side in ("Left", "Right")
    for joint, role in {
        "Shoulder": "clavicle", "Arm": "shoulder", "ForeArm": "elbow", "Hand": "wrist", "Hand_end": "fingertips",
        "UpLeg": "hip", "Leg": "knee", "Foot": "ankle", "ToeBase": "ball", "ToeBase_end": "toe_end",
    }.items()
}  # fmt: skip

Row = tuple[str, str | None, tuple[float, float, float]]  # name, parent, place in the world [m]


def rows() -> list[Row]:
    """Every joint of the figure with its place in the world."""
    places: dict[str | None, np.ndarray] = {None: np.zeros(3)}
    out: list[Row] = []
    for name, parent, offset in HUMAN:
        places[name] = places[parent] + np.array(offset)
        out.append((name, parent, tuple(float(x) for x in places[name])))
    return out


def built(figure: list[Row], turn: np.ndarray | None = None, scale: float = 1.0) -> tuple[Skeleton, np.ndarray]:
    """A skeleton and its positions (1, J, 3), turned by a matrix and scaled."""
    turn = np.eye(3) if turn is None else turn
    order = depth_first([-1 if p is None else [n for n, *_ in figure].index(p) for _, p, _ in figure])
    figure = [figure[j] for j in order]
    names = [name for name, *_ in figure]
    parents = np.array([-1 if parent is None else names.index(parent) for _, parent, _ in figure])
    places = scale * np.array([place for *_, place in figure]) @ turn.T
    offsets = places - np.where(parents[:, None] < 0, 0.0, places[parents])
    ends = [name.endswith("_end") and names.index(name) not in parents for name in names]
    return Skeleton(tuple(names), parents, offsets, np.array(ends)), places[None]


def renamed(names: Mapping[str, str], figure: list[Row] | None = None) -> list[Row]:
    """The figure with other names; a joint renamed to ``""`` is taken out, its children join its parent."""
    figure = rows() if figure is None else figure
    parent_of = {name: parent for name, parent, _ in figure}

    def kept(name: str | None) -> str | None:
        while name is not None and names.get(name, name) == "":
            name = parent_of[name]
        return None if name is None else names.get(name, name)

    return [(names.get(n, n), kept(p), place) for n, p, place in figure if names.get(n, n) != ""]
