"""What a file keeps of feet that were made to stand: measured on the motion as it will be read again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from supple.cli import say

if TYPE_CHECKING:
    from supple.core.motion import Motion
    from supple.io.options import Encoded
    from supple.recipes.clean import Cleaned
    from supple.recipes.everyday.clip import Clip
    from supple.recipes.metrics import Metrics
    from supple.solvers.result import Status

_WORSE = 0.05  # [mm] by which a file may slide more than what was written to it
_SAME = 1e-3  # share, and [m], by which bones that are read again may differ


class Feet(NamedTuple):
    """How far planted points slide and how deep they are in the ground, at worst."""

    slide_mm: float
    sink_mm: float


def read_back(motion: Motion, encoded: Encoded | None, out: Path | None) -> Motion:
    """The motion that a reader of ``out`` will see; ``motion`` where nothing is written or it sees another figure."""
    import numpy as np

    from supple.core.motion import Motion
    from supple.errors import FileError, SuppleError
    from supple.io.output import write_files
    from supple.io.registry import read

    if encoded is None or out is None:
        return motion
    with TemporaryDirectory() as folder:
        try:
            write_files({Path(folder) / path.name: data for path, data in encoded.files.items()})
        except FileError as error:
            said = f"{error.message.rstrip('.')} (in {Path(folder).parent}, where a copy is made to be measured)."
            raise FileError(out, f"{said} Make room there.") from None
        try:
            back = read(Path(folder) / out.name)
        except SuppleError:  # what needs more than its own files to be read
            return motion
    if not isinstance(back, Motion) or back.skeleton.names != motion.skeleton.names:
        return motion
    same = np.allclose(back.skeleton.offsets, motion.skeleton.offsets, rtol=_SAME, atol=_SAME)
    return back if same and back.frames == motion.frames else motion


def feet_of(measured: Metrics) -> Feet:
    """What of all measures a file may lose."""
    return Feet(measured.slide_mm_max, measured.penetration_mm_max)


def lost_by(cleaned: Cleaned, written: Motion, after: Metrics, out: Path | None) -> list[str]:
    """What the file of a cleaned motion, which measures ``after`` as ``written``, has lost; a line or none."""
    return [] if written is cleaned.motion else lost(feet_of(cleaned.after()), feet_of(after), out)


def clip_facts(clip: Clip, encoded: Encoded | None) -> tuple[dict[str, object], list[str]]:
    """How a clip whose feet were made to stand fares in its file, for machines, and what that has lost.

    About other clips nothing is said.
    """
    if encoded is None or clip.cleaned is None:
        return {}, []
    out = next(iter(encoded.files))
    written = read_back(clip.motion, encoded, out)
    after = clip.cleaned.after(written)
    gone = lost_by(clip.cleaned, written, after, out)
    status = status_of(clip.cleaned.report.status, gone)
    feet = feet_of(after)
    return {"status": status, "slide_mm_max": feet.slide_mm, "penetration_mm_max": feet.sink_mm, "not_kept": gone}, gone


def lost(whole: Feet, after: Feet, out: Path | None) -> list[str]:
    """What a file, read again, has lost of feet that stand: a line or none."""
    found = []
    if after.slide_mm > whole.slide_mm + _WORSE:
        found.append(f"slide by {after.slide_mm:.2f} mm instead of {whole.slide_mm:.2f}")
    if after.sink_mm > whole.sink_mm + _WORSE:
        found.append(f"sink by {after.sink_mm:.2f} mm instead of {whole.sink_mm:.2f}")
    if not found:
        return []
    return [f"{out} does not keep it all: read again, feet {' and '.join(found)}. {_keeps(out)}"]


def status_of(status: Status, lost: Sequence[str]) -> Status:
    """How it went as a whole: what was met and is not kept is not met."""
    return "stalled" if lost and status == "met" else status


def tell(lines: Sequence[str]) -> None:
    """Say what was lost."""
    for line in lines:
        say.note(f"not kept: {line}")


def _keeps(out: Path | None) -> str:
    if out is not None and out.suffix.lower() == ".amc":
        return "The joints of an .asf turn only as it says; write .bvh, .glb or .npz to keep everything."
    return "Write .npz, which keeps everything."
