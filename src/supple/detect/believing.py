"""Which footings are believed, once all of them are known: what floats above the usual height does not stand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.detect.feet import joined
from supple.detect.floor import Footings, grouped_median, standing_heights
from supple.detect.points import Point
from supple.detect.scene import Foot, Scene
from supple.detect.stillness import Still

_RAISED = 0.10  # [m] a footing so far above the usual ones needs another reason to be believed
_SAME = 0.05  # [m] such as another footing that is as high
_SOLE, _MARKER = 0.08, 0.10  # [m] how far above the sole points of a body and markers are, at most
_ROLL = 0.12  # [s] a foot rolls over its toes for so long after its last point has left
_UPRIGHT = 0.75  # or that the body stands over it about as tall as over the floor


def footings_of(feet: Sequence[Foot], scene: Scene) -> tuple[Footings, list[tuple[int, int, Still]]]:
    """All contacts of feet with their places, and for each its foot, point and span."""
    owners: list[tuple[int, int, Still]] = []
    rows: list[tuple[int, float]] = []
    first = 0
    for f, foot in enumerate(feet):
        for number, spans in foot.spans.items():
            for span in spans:
                owners.append((f, number, span))
                footing = first + (foot.footing_at(span.middle) or 0)
                rows.append((footing, span.stop - span.start))
        first += len(foot.footings)
    if not rows:
        none = np.zeros(0, dtype=np.int64)
        return Footings(np.zeros((0, 3)), none, none, np.zeros(0)), owners
    numbers, weights = zip(*rows, strict=True)
    _, points, standing = zip(*owners, strict=True)
    weight = np.maximum(np.array(weights), 1.0 / scene.tracks.rate)
    return Footings(scene.places(points, standing), np.array(points), np.array(numbers), weight), owners


def believed(feet: Sequence[Foot], points: Sequence[Point], scene: Scene) -> list[Foot]:
    """The feet without parts that float above their footing, and without footings in the air."""
    found, owners = footings_of(feet, scene)
    if not owners:
        return list(feet)
    stand = heights_on_foot(found, points, scene)
    base = grouped_median(found.places[:, 1] - stand[found.points], found.footings)
    supported = _supported(found, base, owners, scene)[found.footings]
    floating = [_floating(foot, stand, scene) for foot in feet]
    keep = [
        owner for owner, holds in zip(owners, supported, strict=True) if holds and owner[1:] not in floating[owner[0]]
    ]
    return [_without(foot, [(n, span) for g, n, span in keep if g == f]) for f, foot in enumerate(feet)]


def _floating(foot: Foot, stand: np.ndarray, scene: Scene) -> set[tuple[int, Still]]:
    """Spans of points that are, all the while, well above the others of their foot that stand."""
    from supple.kernels.detecting.places import middle_lifts

    rows = [(k, n, span) for k, (n, spans) in enumerate(foot.spans.items()) for span in spans]
    count, lifts = len(scene.tracks.positions), np.empty(len(rows))
    columns, points = (np.array([row[c] for row in rows], dtype=np.int64) for c in (0, 1))
    middle_lifts(
        scene.tracks.positions, stand, points, columns, *scene.bounds([row[2] for row in rows]),
        np.full((count, len(foot.spans)), np.nan), np.empty(2 * count), lifts,
    )  # fmt: skip
    high = lifts > scene.rule.lift * scene.size
    return {(n, span) for (_, n, span), is_high in zip(rows, high, strict=True) if is_high}


def heights_on_foot(found: Footings, points: Sequence[Point], scene: Scene) -> np.ndarray:
    """(P,) how high each point is when it stands, above the lowest of its foot [m]."""
    limbs = {point.limb: k for k, point in enumerate(points) if point.on_foot}
    numbers = np.array([limbs.get(point.limb, -1) if point.on_foot else -1 for point in points])
    highest = np.array([_MARKER if point.joint is None else _SOLE for point in points])
    return standing_heights(found, numbers, highest * scene.size)


def _without(foot: Foot, kept: Sequence[tuple[int, Still]]) -> Foot:
    """The foot with the kept spans only, and as much of its footings as they support."""
    spans = {n: [span for m, span in kept if m == n] for n in foot.spans}
    footings = []
    for whole, inside in zip(foot.footings, foot.by_footing(span for _, span in kept), strict=True):
        if inside:
            start, stop = min(span.start for span in inside), max(span.stop for span in inside)
            rolls = whole.stop - stop <= _ROLL
            footings.append(whole._replace(start=start, stop=whole.stop if rolls else stop))
    return Foot(foot.limb, spans, joined(footings))


def _supported(found: Footings, base: np.ndarray, owners: list[tuple[int, int, Still]], scene: Scene) -> np.ndarray:
    """(K,) False for footings well above the usual height that nothing else speaks for."""
    size, rate = scene.size, scene.tracks.rate
    weights = np.bincount(found.footings, weights=found.weights, minlength=len(base))
    known = np.isfinite(base)
    usual = np.median(np.repeat(base[known], np.maximum(1, (weights[known] * rate).astype(int))))
    tall = np.full(len(base), -np.inf)
    for (_, _, span), k in zip(owners, found.footings, strict=True):
        tall[k] = max(tall[k], float(scene.centre[scene.samples(span)].max(initial=-np.inf)) - base[k])
    low = known & (base <= usual + _RAISED * size)
    if not low.any():
        return known
    upright = tall >= _UPRIGHT * np.median(tall[low])
    others = np.abs(base[:, None] - base[None]) <= _SAME * size
    return np.asarray(low | upright | (others.sum(axis=1) > 1))
