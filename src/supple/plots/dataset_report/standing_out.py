"""Clips that do not fit the others: of another size, on another floor, or there twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from supple.plots.dataset_report.rows import Row

_SIZE = 0.25  # of the median: people differ by less
_SPREAD = 6.0  # times the usual difference
_OFF_FLOOR = 0.15  # of the figure's height
_ALIKE = 4  # units of likeness, each half a thousandth of the height


def outliers(rows: Sequence[Row]) -> list[tuple[Row, str]]:
    """Clips whose figure is much larger or smaller than most, or that do not stand on the floor; with the reason."""
    heights = np.array([row.height for row in rows if row.height > 0.0])
    if not len(heights):
        return []
    usual = float(np.median(heights))
    aside = max(_SIZE * usual, _SPREAD * float(np.median(np.abs(heights - usual))))
    found = []
    for row in rows:
        said = []
        if abs(row.height - usual) > aside:
            said.append(f"{row.height:.3g} m tall, where most are {usual:.3g} m: another unit?")
        if abs(row.floor) > _OFF_FLOOR * row.height:
            said.append(f"its lowest point is at {row.floor:.3g} m: not on the floor, or another up axis?")
        if said:
            found.append((row, " ".join(said)))
    return found


def duplicates(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """Groups of clips that are the same file, or the same motion in different files."""
    by_file, by_length = defaultdict(list), defaultdict(list)
    for row in rows:
        if row.sha256:
            by_file[row.sha256].append(row)
    groups = [("the same file", same) for same in by_file.values() if len(same) > 1]
    for same in by_file.values():
        if same[0].likeness:
            by_length[same[0].frames, len(same[0].likeness)].append(same[0])
    for candidates in by_length.values():
        groups += [("the same motion", group) for group in _alike(candidates)]
    return sorted(groups, key=lambda group: group[1][0].clip)


def _alike(rows: list[Row]) -> list[list[Row]]:
    """Groups among clips of one length; each is compared with the first of its group."""
    prints, left, groups = np.array([row.likeness for row in rows]), np.ones(len(rows), bool), []
    telling = prints[:, np.ptp(prints, axis=0).argmax()]  # the number that differs the most leaves few to compare
    order = np.argsort(telling)
    for k in range(len(rows)):
        if not left[k]:
            continue
        first, last = np.searchsorted(telling, (telling[k] - _ALIKE, telling[k] + _ALIKE + 1), sorter=order)
        close = np.sort(order[first:last])
        near = close[left[close] & (np.abs(prints[close] - prints[k]).max(axis=1) <= _ALIKE)]
        left[near] = False
        if len(near) > 1:
            groups.append([rows[m] for m in near])
    return groups
