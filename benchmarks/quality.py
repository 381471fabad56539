"""``python -m benchmarks quality``: solve the cases of ``benchmarks.bars`` and say which bars each keeps.

``--repeat`` solves every case again and once more as a cut; ``--best N`` compares N frames of every pull with the slow
reference optimiser of the tests.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.bars.cases import LIST, THIRTY, Case, case
from benchmarks.bars.verdict import Measured, Verdict, judged, repeated
from supple.core.motion import Motion
from supple.recipes.edit import edit

_COLUMNS = (
    "slip_mm",
    "miss_mm",
    "jump",
    "turn",
    "added",
    "outside",
    "hinge_rad",
    "limit_rad",
    "twice",
    "cut_rad",
    "best_mm",
)


def main(argv: Sequence[str]) -> int:
    """Print one line per case; 1 if any bar fails."""
    options = _options(argv)
    chosen = options.case or range(len(LIST) if options.all else len(THIRTY))
    found, failed = [], 0
    if not options.json:
        print(f"{'':3} {'case':32} {'s':>7} " + " ".join(f"{column:>9}" for column in _COLUMNS) + "  fails")
    for number in chosen:
        verdict, seconds = verdict_of(case(number), repeat=options.repeat, best=options.best)
        failed += bool(verdict.fails)
        found.append(_record(number, verdict, seconds))
        if not options.json:
            print(_line(number, verdict, seconds), flush=True)
    print(json.dumps(found, indent=1) if options.json else f"{failed} of {len(found)} cases fail a bar")
    return int(failed > 0)


def verdict_of(asked: Case, *, repeat: bool = False, best: int = 0) -> tuple[Verdict, float]:
    """Solve and judge one case; the seconds are the edit's own."""
    start = time.perf_counter()
    edited = solved(asked)
    seconds = time.perf_counter() - start
    verdict = judged(asked, edited)
    more: dict[str, Measured] = repeated(asked, edited, solved) if repeat else {}
    if best and asked.pull:
        more["best_mm"] = above_best(asked, edited, best)
    return Verdict(verdict.name, {**verdict.numbers, **more}), seconds


def solved(asked: Case) -> Motion:
    """The edit of a case with default settings."""
    return edit(asked.motion, asked.edit).motion


def above_best(asked: Case, edited: Motion, count: int) -> Measured:
    """The largest excess over the reference optimiser in some frames of the plateau [mm]."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))  # it is an oracle of the tests
    from support.reference_optimiser import excess

    first, last = (round(t / asked.motion.frame_time) for t in asked.goals[0].when[1:3])
    frames = np.linspace(first + 1, last - 1, count).round().astype(int)
    over = 1e3 * excess(edited, asked, frames)
    return Measured(float(over.max()), f"frame {frames[int(np.argmax(over))]}")


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks quality", description=__doc__)
    parser.add_argument("--case", type=int, action="append", choices=range(len(LIST)), metavar="N")
    parser.add_argument("--all", action="store_true", help="the walker and the far pulls too")
    parser.add_argument("--repeat", action="store_true", help="solve again, and a cut")
    parser.add_argument("--best", type=int, default=0, metavar="N", help="frames to compare with the best")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(argv)


def _line(number: int, verdict: Verdict, seconds: float) -> str:
    values = [verdict.numbers.get(column) for column in _COLUMNS]
    cells = " ".join(f"{'-' if value is None else f'{value.value:.4g}':>9}" for value in values)
    worst = "; ".join(f"{bar}: {verdict.numbers[bar].where}" for bar in verdict.fails)
    return f"{number:3} {verdict.name:32} {seconds:7.2f} {cells}  {worst or 'none'}"


def _record(number: int, verdict: Verdict, seconds: float) -> dict[str, object]:
    numbers = {name: {"value": value, "where": where} for name, (value, where) in verdict.numbers.items()}
    return {"case": number, "name": verdict.name, "seconds": seconds, "fails": verdict.fails, "numbers": numbers}
