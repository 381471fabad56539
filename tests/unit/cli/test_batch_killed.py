"""Workers and drivers that are killed: what --resume ends with is what an undisturbed run ends with."""

import os
import signal
import time
from pathlib import Path

import pytest
from support.batch_jobs import Inline
from support.command_line import run
from support.datasets import batch_process, bytes_of, end_hard, finished, lines_in, make_tree, manifest_without_times
from support.processes import children, kill, workers_of
from support.processes import nothing_is_left as nothing_is_left

from supple.cli import batch

COUNT = 40


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to find workers")
def test_a_killed_worker_and_a_killed_driver_change_nothing(tmp_path, monkeypatch, capsys):
    broken = make_tree(tmp_path / "takes", COUNT)
    with monkeypatch.context() as alone:
        alone.setattr(batch, "_pool", lambda *given: Inline())
        assert run(capsys, "batch", "convert", tmp_path / "takes", tmp_path / "calm")[0] == 1
    words = ("convert", tmp_path / "takes", tmp_path / "out", "--jobs", 2)
    process = batch_process(*words)
    while lines_in(tmp_path / "out") < 3:
        time.sleep(0.01)
    kill(workers_of(process.pid)[0])
    while lines_in(tmp_path / "out") < COUNT // 4:
        time.sleep(0.01)
    assert process.poll() is None
    end_hard(process)
    assert lines_in(tmp_path / "out") < COUNT
    code, _, err = finished(batch_process(*words, "--resume"))
    assert (code, f"{len(broken)} failed" in err) == (1, True), err
    assert manifest_without_times(tmp_path / "out") == manifest_without_times(tmp_path / "calm")
    assert bytes_of(tmp_path / "out") == bytes_of(tmp_path / "calm")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to see what is loaded")
def test_ctrl_c_while_workers_load_ends_the_run_with_a_word(tmp_path):
    make_tree(tmp_path / "takes", 3)
    process = batch_process("convert", tmp_path / "takes", tmp_path / "out", "--jobs", 1)
    while not (
        loading := [child for child in children(process.pid) if "numpy" in Path(f"/proc/{child}/maps").read_text()]
    ):
        time.sleep(0.01)
    for one in (*loading, process.pid):
        os.kill(one, signal.SIGINT)  # as a terminal tells all processes of a command
    code, _, err = finished(process)
    assert (code, "Traceback" in err, "stopped" in err) == (130, False, True), err
