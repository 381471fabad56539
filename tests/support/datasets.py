"""A data set for tests: walks that Supple makes, copies of real clips with changes, and broken files among them."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import supple
from supple.recipes.damage import skating

BROKEN = (b"", b"no motion at all", b"\x00\xff" * 40, b"HIERARCHY\nROOT Hips\n{", None, "cut", "words")


def make_tree(folder: Path, count: int, seconds: float = 1.0) -> set[str]:
    """``count`` clips in folders of fifty, a twentieth of them broken; returns the names of those."""
    folder.mkdir()
    sources = [_walk(seconds, 0.9 + 0.1 * k) for k in range(6)]
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


def _walk(seconds: float, speed: float) -> bytes:
    motion = supple.walking(seconds=seconds, speed=speed)
    with tempfile.TemporaryDirectory() as aside:
        supple.write(skating(motion), Path(aside) / "a.bvh")
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


def workers_of(process: int) -> list[int]:
    """The worker processes of a driver."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == process and b"spawn_main" in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except (OSError, ValueError, IndexError):
            continue
    return found


def kill(process: int) -> None:
    with suppress(OSError):
        os.kill(process, signal.SIGKILL)


def manifest_without_times(folder: Path) -> list[dict]:
    """The lines about clips, in their order, without what differs from run to run."""
    lines = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()[1:]]
    return [{key: value for key, value in line.items() if key != "seconds"} for line in lines]


def bytes_of(folder: Path) -> dict[str, str]:
    """Every output by its name, with a hash of its bytes."""
    return {
        p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in sorted(folder.rglob("*"))
        if p.is_file() and p.name not in ("manifest.jsonl", ".supple-batch.lock")
    }
