"""How many points, samples and frames a C3D file really has, whatever it declares."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from supple.errors import FileError
from supple.io.c3d.header import BLOCK, Header
from supple.io.c3d.parameters import Parameters


@dataclass(frozen=True, slots=True)
class Layout:
    """The data section, checked against the length of the file."""

    start: int  # byte
    frames: int
    points: int
    channels: int
    samples: int  # of each analog channel in a frame
    is_float: bool
    scale: float  # file units per step of an integer
    warnings: tuple[str, ...] = ()

    @property
    def numbers(self) -> int:
        """Numbers in one frame."""
        return 4 * self.points + self.channels * self.samples

    @property
    def stop(self) -> int:
        """First byte after the data."""
        return self.start + self.frames * self.numbers * (4 if self.is_float else 2)


def read_layout(size: int, header: Header, parameters: Parameters, path: Path) -> Layout:
    """Decide the layout of a file of ``size`` bytes."""
    start = _data_start(size, header, parameters, path)
    scale = _scale(size - start, header, parameters, path)
    is_float = scale < 0.0
    width = 4 if is_float else 2
    points, analog, said = _counts((size - start) // width, header, parameters)
    per_frame = 4 * points + analog
    if points == 0 or per_frame == 0:
        raise FileError(path, "the file declares no points. Supple reads captures that have some.")
    frames, more = _frames((size - start) // (width * per_frame), header, parameters)
    if frames == 0:
        raise FileError(path, f"not one frame of {points} points is in the file. Is it cut off?")
    samples = max(1, header.analog_per_frame)
    if analog % samples:
        samples, more = 1, (*more, f"{analog} analog numbers do not divide into {samples} samples of each channel.")
    return Layout(start, frames, points, analog // samples, samples if analog else 0, is_float, scale, said + more)


def _scale(size: int, header: Header, parameters: Parameters, path: Path) -> float:
    """The step of integer coordinates; a negative one tells that they are floats.

    Header and parameters should agree. Where one says floats and the other integers, the length of the data tells.
    """
    stated = [s for s in (header.scale, parameters.number("POINT", "SCALE")) if 1e-9 < abs(s) < 1e9]
    if not stated:
        raise FileError(path, f"the scale of the points is {header.scale:g}, which is no length. Is the file damaged?")
    frames = _declared(header, parameters)[0]
    floats_fit = 4 * frames * (4 * header.points + header.analog_numbers) <= size
    return next((scale for scale in stated if (scale < 0.0) == floats_fit), stated[0])


def _data_start(size: int, header: Header, parameters: Parameters, path: Path) -> int:
    stated = parameters.counts("POINT", "DATA_START")
    second = (int(stated[0]) - 1) * BLOCK if len(stated) and stated[0] > 1 else 0
    for start in (header.data_start, second):
        if BLOCK < start < size:
            return start
    raise FileError(
        path, f"the points should start at byte {header.data_start}, but the file has {size}. Is it cut off?"
    )


def _counts(numbers: int, header: Header, parameters: Parameters) -> tuple[int, int, tuple[str, ...]]:
    """Points and analog numbers in a frame: the header's, unless only those of the parameters fill the file."""
    used = parameters.counts("POINT", "USED")
    points = int(used[0]) if len(used) else header.points
    channels = parameters.counts("ANALOG", "USED")
    analog = int(channels[0]) * max(1, header.analog_per_frame) if len(channels) else header.analog_numbers
    said = (header.points, header.analog_numbers)
    if (points, analog) == said:
        return *said, ()
    frames = _declared(header, parameters)[0]
    candidates = [said, (points, header.analog_numbers), (header.points, analog), (points, analog)]
    best = min(candidates, key=lambda c: abs(frames * (4 * c[0] + c[1]) - numbers) if c[0] else numbers * 10**6)
    warning = (
        f"the header says {said[0]} points and {said[1]} analog numbers in a frame, the parameters {points} and "
        f"{analog}; {best[0]} and {best[1]} fit the length of the file."
    )
    return *best, (warning,)


def _declared(header: Header, parameters: Parameters) -> list[int]:
    """Every number of frames that the file declares, the header's first."""
    counts = [header.last_frame - header.first_frame + 1]
    for group, name in (("POINT", "FRAMES"), ("POINT", "LONG_FRAMES")):
        counts += [int(value) for value in parameters.counts(group, name)[:1] if 0 <= value < 2**31]
    ends = [parameters.counts("TRIAL", f"ACTUAL_{end}_FIELD") for end in ("START", "END")]
    if all(len(end) >= 2 for end in ends):
        first, last = (int(end[0]) + 65536 * int(end[1]) for end in ends)
        counts.append(last - first + 1)
    return [count for count in counts if count > 0] or [0]


def _frames(available: int, header: Header, parameters: Parameters) -> tuple[int, tuple[str, ...]]:
    """The largest declared number of frames that the file has room for; all it has where it was cut off."""
    declared = _declared(header, parameters)
    fitting = [count for count in declared if 0 < count <= available]
    if not fitting:
        return available, (f"the file declares {declared[0]} frames and has {available}; those were read.",)
    frames = max(fitting)
    wrong = sorted({count for count in declared if count != frames and count != 65535})
    if not wrong:
        return frames, ()
    return frames, (
        f"the file declares {' and '.join(map(str, wrong))} frames as well as {frames}; {frames} were read.",
    )
