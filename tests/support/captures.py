"""Small captures for tests, written by ezc3d, and the same bytes as other machines lay them out."""

from pathlib import Path

import ezc3d
import numpy as np

LABELS = ("LFHD", "C7", "LASI", "LKNE", "LANK", "LTOE")
HEIGHTS = (1.70, 1.45, 1.00, 0.50, 0.10, 0.05)  # [m]


def walker(frames: int = 12, labels: tuple[str, ...] = LABELS) -> np.ndarray:
    """(F, M, 3) [m] someone walks along +X in a lab where +Z is up."""
    rng = np.random.default_rng(3)
    heights = np.resize(HEIGHTS, len(labels))
    points = np.zeros((frames, len(labels), 3))
    points[..., 0] = np.linspace(0.0, 1.0, frames)[:, None] + 0.02 * rng.normal(size=(1, len(labels)))
    points[..., 1] = 0.1 + 0.02 * rng.normal(size=(1, len(labels)))
    points[..., 2] = heights + 0.01 * rng.normal(size=(frames, len(labels)))
    return points


def capture(
    points: np.ndarray, labels: tuple[str, ...] = LABELS, *, unit: str = "mm", rate: float = 100.0
) -> ezc3d.c3d:
    """An ezc3d capture of points (F, M, 3), given in ``unit``."""
    c3d = ezc3d.c3d()
    c3d["parameters"]["POINT"]["RATE"]["value"] = [rate]
    c3d["parameters"]["POINT"]["LABELS"]["value"] = list(labels)
    c3d["parameters"]["POINT"]["UNITS"]["value"] = [unit]
    c3d["data"]["points"] = np.concatenate([points, np.ones((*points.shape[:2], 1))], axis=2).transpose(2, 1, 0)
    return c3d


def add_analog(c3d: ezc3d.c3d, values: np.ndarray, labels: list[str], units: list[str], rate: float) -> None:
    """Put analog channels (N, C) into a capture."""
    group = c3d["parameters"]["ANALOG"]
    group["LABELS"]["value"], group["UNITS"]["value"], group["RATE"]["value"] = labels, units, [rate]
    group["SCALE"]["value"], group["OFFSET"]["value"] = [1.0] * len(labels), [0] * len(labels)
    c3d["data"]["analogs"] = values.T[None]


def written(c3d: ezc3d.c3d, path: Path) -> Path:
    """Write a capture; returns the path."""
    c3d.write(str(path))
    return path


def as_machine(data: bytes, code: int) -> bytes:
    """An Intel float C3D file as a DEC (85) or SGI (86) machine would have written it."""
    out = bytearray(data)
    start = (data[0] - 1) * 512
    assert data[start + 3] == 84
    out[start + 3] = code
    _shorts(out, 2, 5, code)
    _floats(out, 12, 1, code)
    _shorts(out, 16, 2, code)
    _floats(out, 20, 1, code)
    _shorts(out, 298, 3, code)
    _floats(out, 304, 18, code)
    _parameters(out, data, start, code)
    data_start = (int.from_bytes(data[16:18], "little") - 1) * 512
    _floats(out, data_start, (len(data) - data_start) // 4, code)
    return bytes(out)


def _parameters(out: bytearray, data: bytes, start: int, code: int) -> None:
    at = start + 4
    while data[at]:
        length = data[at] if data[at] < 128 else 256 - data[at]
        link = at + 2 + length
        step = int.from_bytes(data[link : link + 2], "little")
        _shorts(out, link, 1, code)
        if data[at + 1] < 128:
            kind, rank = data[link + 2], data[link + 3]
            count = int(np.prod(list(data[link + 4 : link + 4 + rank]))) if rank else 1
            values = link + 4 + rank
            if kind == 2:
                _shorts(out, values, count, code)
            elif kind == 4:
                _floats(out, values, count, code)
        if step == 0:
            return
        at = link + step


def _shorts(out: bytearray, at: int, count: int, code: int) -> None:
    if code == 86:
        out[at : at + 2 * count] = np.frombuffer(bytes(out[at : at + 2 * count]), "<i2").astype(">i2").tobytes()


def _floats(out: bytearray, at: int, count: int, code: int) -> None:
    values = np.frombuffer(bytes(out[at : at + 4 * count]), "<f4")
    if code == 86:
        out[at : at + 4 * count] = values.astype(">f4").tobytes()
    else:  # a VAX float holds four times the number, with its words exchanged
        with np.errstate(all="ignore"):
            words = (values * np.float32(4.0)).astype("<f4").view("<u2").reshape(-1, 2)[:, ::-1]
        out[at : at + 4 * count] = words.tobytes()
