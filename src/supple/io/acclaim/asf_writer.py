"""An :class:`Asf` as text."""

from __future__ import annotations

from collections.abc import Iterator

from supple.io.acclaim.model import ROOT, Asf, Bone
from supple.io.decimals import number_text


def asf_text(asf: Asf) -> str:
    """The whole skeleton file."""
    return "\n".join(_lines(asf)) + "\n"


def _lines(asf: Asf) -> Iterator[str]:
    for comment in _comments(asf):
        yield f"# {comment}".rstrip()
    yield f":version {asf.version}"
    yield f":name {asf.name}"
    yield ":units"
    yield f"  mass {asf.mass}"
    if asf.length is not None:
        yield f"  length {number_text(asf.length)}"
    yield f"  angle {'deg' if asf.degrees else 'rad'}"
    yield ":documentation"
    yield from (f"   {line}" for line in asf.documentation)
    yield ":root"
    yield f"   order {' '.join(asf.root.dofs).upper()}"
    yield f"   axis {asf.root.axis_order.upper()}"
    yield f"   position {_numbers(asf.position)}"
    yield f"   orientation {_numbers(asf.root.axis)}"
    yield ":bonedata"
    for bone in asf.bones:
        yield from _bone_lines(bone)
    yield ":hierarchy"
    yield "  begin"
    yield from (f"    {' '.join((parent, *children))}" for parent, children in asf.hierarchy)
    yield "  end"


def _comments(asf: Asf) -> Iterator[str]:
    """Those of the file, with what Supple states renewed."""
    yield from (c for c in asf.comments if not c.startswith(("one unit is", "root is named")))
    if asf.unit_scale is not None:
        yield f"one unit is {asf.unit_scale!r} m"
    if asf.root_name != ROOT:
        yield f"root is named {asf.root_name}"


def _bone_lines(bone: Bone) -> Iterator[str]:
    yield "  begin"
    if bone.id:
        yield f"     id {bone.id}"
    yield f"     name {bone.name}"
    yield f"     direction {_numbers(bone.direction)}"
    yield f"     length {number_text(bone.length)}"
    yield f"     axis {_numbers(bone.axis)} {bone.axis_order.upper()}"
    yield from (f"     {line}" for line in bone.extras)
    if bone.dofs:
        yield f"    dof {' '.join(bone.dofs)}"
    for k, (low, high) in enumerate(bone.limits):
        yield f"    {'limits' if k == 0 else '      '} ({number_text(low)} {number_text(high)})"
    yield "  end"


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(number_text(value) for value in values)
