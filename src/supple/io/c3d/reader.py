"""C3D to markers."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from supple.core.arrays import frozen
from supple.core.axes import vectors_from
from supple.core.markers import ForcePlate, Markers, Signals
from supple.core.provenance import Provenance
from supple.io.c3d.header import Header, read_header
from supple.io.c3d.layout import Layout, read_layout
from supple.io.c3d.parameters import Parameters, read_parameters
from supple.io.c3d.plates import LOADED, Plate, plate_loads, read_plates
from supple.io.c3d.samples import read_samples, scaled_analog
from supple.io.marker_axes import LabEvidence, decide_scale, decide_up, stated_axis
from supple.io.marker_labels import check_count, unique_labels
from supple.io.marker_table import hide_zeros
from supple.io.options import ReadOptions
from supple.io.source import load_bytes

_OUTPUTS = ("ANGLES", "FORCES", "MOMENTS", "POWERS", "SCALARS")  # lists of POINT that name what is no place
_PRESSED = 50.0  # [N] more than an offset or the noise of an empty plate


def read(path: Path, options: ReadOptions) -> Markers:
    """Read a C3D file."""
    data = load_bytes(path)
    header = read_header(data, path)
    parameters = read_parameters(data, header)
    layout = read_layout(len(data), header, parameters, path)
    check_count(layout.points, "points", path)
    check_count(layout.channels, "analog channels", path)
    points, raw_analog = read_samples(data, header, layout)
    labels, renamed = _labels(parameters, "POINT", layout.points)
    rate, rate_words = _rate(header, parameters)
    zeros = hide_zeros(points)
    outputs = [label for name in _OUTPUTS for label in parameters.long_texts("POINT", name) if label in labels]
    places = np.array([label not in set(outputs) for label in labels])
    shown = [label for label, is_place in zip(labels, places, strict=True) if is_place]
    scale, scale_reason, scale_words = decide_scale(
        points[:, places], shown, parameters.text("POINT", "UNITS"), options
    )
    plates, plate_words = read_plates(parameters, layout.channels, scale)
    up, up_reason, up_words = decide_up(points[:, places], shown, _lab(parameters, plates), options)
    points *= scale
    analog = _analog(scaled_analog(raw_analog, parameters, layout), parameters, layout, header, rate)
    warnings = (
        header.warnings + parameters.warnings + layout.warnings + rate_words + renamed + zeros
        + scale_words + up_words + plate_words + _output_words(outputs)
    )  # fmt: skip
    decisions = (("units", scale_reason), ("up", up_reason), ("numbers", _number_words(header, layout)))
    return Markers(
        labels,
        frozen(np.ascontiguousarray(vectors_from(up, points))),
        1.0 / rate,
        (max(header.first_frame, 1) - 1) / rate,
        analog,
        _force_plates(plates, analog, up, scale),
        _events(header, parameters),
        Provenance(source=path.name, format="c3d", unit_scale=scale, up=up, decisions=decisions, warnings=warnings),
    )


def _labels(parameters: Parameters, group: str, count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    stated = parameters.long_texts(group, "LABELS")[:count]
    return unique_labels(stated + [""] * (count - len(stated)))


def _rate(header: Header, parameters: Parameters) -> tuple[float, tuple[str, ...]]:
    """Frames per second: POINT:RATE, else the header's."""
    stated = parameters.number("POINT", "RATE")
    good = [rate for rate in (stated, header.rate) if 1e-3 < rate < 1e6]
    if not good:
        return 100.0, (
            f"the file states no rate that makes sense ({header.rate:g}); 100 frames per second were assumed.",
        )
    if len(good) == 2 and abs(good[0] - good[1]) > 1e-3 * good[0]:
        return good[0], (
            f"POINT:RATE says {good[0]:g} and the header {good[1]:g} frames per second; {good[0]:g} was used.",
        )
    return good[0], ()


def _lab(parameters: Parameters, plates: tuple[Plate, ...]) -> LabEvidence:
    screen = stated_axis(parameters.text("POINT", "Y_SCREEN"))
    normal = np.abs(np.stack([plate.axes[:, 2] for plate in plates])).mean(axis=0) if plates else None
    return LabEvidence("z", screen, "POINT:Y_SCREEN", normal)


def _analog(values: np.ndarray, parameters: Parameters, layout: Layout, header: Header, rate: float) -> Signals | None:
    if layout.channels == 0:
        return None
    labels, _ = _labels(parameters, "ANALOG", layout.channels)
    units = parameters.long_texts("ANALOG", "UNITS")[: layout.channels]
    start = (max(header.first_frame, 1) - 1) / rate
    times = start + np.arange(len(values)) / (rate * layout.samples)
    return Signals(labels, frozen(values), frozen(times), tuple(units + [""] * (layout.channels - len(units))))


def _force_plates(plates: tuple[Plate, ...], analog: Signals | None, up: str, metres: float) -> tuple[ForcePlate, ...]:
    if analog is None:
        return ()
    made = []
    for k, plate in enumerate(plates):
        force, point, moment = plate_loads(plate, analog.values, _moment_scale(plate, analog, metres))
        force, point, moment, corners = (vectors_from(up, v) for v in (force, point, moment, plate.corners))
        sign = _reaction_sign(force)
        pushed = (sign * force[:, 1] >= LOADED)[:, None]  # a floor that pulls is an offset
        point = np.where(pushed, point, np.nan)
        made.append(
            ForcePlate(
                f"plate {k + 1}", sign * force, point, sign * moment, analog.frame_time, corners, float(analog.times[0])
            )
        )
    return tuple(made)


def _reaction_sign(force: np.ndarray) -> float:
    """-1 where forces (N, 3) in Supple's world press down: files give action or reaction, and a floor only pushes.

    Weighted by the force, since an unloaded plate shows an offset of either sign.
    """
    upward = np.nan_to_num(force[:, 1])
    pressed = np.abs(upward).max(initial=0.0) > _PRESSED
    return -1.0 if pressed and (upward * np.abs(upward)).sum() < 0.0 else 1.0


def _moment_scale(plate: Plate, analog: Signals, metres: float) -> float:
    """Newton metres per unit of the moment channels, which use the unit of the points unless they say otherwise."""
    unit = analog.units[plate.channels[min(4, len(plate.channels) - 1)]].lower().replace(".", "").replace(" ", "")
    stated = {"nm": 1.0, "n-m": 1.0, "n*m": 1.0, "nmm": 0.001, "n-mm": 0.001, "n*mm": 0.001, "mm": 0.001, "m": 1.0}
    return stated.get(unit, metres)


def _events(header: Header, parameters: Parameters) -> tuple[tuple[str, float], ...]:
    """(what, seconds), from the EVENT group or else from the header."""
    times = parameters.numbers("EVENT", "TIMES")
    labels, contexts = parameters.texts("EVENT", "LABELS"), parameters.texts("EVENT", "CONTEXTS")
    events = []
    for k, label in enumerate(labels[: len(times) // 2]):
        seconds = 60.0 * float(times[2 * k]) + float(times[2 * k + 1])
        if np.isfinite(seconds):
            events.append((f"{contexts[k] if k < len(contexts) else ''} {label}".strip(), seconds))
    return tuple(sorted(events, key=lambda event: event[1])) or header.events


def _number_words(header: Header, layout: Layout) -> str:
    return f"{'floating point' if layout.is_float else '16-bit integer'} numbers, laid out as on {header.machine.name}"


def _output_words(outputs: list[str]) -> tuple[str, ...]:
    if not outputs:
        return ()
    shown = ", ".join(outputs[:4]) + (", ..." if len(outputs) > 4 else "")
    return (f"{len(outputs)} labels name computed values (angles, forces), whose numbers are no places: {shown}.",)
