"""What a batch promises on a thousand clips: nothing is lost by killed workers, a killed driver or a full disk."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.datasets import (
    batch_process,
    bytes_of,
    disturb,
    end_hard,
    finished,
    lines_in,
    make_tree,
    manifest_without_times,
)
from support.processes import nothing_is_left as nothing_is_left

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to find workers"),
]
COUNT, SMALL = 1000, 120
EVERY = 2.0  # [s] a worker is killed
VERB, OPTIONS = ("convert",), ("--units", "m")  # quick: what is tested is all that is around it


@pytest.fixture(scope="module")
def thousand(tmp_path_factory):
    """A tree of a thousand clips, those of them that are broken, and an undisturbed run on it."""
    folder = tmp_path_factory.mktemp("thousand")
    broken = make_tree(folder / "takes", COUNT)
    code, out, err = finished(batch_process(*VERB, folder / "takes", folder / "calm", "--jobs", 2, *OPTIONS))
    return folder, broken, (code, out, err)


def test_every_good_clip_is_done_and_every_broken_one_is_named_with_its_cause(thousand):
    folder, broken, (code, out, err) = thousand
    lines = manifest_without_times(folder / "calm")
    assert code == 1
    assert len(lines) == COUNT
    assert {line["clip"] for line in lines if line["status"] == "failed"} == broken
    assert all(len(line["error"]) > 20 for line in lines if line["status"] == "failed")
    assert len({line["error"].partition(": ")[2] for line in lines if line["status"] == "failed"}) >= 5
    assert len(out.splitlines()) == COUNT
    assert f"{COUNT - len(broken)} ok" in err
    assert len(bytes_of(folder / "calm")) == COUNT - len(broken)


def test_killed_workers_and_a_killed_driver_change_nothing(thousand, tmp_path):
    folder, _, _ = thousand
    words = (*VERB, folder / "takes", tmp_path / "out", "--jobs", 2, *OPTIONS)
    process = batch_process(*words)
    killed = disturb(process, tmp_path / "out", COUNT // 2, EVERY)
    assert process.poll() is None, "the driver was to be killed halfway"
    end_hard(process)
    process = batch_process(*words, "--resume")
    killed += disturb(process, tmp_path / "out", COUNT, EVERY)
    code, _, err = finished(process)
    assert code == 1, err
    assert killed >= 3
    assert manifest_without_times(tmp_path / "out") == manifest_without_times(folder / "calm")
    assert bytes_of(tmp_path / "out") == bytes_of(folder / "calm")


@contextmanager
def small_disk(folder, megabytes):
    folder.mkdir()
    if shutil.which("mount") is None or os.geteuid() != 0:
        pytest.skip("a small disk can be made by root alone")
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder], capture_output=True)
    if made.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_full_disk_is_told_and_resume_ends_as_if_it_had_not_been_full(tmp_path):
    make_tree(tmp_path / "takes", SMALL)
    words = ("convert", tmp_path / "takes")
    assert finished(batch_process(*words, tmp_path / "calm"))[0] == 1
    with small_disk(tmp_path / "disk", 1) as disk:
        code, _, err = finished(batch_process(*words, disk / "out"))
        assert code == 1
        assert "the disk is full" in err or "No space left" in err
        assert "--resume" in err
        assert "Traceback" not in err
        before = bytes_of(disk / "out")
        assert before.items() <= bytes_of(tmp_path / "calm").items()  # what is there is whole
        subprocess.run(["mount", "-o", "remount,size=100m", disk], check=True)
        assert finished(batch_process(*words, disk / "out", "--resume"))[0] == 1
        assert bytes_of(disk / "out") == bytes_of(tmp_path / "calm")
        assert manifest_without_times(disk / "out") == manifest_without_times(tmp_path / "calm")


@contextmanager
def cluster(folder):
    """Two nodes of Ray on loopback, with a token of their own; yields the address, its environment and both nodes."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    secret = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32), "RAY_ENABLE_AUTO_CONNECT": "0"}
    sources = os.pathsep.join([str(Path(__file__).resolve().parents[2] / "src"), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, **secret, "PYTHONPATH": sources}
    ray = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--disable-usage-stats", "--num-cpus", "1",
           "--node-ip-address", "127.0.0.1", "--object-store-memory", "100000000"]  # fmt: skip
    nodes = []

    def start(*words):
        with open(folder / f"node{len(nodes)}.log", "w") as log:
            node = subprocess.Popen([*ray, *words], env=environment, stdout=log, stderr=log, start_new_session=True)
        nodes.append(node)

    sockets = tempfile.mkdtemp(prefix="ray")  # their names may have 107 letters, fewer than those of pytest's folders
    try:
        start("--head", "--port", str(port), "--include-dashboard=false", "--temp-dir", sockets)
        _wait_until_up(nodes[0], folder / "node0.log")
        start("--address", f"127.0.0.1:{port}")
        _wait_until_up(nodes[1], folder / "node1.log")
        yield f"127.0.0.1:{port}", secret, nodes
    finally:
        for node in reversed(nodes):
            _end(node)
        shutil.rmtree(sockets, ignore_errors=True)


def _wait_until_up(node, log):
    end = time.monotonic() + 120
    while "Ray runtime started" not in log.read_text():
        assert node.poll() is None, log.read_text()
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.2)


def _end(node):
    """Everything that a node started: they are one group of processes."""
    with suppress(ProcessLookupError):
        os.killpg(node.pid, signal.SIGKILL)
    node.wait(timeout=30)


@pytest.mark.skipif(find_spec("ray") is None, reason='needs the extra "batch"')
def test_ray_gives_what_this_machine_gives_and_survives_a_node(tmp_path):
    make_tree(tmp_path / "takes", SMALL)
    words = ("detect", tmp_path / "takes")
    assert finished(batch_process(*words, tmp_path / "local", "--jobs", 2))[0] == 1
    with cluster(tmp_path) as (address, secret, nodes):
        ray = ("--engine", "ray", "--address", address)
        code, _, err = finished(batch_process(*words, tmp_path / "whole", *ray, **secret))
        assert code == 1, err
        _bounded_alike(tmp_path, ray, secret)
        process = batch_process(*words, tmp_path / "lamed", *ray, **secret)
        while lines_in(tmp_path / "lamed") < SMALL // 4 and process.poll() is None:
            time.sleep(0.05)
        assert process.poll() is None, "the node was to be killed midway"
        _end(nodes[1])
        code, _, err = finished(process)
        assert code == 1, err
    for name in ("whole", "lamed"):
        assert manifest_without_times(tmp_path / name) == manifest_without_times(tmp_path / "local")
        assert bytes_of(tmp_path / name) == bytes_of(tmp_path / "local")


def _bounded_alike(folder, ray, secret):
    """A clip that does not fit into what a worker may take fails by itself on a node as it does on this machine.

    There the bound may hit a thread of Ray itself, which ends the worker: that is told, too, and nothing else is lost.
    """
    text = (folder / "takes/person_00/take_0000.bvh").read_bytes()
    rows = text.partition(b"Frame Time")[2].partition(b"\n")[2]
    (folder / "large").mkdir()
    (folder / "large/long.bvh").write_bytes(text + (12 << 20) // len(rows) * rows)
    (folder / "large/short.bvh").write_bytes(text)
    for name, engine, given in (("here", ("--jobs", 1), {}), ("there", ray, secret)):
        words = ("metrics", folder / "large", folder / name, *engine, "--memory", 60)
        code, out, err = finished(batch_process(*words, **given))
        assert code == 1, err
        long, short = sorted(line for line in out.splitlines() if line.startswith(("ok ", "failed ")))  # Ray talks, too
        assert long.startswith("failed   "), out
        assert "long.bvh" in long
        died = name == "there" and "killed, 4 times: out of memory" in long
        assert died or "needs more memory than its worker may take" in long, long
        assert short.startswith("ok       short.bvh"), out
