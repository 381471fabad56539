"""Two cartwheels and what lies between them: ``python examples/cartwheels.py 49_08.bvh`` writes cartwheels.bvh.

The capture, CMU's subject 49, trial 8 (mocap.cs.cmu.edu), has two in a row: the first in a hurry, the second taller.
"""

import sys

import supple

FIRST, SECOND = (1, 255), (330, 576)  # frames


def cartwheels(capture: supple.Motion) -> tuple[supple.Clip, supple.Clip]:
    """Both, with what hands and feet do on the ground."""
    contacts = supple.detect(capture)
    first, second = (supple.trim(capture, *span, contacts=contacts) for span in (FIRST, SECOND))
    return first, second


def between(capture: supple.Motion, weight: float = 0.5) -> supple.Blend:
    """A cartwheel between the two."""
    return supple.blend(*cartwheels(capture), weight)


if __name__ == "__main__":
    made = between(supple.read(sys.argv[1]))
    print(*made.notes, sep="\n")  # noqa: T201
    supple.write(made.motion, "cartwheels.bvh")
