"""Bones that keep their length, and bones that do not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.io.rigid import Rigid

ROUNDING = 2e-6  # of the longest bone: 32-bit translations and scales


def bone_offsets(
    rest: Rigid, moving: Rigid | None, names: Sequence[str], *, keep: bool, rounding: float = ROUNDING
) -> tuple[np.ndarray, np.ndarray | None, list[tuple[str, str]]]:
    """Offsets of the skeleton (J, 3), offsets of every frame or None, and what was decided.

    A bone whose keys all give one length, other than at rest, takes the length of the clip: a skeleton whose
    bones are rigid should stay one. ``keep`` leaves frames as they are. Changes below ``rounding`` of the longest bone
    are none.
    """
    still = rest.offsets[0].copy()
    if moving is None:
        return still, None, []
    slack = rounding * max(float(np.abs(still[1:]).max(initial=0.0)), 1e-9)
    low, high = moving.offsets.min(axis=0), moving.offsets.max(axis=0)
    varies = (high - low > slack).any(axis=1)
    differs = (np.maximum(high - still, still - low) > slack).any(axis=1)
    varies[0] = differs[0] = False  # the root travels
    if keep and differs.any():
        return still, moving.offsets, [("lengths", "bones have their own offsets in every frame, as Supple wrote them")]
    words = []
    resized = differs & ~varies
    if resized.any():
        first = names[int(np.flatnonzero(resized)[0])]
        said = f"{int(resized.sum())} of the joints (such as {first!r}) sit elsewhere in the clip; that place was used"
        words.append(("rest", said))
        still[resized] = moving.offsets[0, resized]
    if not varies.any():
        return still, None, words
    moving.offsets[:, ~varies & (np.arange(len(still)) > 0)] = still[~varies & (np.arange(len(still)) > 0)]
    first = names[int(np.flatnonzero(varies)[0])]
    words.append(
        ("lengths", f"{int(varies.sum())} of the joints (such as {first!r}) move in their parents, frame by frame")
    )
    return still, moving.offsets, words
