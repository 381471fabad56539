r"""Weights from how heavy the segments of a leg are.

The source's first guess: with the ratio :math:`r` of a segment's mass between target and source, the larger the ratio
the lower the weight. It gives no formula. choice: :math:`w = r_{\min} / r`, so that the segment that grew least keeps
weight 1. (The source then went on by trial and error, to 0.1, 0.05 and 0.2 for knees; ``--fit`` is what searches here.)
"""

from __future__ import annotations

from supple.core.body.segments import LIMBS
from supple.io.documents.body import Mass
from supple.io.documents.joint_weights import JointWeights, LegWeights

_MOVED_BY = {"thigh": "hip", "shank": "knee", "foot": "ankle"}
_SHARES = {segment.name: segment.share for segment in LIMBS}


def mass_weights(target: Mass, source: Mass | None = None) -> JointWeights:
    """Weights for a leg of such masses; the source's are the table's of :mod:`supple.core.body.segments`, or given."""
    ratios = {}
    for segment, joint in _MOVED_BY.items():
        own = _SHARES[segment] if source is None else getattr(source, f"{segment}_kg")
        ratios[joint] = getattr(target, f"{segment}_kg") / own
    least = min(ratios.values())
    return JointWeights(both=LegWeights(**{joint: least / ratio for joint, ratio in ratios.items()}))
