"""A data set for tests: walks that Supple makes, copies of real clips with changes, and broken files among them."""

import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import supple
from supple.recipes.damage import skating
from support.processes import all_end, descendants, kill, workers_of
from support.shared import files

BROKEN = (b"", b"no motion at all", b"\x00\xff" * 40, b"HIERARCHY\nROOT Hips\n{", None, "cut", "words")


def make_tree(folder: Path, count: int, seconds: float = 0.5) -> set[str]:
    """``count`` clips in folders of fifty, a twentieth of them broken; returns the names of those."""
    folder.mkdir()
    sources = [_bytes(skating(supple.walking(seconds=seconds, speed=speed))) for speed in (0.9, 1.1, 1.3)]
    sources += [_bytes(supple.trim(supple.read(path), 1, 30).motion) for path in files("cmu-bvh/0[2-9]_0*.bvh")[:3]]
    broken = set()
    for k in range(count):
        name = f"person_{k // 50:02}/take_{k:04}.bvh"
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        text = _changed(sources[k % len(sources)], k)
        if k % 20 == 13:
            broken.add(name)
            _break(path, text, BROKEN[k // 20 % len(BROKEN)])
        else:
            path.write_bytes(text)
    return broken


def _bytes(motion) -> bytes:
    with tempfile.TemporaryDirectory() as aside:
        supple.write(motion, Path(aside) / "a.bvh")
        return (Path(aside) / "a.bvh").read_bytes()


def _changed(text: bytes, k: int) -> bytes:
    """The same clip, a hair slower: other bytes for every clip."""
    head, mark, rest = text.partition(b"Frame Time: ")
    value, _, rows = rest.partition(b"\n")
    return head + mark + f"{float(value) * (1.0 + 1e-6 * k):.9f}".encode() + b"\n" + rows


def _break(path: Path, text: bytes, how) -> None:
    if how is None:
        path.symlink_to("nowhere.bvh")
    elif how == "cut":
        path.write_bytes(text[:300])
    elif how == "words":
        path.write_bytes(text.replace(b"CHANNELS 3", b"CHANNELS x", 1))
    else:
        path.write_bytes(how)


def batch_process(*words, **environment) -> subprocess.Popen:
    """``supple batch`` in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "supple", "batch", *map(str, words)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment},
    )  # fmt: skip


def finished(process: subprocess.Popen) -> tuple[int, str, str]:
    """The exit code of a run, and what it said on both streams."""
    out, err = process.communicate(timeout=900)
    return process.returncode, out, err


def lines_in(folder: Path) -> int:
    """How many clips a run has done so far."""
    try:
        return (folder / "manifest.jsonl").read_bytes().count(b"\n") - 1
    except OSError:
        return 0


def disturb(process: subprocess.Popen, out: Path, until: int, every: float) -> int:
    """Kill a worker every few seconds until so many clips are done or the run ends; returns how many were killed."""
    chance, killed = random.Random(3), 0
    while process.poll() is None and lines_in(out) < until:
        time.sleep(every)
        if running := workers_of(process.pid):
            kill(chance.choice(running))
            killed += 1
    return killed


def end_hard(process: subprocess.Popen) -> None:
    """Kill a driver; all that it started has to end by itself."""
    left = descendants(process.pid)
    kill(process.pid)
    process.communicate()
    assert all_end(left), "workers outlive their driver"


def manifest_without_times(folder: Path) -> list[dict]:
    """The lines about clips, in their order, without what differs from run to run."""
    lines = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()[1:]]
    return [{key: value for key, value in line.items() if key != "seconds"} for line in lines]


def bytes_of(folder: Path) -> dict[str, str]:
    """Every output by its name, with a hash of its bytes; not what an ended run had aside: the next one sweeps it."""
    return {
        p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in sorted(folder.rglob("*"))
        if p.is_file()
        and p.name not in ("manifest.jsonl", ".supple-batch.lock")
        and ".supple-batch" not in p.relative_to(folder).parts
    }
