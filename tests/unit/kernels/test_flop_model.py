"""Row 30: what an iteration costs, counted on the kernels as they are, against formulas in the number of hinges n."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from support import counted

SOURCE_HALF, SOURCE_FULL = (95, 252), (227, 817)  # per iteration, without 18m and 72m for links: n times, and constant
FORMULAS = {  # rows: {part: (times n, and constant)}
    3: {"Jacobian": (12, 0), "square": (18, -3), "solve": (0, 42), "step": (7, 0)},
    6: {"Jacobian": (12, 0), "square": (63, -15), "solve": (0, 181), "step": (13, 0)},
}


@cache
def operations(rows: int, hinges: int, weight: float = 0.9) -> dict[str, int]:
    """Multiplications and additions of each part, by a process in which kernels are plain Python."""
    run = subprocess.run(
        [sys.executable, str(Path(counted.__file__)), str(rows), str(hinges), str(weight)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    return {part: sum(both) for part, both in json.loads(run.stdout).items()}


@pytest.mark.parametrize("rows", [3, 6], ids=["half", "full"])
@pytest.mark.parametrize("hinges", [4, 9])
def test_counted_operations_are_those_of_the_formula(rows, hinges):
    expected = {part: slope * hinges + constant for part, (slope, constant) in FORMULAS[rows].items()}
    assert operations(rows, hinges) == expected


def test_an_iteration_costs_less_than_the_sources_and_half_and_full_differ_alike():
    half, full = (sum(slope for slope, _ in FORMULAS[rows].values()) for rows in (3, 6))
    assert (half, full) == (37, 88)  # 95 and 227 in the source
    assert full / half == pytest.approx(SOURCE_FULL[0] / SOURCE_HALF[0], rel=0.01)  # 2.378; the source: 2.389
    assert FORMULAS[3]["solve"][1] < 51  # its inverse of three rows
    assert FORMULAS[6]["solve"][1] < 619 / 3  # its inverse of six by LU: Cholesky, and nothing is inverted


@pytest.mark.parametrize("rows", [3, 6], ids=["half", "full"])
def test_row_48_a_weighted_iteration_costs_what_a_plain_one_does(rows):
    """The bar is 5 %: the same operations, one of which a hinge is the weight of its step."""
    plain, weighted = (sum(operations(rows, 7, weight).values()) for weight in (1.0, 0.1))
    assert weighted == plain
    assert 7 / plain < 0.05
