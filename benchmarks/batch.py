"""Batches against the same work without them: throughput, overhead, memory, start to first result, the report."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec import structs

import supple
from supple.batch.digests import Stamp, options_hash
from supple.batch.manifest import NAME as MANIFEST
from supple.batch.manifest import Entry, Manifest, Run, read_entries
from supple.batch.planning import Clip
from supple.batch.recipe import Step
from supple.cli.batch_job import VerbJob, commands
from supple.recipes.damage import skating

_JOBS = 2
_SHORT, _LONG, _LARGE = 10.0, 120.0, 600.0  # [s]
_CLIPS, _LONG_CLIPS = 40, 8


def run() -> Iterator[tuple[str, str, str, str]]:
    """Rows of the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from _throughput(folder)
        yield from _overhead(folder)
        yield from _memory(folder)
        yield from _first_result(folder)
        yield from _clip_memory(folder)
        yield from _report(folder)


def _throughput(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    """Both at once, so that whatever else the machine does slows both alike."""
    clips = _made(folder / "short", _CLIPS, _SHORT)
    with _bare(clips) as bare:
        times = _batch_times(folder / "short", folder / "out", bare)
    begun, ended = times[_JOBS - 1], times[-_JOBS]  # all workers are busy between them
    ours, theirs = len(times) - 2 * _JOBS + 1, ended[1] - begun[1]
    told = f"{ours} clips against {theirs} in {ended[0] - begun[0]:.1f} s, both at once"
    yield "batch: clean on two workers / two bare processes", f"{ours / theirs:.2f}", ">= 0.9", told


def _overhead(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    for seconds, count, bar in ((_SHORT, 12, "< 30 %"), (_LONG, _LONG_CLIPS, "< 5 %")):
        bare, ours = _side_by_side(_made(folder / f"one_{seconds:g}", count, seconds), folder / f"job_{seconds:g}")
        over = f"{100.0 * (ours / bare - 1.0):.1f} %"
        told = f"best of {count} clips: {ours:.3f} s against {bare:.3f} s"
        yield f"batch: overhead of a job over the command, {seconds:g} s clips", over, bar, told


def _memory(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    few, many = (_driver_mb(folder / f"manifest_{count}", count) for count in (1_000, 100_000))
    told = f"{few:.0f} MB with 1,000 lines, {many:.0f} MB with 100,000"
    yield "batch: memory of the driver, 100,000 lines / 1,000", f"{many / few:.2f}", "< 1.2", told


def _first_result(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    begun = time.monotonic()
    words = ["batch", "clean", str(folder / "short"), str(folder / "first"), "--jobs", str(_JOBS)]
    with subprocess.Popen([sys.executable, "-m", "supple", *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True) as process:  # fmt: skip
        assert process.stdout is not None
        line = process.stdout.readline()
        took = time.monotonic() - begun
        process.terminate()
    assert line.startswith(("ok ", "not met ")), f"the first line is of a clip that is done, not {line!r}"
    yield "batch: start to first result [s]", f"{took:.1f}", "< 5", "a clip of 10 s, cleaned"


def _clip_memory(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    """Most memory of a worker beyond what it had before a clip of ten minutes, in sizes of the file."""
    if not Path("/proc/self/clear_refs").exists():
        return
    clip = folder / "large.bvh"
    supple.write(supple.walking(seconds=_LARGE), clip)
    size = clip.stat().st_size
    for verb in ("check", "convert", "metrics", "clean"):
        words = [sys.executable, "-c", _PEAK, verb, str(folder / "one_10.bvh"), str(clip), str(folder / "peaks")]
        took = int(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
        told = f"{took / 1e6:.0f} MB for a BVH of {size / 1e6:.0f} MB"
        yield f"batch: memory of {verb} / size of the file", f"{took / size:.1f}", "-", told


_PEAK = """
import sys
from pathlib import Path
from supple.batch.planning import Clip
from supple.batch.recipe import Step
from supple.cli.batch_job import VerbJob

def status(key):
    return next(int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith(key))

verb, small, large, folder = sys.argv[1], *map(Path, sys.argv[2:])
folder.mkdir(exist_ok=True)
job, target = VerbJob((Step(verb),), folder), None if verb in ("check", "metrics") else folder / "out.bvh"
job(Clip(name=small.name, source=small, target=target))  # loads everything
before = status("VmRSS:")
Path("/proc/self/clear_refs").write_text("5")  # forgets how much it ever had
job(Clip(name=large.name, source=large, target=target))
print(status("VmHWM:") - before)
"""


def _report(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    """The page of a thousand clips: lines of the run above, many times, under other names."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))  # the browser is the tests' own
    from support.browser import CHROMIUM, browser

    (folder / "thousand").mkdir()
    manifest, page = Manifest(folder / "thousand" / MANIFEST), folder / "report.html"
    manifest.append(Run(run="clean", steps=(("clean",),), input=str(folder / "short")))
    lines = [entry for _, entry in read_entries(folder / "out" / MANIFEST)]
    for k in range(1000):
        manifest.append(structs.replace(lines[k % len(lines)], clip=f"person_{k // 20:02}/take_{k:04}.bvh"))
    manifest.close()
    words = [sys.executable, "-m", "supple", "report", str(folder / "thousand"), "-o", str(page)]
    subprocess.run(words, check=True, stderr=subprocess.DEVNULL)
    yield "batch: report of 1,000 clips [MB]", f"{page.stat().st_size / 1e6:.2f}", "< 5", "one file"
    if CHROMIUM is None:
        return
    with browser() as running:
        took = min(_opened(running.new_page(), page) for _ in range(3))  # the machine may be busy
        yield "batch: report of 1,000 clips opens [s]", f"{took:.2f}", "< 2", "in Chromium, best of 3"


def _opened(tab: Any, page: Path) -> float:
    begun = time.monotonic()
    tab.goto(page.as_uri())
    assert tab.evaluate("window.supple.ready")
    return time.monotonic() - begun


def _made(folder: Path, count: int, seconds: float) -> list[Path]:
    folder.mkdir()
    source = folder.parent / f"{folder.name}.bvh"
    supple.write(skating(supple.walking(seconds=seconds)), source)
    for k in range(count):
        (folder / f"{k:03}.bvh").write_bytes(source.read_bytes())
    return sorted(folder.iterdir())


def _cleaned(path: Path) -> None:
    """The bare function: the command itself, put together once, without a batch around it."""
    words = ["clean", str(path), "-o", f"{path}.out.bvh", "--json", "--force"]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        commands().main(args=words, prog_name="supple", standalone_mode=False)
    Path(f"{path}.out.bvh").unlink()


def _go_on_cleaning(paths: list[Path], done: Any) -> None:
    while True:
        for path in paths:
            _cleaned(path)
            with done:
                done.value += 1


@contextlib.contextmanager
def _bare(clips: list[Path]) -> Iterator[Callable[[], int]]:
    """Bare processes that clean clips for ever; yields how many they have done, when all have warmed up."""
    context = multiprocessing.get_context("spawn")
    done = context.Value("i", 0)
    copies = [_copied(clips[0], k) for k in range(_JOBS)]
    processes = [context.Process(target=_go_on_cleaning, args=([path], done), daemon=True) for path in copies]
    for process in processes:
        process.start()
    while done.value < 2 * _JOBS:
        time.sleep(0.05)
    try:
        yield lambda: done.value
    finally:
        for process in processes:
            process.kill()
            process.join()


def _copied(clip: Path, k: int) -> Path:
    """A clip where no batch looks for it."""
    path = clip.parent.parent / f"bare_{k}.bvh"
    path.write_bytes(clip.read_bytes())
    return path


def _batch_times(source: Path, target: Path, bare: Callable[[], int]) -> list[tuple[float, int]]:
    """When each clip of a batch was done, and how many the bare processes had done by then."""
    words = ["batch", "clean", str(source), str(target), "--jobs", str(_JOBS)]
    with subprocess.Popen([sys.executable, "-m", "supple", *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True) as process:  # fmt: skip
        assert process.stdout is not None
        return [(time.monotonic(), bare()) for _ in process.stdout]


def _side_by_side(clips: list[Path], target: Path) -> tuple[float, float]:
    """Processor seconds of a clip by the bare command, and by the job with all that a manifest needs, in turns."""
    job = VerbJob((Step("clean"),), target)

    def took(clip: Path) -> tuple[float, float]:
        begun = time.process_time()
        _cleaned(clip)
        between = time.process_time()
        job(Clip(name=clip.name, source=clip, target=target / clip.name))
        return between - begun, time.process_time() - between

    took(clips[0])  # loads everything
    bare, ours = zip(*map(took, clips), strict=True)
    return min(bare), min(ours)  # clips are alike, and the best of each counts: the machine may be busy


def _driver_mb(folder: Path, count: int) -> float:
    """Most memory of a driver that resumes a finished run of so many clips: it looks at every file and every line."""
    takes, done = folder / "takes", folder / "done"
    done.mkdir(parents=True)
    manifest, options = Manifest(done / "manifest.jsonl"), options_hash((("check",), ("",)))
    manifest.append(Run(run="check", steps=(("check",),), input="takes"))
    for k in range(count):
        name = f"person_{k % 100:02}/take_{k:06}.bvh"
        (takes / name).parent.mkdir(parents=True, exist_ok=True)
        (takes / name).touch()
        stamp = Stamp(sha256="0" * 64, size=0, mtime_ns=(takes / name).stat().st_mtime_ns)
        manifest.append(
            Entry(clip=name, input=stamp, options=options, version=supple.__version__, status="ok", seconds=1.0,
                  written={}, metrics={"words": "x" * 1000})
        )  # fmt: skip
    manifest.close()
    code = (  # not getrusage, which begins with what the process that started it has
        "import sys; from supple.cli import main; code = main(sys.argv[1:]); "
        "print(code, next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM:')))"
    )
    words = ["batch", "check", str(takes), str(done), "--resume"]
    told = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True).stdout
    ended, kilobytes = told.split()
    assert ended == "0", "every clip was done before"
    return int(kilobytes) / 1024.0
