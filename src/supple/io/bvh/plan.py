"""Which tree and channels a motion is written with: those of its file, or the custom ones, and what must be added."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from supple.core import axes
from supple.core.angles import solve
from supple.core.listing import listed
from supple.core.motion import Motion
from supple.io.bvh.layout import Channel, Node, Nodes, Record, Rule
from supple.io.bvh.losses import losses, name_losses, same_tree, unit_note
from supple.io.options import WriteOptions
from supple.units import METRES_PER, unit_name

POSITIONS = tuple(Channel("position", k) for k in range(3))
ROTATIONS = tuple(Channel("rotation", k) for k in (2, 1, 0))  # Z Y X: the commonest order
SAME = 1e-12  # [m], or of a unit quaternion: a pose this close to the file's is the file's
_EXPRESSED = 1e-6  # [rad] a turn that the channels of a joint miss by less is theirs
_CUSTOM_UNIT = METRES_PER["cm"]  # where nothing else is known
_CUSTOMARY = ("m", "cm", "mm", "in", "cmu")  # units in which BVH files are found
_UNSPEAKABLE = re.compile(r"[\x00-\x1f\x7f{}]+")


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """How a motion becomes a BVH file."""

    nodes: Nodes
    unit_scale: float
    up: str
    root_rule: Rule
    joint_rule: Rule
    record: Record | None  # the file whose numbers may be used again
    notes: tuple[str, ...]

    @property
    def same_axes(self) -> bool:
        """Whether the file's angles still mean the same."""
        return self.record is not None and self.record.up == self.up

    @property
    def same_lengths(self) -> bool:
        """Whether the file's positions still mean the same."""
        return self.same_axes and self.record is not None and self.record.unit_scale == self.unit_scale

    def to_file(self, vectors: np.ndarray) -> np.ndarray:
        """Vectors of Supple's world in the file's units and axes, rounded to what the text should carry."""
        return np.round(axes.vectors_to(self.up, vectors) / self.unit_scale, self.decimals)

    @property
    def decimals(self) -> int:
        """Digits behind the point of a position: at least 6, and enough for a hundredth of a micrometre."""
        return max(6, int(np.ceil(8.0 + np.log10(self.unit_scale))))


def planned(motion: Motion, options: WriteOptions) -> Plan:
    """The layout for a motion: that of the file it came from while the tree is the same, whatever the names."""
    record = _record(motion)
    scale, up = _world(motion, options)
    nodes = _renamed(record.nodes, motion.skeleton.names) if record else _fresh(motion)
    rules: tuple[Rule, Rule] = (record.root_rule, record.joint_rule) if record else ("replace", "replace")
    plan = Plan(nodes, scale, up, *rules, record, tuple(losses(motion, nodes, up)))
    nodes = _with_offsets(motion, plan)
    nodes, added = _with_channels(motion, replace(plan, nodes=nodes))
    notes = [*name_losses(motion, nodes), *plan.notes, *added]
    if options.unit_scale or motion.provenance.format != "bvh":
        notes.append(unit_note(scale))
    return replace(plan, nodes=nodes, notes=tuple(notes))


def _record(motion: Motion) -> Record | None:
    """The file whose layout and numbers can be used again: poses are compared by place in the tree, not by name."""
    native = motion.provenance.native
    return native if isinstance(native, Record) and same_tree(motion, native) else None


def _world(motion: Motion, options: WriteOptions) -> tuple[float, str]:
    """Unit and up axis: as told, else those of the BVH file, else what is customary."""
    source = motion.provenance
    scale, up = source.unit_scale, "y"
    if source.format == "bvh":
        up = source.up
    elif not source.format or unit_name(scale) not in _CUSTOMARY:
        scale = _CUSTOM_UNIT
    return options.unit_scale or scale, options.up or up


def _renamed(nodes: Nodes, names: tuple[str, ...]) -> Nodes:
    """Nodes of a file under the names that the joints have now."""
    return tuple(
        node if node.name == name else replace(node, name=name, spelling="" if node.end else _spelled(name))
        for node, name in zip(nodes, names, strict=True)
    )


def _spelled(name: str) -> str:
    return _UNSPEAKABLE.sub(" ", name).strip()


def _fresh(motion: Motion) -> Nodes:
    skeleton = motion.skeleton
    nodes = []
    for j, name in enumerate(skeleton.names):
        channels = () if skeleton.end_sites[j] else ROTATIONS if j else POSITIONS + ROTATIONS
        spelling = "" if skeleton.end_sites[j] else _spelled(name)
        nodes.append(
            Node(name, spelling, int(skeleton.parents[j]), (0.0, 0.0, 0.0), channels, bool(skeleton.end_sites[j]))
        )
    return tuple(nodes)


def _with_offsets(motion: Motion, plan: Plan) -> Nodes:
    """OFFSET of every joint: the file's own where the bone is unchanged."""
    rest, record = motion.skeleton.offsets, plan.record
    fresh = plan.to_file(rest)
    nodes = []
    for j, node in enumerate(plan.nodes):
        if record is None:
            # A root OFFSET that is not zero is read as a delta by some programs; zero means the same to all.
            offset = fresh[j] if j else np.zeros(3)
        elif plan.same_lengths and np.abs(rest[j] - record.rest_offsets[j]).max() <= SAME:
            offset = np.array(node.offset)
        else:
            offset = fresh[j]
        nodes.append(replace(node, offset=(float(offset[0]), float(offset[1]), float(offset[2]))))
    return tuple(nodes)


def _with_channels(motion: Motion, plan: Plan) -> tuple[Nodes, list[str]]:
    """Add the channels without which the motion would not come back."""
    moved: list[str] = []
    turned: list[str] = []
    opened: list[str] = []
    nodes = list(plan.nodes)
    for j, node in enumerate(plan.nodes):
        channels = node.channels
        if _root_leaves(motion, plan) if j == 0 else _leaves(motion, j, node, plan.up):
            channels = POSITIONS + tuple(c for c in channels if c.kind == "rotation")
            (opened if node.end else moved).append(node.name)
        if not _expressed(motion, j, node, plan):
            channels = tuple(c for c in channels if c.kind == "position") + ROTATIONS
            (opened if node.end else turned).append(node.name)
        if channels != node.channels:
            nodes[j] = replace(node, channels=channels, end=False, spelling=node.spelling or _spelled(node.name))
    notes = [
        f"{what}: {listed(names)}."
        for what, names in (
            ("position channels were added to joints that move in their parent's frame", moved),
            ("rotation channels were added to joints that turn", turned),
            ("end sites that move became joints", opened),
        )
        if names
    ]
    return tuple(nodes), notes


def _leaves(motion: Motion, j: int, node: Node, up: str) -> bool:
    """Whether a joint leaves its place at rest along an axis for which it has no channel."""
    missing = [k for k in range(3) if k not in node.axes("position")]
    if motion.offsets is None or not missing:
        return False
    moved = axes.vectors_to(up, motion.offsets[:, j] - motion.skeleton.offsets[j])
    return bool(np.abs(moved[:, missing]).max() > SAME)


def _root_leaves(motion: Motion, plan: Plan) -> bool:
    """Whether the root moves along an axis for which it has no channel."""
    missing = [k for k in range(3) if k not in plan.nodes[0].axes("position")]
    places = axes.vectors_to(plan.up, motion.root_positions)[:, missing] / plan.unit_scale
    return bool(np.abs(places - np.array(plan.nodes[0].offset)[missing]).max(initial=0.0) > 1e-9)


def _expressed(motion: Motion, j: int, node: Node, plan: Plan) -> bool:
    order = node.axes("rotation")
    if len(order) == 3:
        return True
    q = axes.rotations_to(plan.up, motion.rotations[:, j])
    return bool(solve(np.eye(3)[list(order)], q).misfit.max() <= _EXPRESSED)
