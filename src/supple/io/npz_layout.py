"""What stands in a Supple npz: one table for the reader and the writer."""

from __future__ import annotations

from dataclasses import dataclass

FORMAT_NUMBER = 1

# name -> (kinds of NumPy dtype, number of dimensions); F frames, J joints, A axes, L limits
ARRAYS: dict[str, tuple[str, int]] = {
    "format": ("iu", 0),
    "names": ("U", 1),  # (J,)
    "parents": ("iu", 1),  # (J,)
    "offsets": ("f", 2),  # (J, 3) [m]
    "end_sites": ("b", 1),  # (J,)
    "rest_rotations": ("f", 2),  # (J, 4)
    "freedom_counts": ("iu", 1),  # (J,) degrees of freedom: 0 fixed, 1 hinge, 2 universal, 3 ball
    "axis_counts": ("iu", 1),  # (J,) how many of ``axes`` belong to each joint
    "axes": ("f", 2),  # (A, 3)
    "limit_counts": ("iu", 1),  # (J,) how many of ``limits`` belong to each joint
    "limits": ("f", 2),  # (L, 2) [rad]
    "root_positions": ("f", 2),  # (F, 3) [m]
    "rotations": ("f", 3),  # (F, J, 4) w x y z
    "frame_time": ("f", 0),  # [s]
    "rest_rows": ("iu", 0),
    "provenance": ("U", 0),  # JSON
}
OPTIONAL: dict[str, tuple[str, int]] = {"frame_offsets": ("f", 3)}  # (F, J, 3) [m]


@dataclass(frozen=True, slots=True)
class Origin:
    """The file that a motion came from before it was written as npz."""

    source: str
    format: str
