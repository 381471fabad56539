"""H-Anim figures in X3D's XML encoding."""

from supple.io.formats import Format, later

FORMAT = Format(
    name="hanim",
    title="H-Anim humanoid in X3D (XML)",
    suffixes=(".x3d",),
    read=later("supple.io.hanim.reader", "read"),
    encode=later("supple.io.hanim.writer", "encode"),
    keeps=(
        "rotations to 1e-9 rad and positions to 1e-9 of their size",
        "joint names, end sites, limits, stiffness, the humanoid's own description",
        "the frame time, rest rows, bones that stretch",
    ),
    drops=(
        "rest rotations: H-Anim joints are aligned with the world at rest, poses are kept",
        "hinges: they become ball joints that may not turn about the other axes",
        "skin, displacers, segments' shapes, named poses and everything else in the scene",
    ),
)
