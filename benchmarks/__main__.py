"""``python -m benchmarks [NAME...]``: run all benchmarks, or the named ones, and print one table."""

import importlib
import sys

NAMES = ("bvh", "kinematics", "memory", "startup")


def main() -> None:
    """Print measured against bar for every claim."""
    chosen = sys.argv[1:] or NAMES
    if unknown := set(chosen) - set(NAMES):
        sys.exit(f"there is no benchmark {sorted(unknown)[0]!r}. Known: {', '.join(NAMES)}")
    print(f"{'what':62} {'measured':>10} {'bar':>10}  details")
    for name in chosen:
        for what, measured, bar, details in importlib.import_module(f"benchmarks.{name}").run():
            print(f"{what:62} {measured:>10} {bar:>10}  {details}", flush=True)


if __name__ == "__main__":
    main()
