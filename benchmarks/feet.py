"""``python -m benchmarks feet [NAME...]``: clean every walking, running and dancing clip and say which bars each keeps.

By contacts that Supple finds and by those of a rule that it does not know, with rigid bones and with stretch; measured
on the written file, read again. NAME is a part of a clip's name.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))  # bars and outside contacts are the tests' own
from support.clean_bars import CLIPS, MODES, Judged, broken_bars, judged

_COLUMNS = ("contacts", "slide", "after", "sunk", "after", "stretch", "knees", "far", "again", "change")


def main(argv: Sequence[str]) -> int:
    """Print one line for each clip, kind of contacts and mode; 1 if any bar fails."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks feet", description=__doc__)
    parser.add_argument("name", nargs="*")
    names = parser.parse_args(argv).name
    print(f"{'clip':40} {'contacts of':11} {'mode':8} " + " ".join(f"{column:>8}" for column in _COLUMNS) + "  fails")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for clip in (clip for clip in CLIPS if not names or any(name in clip for name in names)):
            for whose in ("own", "outside"):
                for mode, stretch in MODES.items():
                    found = judged(clip, whose, stretch, Path(folder))
                    fails = broken_bars(found)
                    failed += bool(fails)
                    print(
                        f"{clip[-40:]:40} {whose:11} {mode:8} {_numbers(found)}  {', '.join(fails) or 'none'}",
                        flush=True,
                    )
    print(f"{failed} fail a bar")
    return int(failed > 0)


def _numbers(found: Judged) -> str:
    before, after = found.before, found.after
    values = (
        f"{after.contacts}", f"{before.slide_mm_max:.1f}", f"{after.slide_mm_max:.3f}",
        f"{before.penetration_mm_max:.1f}", f"{after.penetration_mm_max:.3f}", f"{after.stretch_pct_max:.2f}",
        f"{found.knees:.3f}", f"{found.moved_far_from_contacts():.0e}", f"{found.changed_again():.0e}",
        f"{after.change.mm_max if after.change else 0.0:.1f}",
    )  # fmt: skip
    return " ".join(f"{value:>8}" for value in values)
