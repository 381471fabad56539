"""How a measure is spread over a data set, before and after, as small drawings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from supple.plots.dataset_report.rows import MEASURES, Measure, Row
from supple.plots.page import number

_BINS, _WIDTH, _HEIGHT = 24, 300, 90
_SMALLEST = 0.01  # what is smaller counts as this: nobody sees it
_QUANTILES = (("half below", 0.5), ("95 % below", 0.95), ("worst", 1.0))


def distributions(rows: Sequence[Row]) -> str:
    """A card with a drawing for each measure that is known of some clip."""
    before, after = (np.array([getattr(row, when) for row in rows]).reshape(-1, len(MEASURES)) for when in _WHEN)
    both = {m: _known(before[:, k], after[:, k]) for k, m in enumerate(MEASURES)}
    drawn = [m for m, sets in both.items() if any(v.max() >= _SMALLEST for _, v in sets)]
    nought = [m.title for m, sets in both.items() if sets and m not in drawn]  # needs no drawing
    told = f"<p>Below {_SMALLEST:g} everywhere: {', '.join(nought)}.</p>" if nought else ""
    return f'<div class="spread">{"".join(_card(m, both[m]) for m in drawn)}</div>{told}'


_WHEN = ("before", "after")


def _known(before: np.ndarray, after: np.ndarray) -> list[tuple[str, np.ndarray]]:
    """What was measured, before and after; either may be absent."""
    sets = [(when, v[np.isfinite(v)]) for when, v in zip(_WHEN, (before, after), strict=True)]
    return [(when, v) for when, v in sets if len(v)]


def _card(measure: Measure, known: list[tuple[str, np.ndarray]]) -> str:
    unit = f" [{measure.unit}]" if measure.unit else ""
    lines = "".join(_line(when if len(known) > 1 else "", v) for when, v in known)
    head = "".join(f"<th class=number>{words}</th>" for words, _ in _QUANTILES)
    return (
        f"<figure><figcaption>{measure.title}{unit}</figcaption>{_drawn([v for _, v in known], len(known) > 1)}"
        f"<table><tr><th></th>{head}</tr>{lines}</table></figure>"
    )


def _line(when: str, values: np.ndarray) -> str:
    cells = "".join(f"<td class=number>{_told(float(np.quantile(values, q)))}</td>" for _, q in _QUANTILES)
    key = f'<span class="key {when}"></span>{when}' if when else ""
    return f"<tr><td>{key}</td>{cells}</tr>"


def _told(value: float) -> str:
    return number(value) if value >= _SMALLEST else f"&lt; {_SMALLEST:g}"


def _drawn(sets: list[np.ndarray], several: bool) -> str:
    """Bars over a logarithmic scale; the height of a bar is the share of clips."""
    top = max(max(float(v.max()) for v in sets), 10 * _SMALLEST)
    edges = np.geomspace(_SMALLEST, top * 1.001, _BINS + 1)
    shares = [np.histogram(np.clip(v, _SMALLEST, top), edges)[0] / len(v) for v in sets]
    most = max(float(s.max()) for s in shares) or 1.0
    step = _WIDTH / _BINS
    bars = []
    for when, share in zip(_WHEN, shares, strict=False):
        for k in np.flatnonzero(share):
            tall = _HEIGHT * float(share[k]) / most
            place = f'x="{k * step:.1f}" y="{_HEIGHT - tall:.1f}" width="{step - 1:.1f}" height="{tall:.1f}"'
            bars.append(f'<rect class="{when if several else "before"}" {place}/>')
    ticks = "".join(_tick(10.0**k, edges) for k in range(-2, 7) if 10.0**k <= edges[-1])
    return f'<svg viewBox="0 -2 {_WIDTH} {_HEIGHT + 18}" role="img">{"".join(bars)}{ticks}</svg>'


def _tick(value: float, edges: np.ndarray) -> str:
    x = _WIDTH * float(np.log(value / edges[0]) / np.log(edges[-1] / edges[0]))
    words = f"≤{value:g}" if value <= _SMALLEST else f"{value:g}"
    anchor = "start" if x < 8 else "end" if x > _WIDTH - 8 else "middle"
    return f'<text x="{x:.0f}" y="{_HEIGHT + 13}" text-anchor="{anchor}">{words}</text>'
