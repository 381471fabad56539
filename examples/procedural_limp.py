"""Four walks from nothing: ``python examples/procedural_limp.py`` writes limp_knee.bvh and so on.

As usual, with a hip of weight 0.8, with a limp on the left, and the same limp with a knee of weight 0.1.
"""

import numpy as np

import supple
from supple.io.documents.style import Style, Weights

STYLES = {
    "walk_even": Style(),
    "walk_stiff_hip": Style(weights=Weights(hip=0.8)),
    "limp_even": supple.limp_style("leg-left"),
    "limp_knee": supple.limp_style("knee-left"),
}


def walks(seconds: float = 8.0) -> dict[str, supple.Walked]:
    """Each of them."""
    return {name: supple.walk(seconds, style=style) for name, style in STYLES.items()}


def knee_range(walked: supple.Walked, side: str = "left") -> float:
    """Over the cycle [deg]."""
    return float(np.degrees(supple.gait(walked.motion, walked.contacts).leg(side).ranges["knee"]))


if __name__ == "__main__":
    for name, walked in walks().items():
        print(f"{name}: the left knee moves by {knee_range(walked):.1f} degrees")  # noqa: T201
        supple.write(walked.motion, f"{name}.bvh")
