"""``python -m benchmarks [NAME...]``: run all benchmarks, or the named ones, and print one table.

``python -m benchmarks quality`` and ``feet`` are other things: what edits and cleanups must keep to, case by case.
"""

import importlib
import sys

NAMES = ("batch", "bvh", "cleanup", "damage", "detection", "dragging", "editing", "editor", "fitting", "gait",
         "geometric", "individuals", "kinematics", "markers", "memory", "online", "physical_people", "physics",
         "posture", "retargeting", "startup", "verbs", "viewing", "walking")  # fmt: skip


def main() -> None:
    """Print measured against bar for every claim."""
    if sys.argv[1:2] in (["quality"], ["feet"]):
        sys.exit(importlib.import_module(f"benchmarks.{sys.argv[1]}").main(sys.argv[2:]))
    chosen = sys.argv[1:] or NAMES
    if unknown := set(chosen) - set(NAMES):
        sys.exit(f"there is no benchmark {sorted(unknown)[0]!r}. Known: {', '.join(NAMES)}")
    print(f"{'what':62} {'measured':>10} {'bar':>10}  details")
    for name in chosen:
        for what, measured, bar, details in importlib.import_module(f"benchmarks.{name}").run():
            print(f"{what:62} {measured:>10} {bar:>10}  {details}", flush=True)


if __name__ == "__main__":
    main()
