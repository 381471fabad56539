"""Images as the bytes of files."""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

from supple.errors import FileError

SUFFIXES = (".png", ".gif", ".mp4")
_PALETTE_FROM, _COLOURS = 6, 128  # pictures that a gif takes its colours from, and how many it takes


def check_suffix(path: Path) -> str:
    """The kind of picture that a name asks for, if it can be made here."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        found = f"found {path.suffix!r}" if path.suffix else "this has no suffix"
        raise FileError(path, f"pictures and films end in .png, .gif or .mp4; {found}.")
    if suffix == ".mp4" and shutil.which("ffmpeg") is None:
        ways = "apt install ffmpeg, brew install ffmpeg or winget install ffmpeg"
        raise FileError(path, f"an .mp4 needs ffmpeg, which is not installed. Install it ({ways}), or write a .gif.")
    return suffix


def png(image: Any) -> bytes:
    """One picture."""
    stream = io.BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def gif(images: Iterable[Any], count: int, fps: float) -> bytes:
    """A film of ``count`` pictures that every browser plays again and again; pauses are hundredths of a second."""
    rest = iter(images)
    first = list(islice(rest, _PALETTE_FROM))
    palette, stream = _palette(first), io.BytesIO()
    pictures = (image.quantize(palette=palette, dither=0) for image in chain(first, rest))
    next(pictures).save(stream, "GIF", save_all=True, append_images=pictures, duration=pauses(count, fps), loop=0)
    return stream.getvalue()


def pauses(count: int, fps: float) -> list[int]:
    """Milliseconds of every picture, in tens, so that the film as a whole keeps its time."""
    ends = [round(100.0 * (k + 1) / fps) for k in range(count)]
    return [10 * (end - begin) for begin, end in zip([0, *ends], ends, strict=False)]


def mp4(images: Iterable[Any], size: tuple[int, int], fps: float, path: Path) -> bytes:
    """A film by ffmpeg; ``path`` stands in messages."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "film.mp4"
        raw = f"-f rawvideo -pix_fmt rgb24 -s {size[0]}x{size[1]} -r {fps:.10g} -i -"
        coded = "-c:v libx264 -preset veryfast -crf 18 -pix_fmt yuv420p -movflags +faststart -fflags +bitexact"
        command = ["ffmpeg", "-loglevel", "error", *raw.split(), *coded.split(), str(out)]
        _piped(command, images, path)
        return out.read_bytes()


def _piped(command: Sequence[str], images: Iterable[Any], path: Path) -> None:
    with tempfile.TemporaryFile() as said, subprocess.Popen(command, stdin=subprocess.PIPE, stderr=said) as process:
        assert process.stdin is not None
        try:
            for image in images:
                process.stdin.write(image.tobytes())
            process.stdin.close()
        except BrokenPipeError:  # it gave up; what it said is below
            pass
        if process.wait() != 0:
            said.seek(0)
            words = said.read().decode(errors="replace").strip().splitlines() or ["it did not say why"]
            raise FileError(path, f"ffmpeg could not make the film: {words[-1]}")


def _palette(images: Sequence[Any]) -> Any:
    """The colours that serve some pictures best."""
    from PIL import Image

    wide, high = images[0].size
    sheet = Image.new("RGB", (wide, high * len(images)))
    for k, image in enumerate(images):
        sheet.paste(image, (0, k * high))
    return sheet.quantize(_COLOURS)
