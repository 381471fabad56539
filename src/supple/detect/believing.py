"""Which footings are believed, once all of them are known: what floats above the usual height does not stand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.detect.feet import Foot, Scene, joined
from supple.detect.floor import Footings, grouped_median, standing_heights
from supple.detect.points import Point
from supple.detect.stillness import Still

_RAISED = 0.10  # [m] a footing so far above the usual ones needs another reason to be believed
_SAME = 0.05  # [m] such as another footing that is as high
_UPRIGHT = 0.75  # or that the body stands over it about as tall as over the floor


def footings_of(feet: Sequence[Foot], scene: Scene) -> tuple[Footings, list[tuple[int, int, Still]]]:
    """All contacts of feet with their places, and for each its foot, point and span."""
    owners: list[tuple[int, int, Still]] = []
    rows: list[tuple[np.ndarray, int, int, float]] = []
    first = 0
    for f, foot in enumerate(feet):
        for number, spans in foot.spans.items():
            for span in spans:
                k = next((k for k, whole in enumerate(foot.footings) if whole.start <= span.middle <= whole.stop), 0)
                owners.append((f, number, span))
                rows.append((place_of(scene, number, span), number, first + k, span.stop - span.start))
        first += len(foot.footings)
    if not rows:
        none = np.zeros(0, dtype=np.int64)
        return Footings(np.zeros((0, 3)), none, none, np.zeros(0)), owners
    places, points, numbers, weights = zip(*rows, strict=True)
    weight = np.maximum(np.array(weights), 1.0 / scene.tracks.rate)
    return Footings(np.array(places), np.array(points), np.array(numbers), weight), owners


def place_of(scene: Scene, number: int, span: Still) -> np.ndarray:
    """(3,) where a point is during a span, in the middle of it if the ground moves [m]."""
    at = slice(int(np.ceil(span.start * scene.tracks.rate)), int(span.stop * scene.tracks.rate) + 1)
    return np.asarray(np.median(scene.tracks.positions[at, number], axis=0))


def believed(feet: Sequence[Foot], points: Sequence[Point], scene: Scene) -> list[Foot]:
    """The feet without parts that float above their footing, and without footings in the air."""
    found, owners = footings_of(feet, scene)
    if not owners:
        return list(feet)
    limbs = {point.limb: k for k, point in enumerate(points) if point.on_foot}
    stand = standing_heights(found, len(points), np.array([limbs.get(p.limb, -1) for p in points]))
    heights = found.places[:, 1] - stand[found.points]
    base = grouped_median(heights, found.footings)
    lowest = np.array([heights[found.footings == k].min(initial=np.inf) for k in range(len(base))])
    floats = heights > lowest[found.footings] + scene.rule.lift * scene.size
    raised = ~_supported(found, base, owners, scene)[found.footings]
    keep = [owner for owner, wrong in zip(owners, floats | raised, strict=True) if not wrong]
    return [_without(foot, [span for g, n, span in keep if g == f], keep, f) for f, foot in enumerate(feet)]


def _without(foot: Foot, kept: list[Still], keep: list[tuple[int, int, Still]], f: int) -> Foot:
    spans = {n: [span for g, m, span in keep if (g, m) == (f, n)] for n in foot.spans}
    whole = [w for w in foot.footings if any(w.start <= span.middle <= w.stop for span in kept)]
    return Foot(foot.limb, spans, joined(whole))


def _supported(found: Footings, base: np.ndarray, owners: list[tuple[int, int, Still]], scene: Scene) -> np.ndarray:
    """(K,) False for footings well above the usual height that nothing else speaks for."""
    size, rate = scene.size, scene.tracks.rate
    weights = np.bincount(found.footings, weights=found.weights, minlength=len(base))
    known = np.isfinite(base)
    usual = np.median(np.repeat(base[known], np.maximum(1, (weights[known] * rate).astype(int))))
    tall = np.full(len(base), -np.inf)
    for (_, _, span), k in zip(owners, found.footings, strict=True):
        at = slice(int(span.start * rate), int(span.stop * rate) + 1)
        tall[k] = max(tall[k], float(scene.centre[at].max()) - base[k])
    low = known & (base <= usual + _RAISED * size)
    if not low.any():
        return known
    upright = tall >= _UPRIGHT * np.median(tall[low])
    others = np.abs(base[:, None] - base[None]) <= _SAME * size
    return np.asarray(low | upright | (others.sum(axis=1) > 1))
