"""Talk with the process that runs ufbx; its end, however it came, is words about the file."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
import numpy as np

from supple.errors import FileError, MissingExtraError
from supple.io.fbx.scene import Scene

PATIENCE = 120.0  # [s] for one answer; a scene of a gigabyte takes a few
_PROGRAM = Path(__file__).with_name("ufbx_process.py")
_PLAIN = {
    "UnrecognizedFileFormatError": "this is no FBX file. Is the suffix right?",
    "EmptyFileError": "the file is empty.",
    "TruncatedFileError": "the file ends early. Was it copied in full?",
    "UnsupportedVersionError": "this version of FBX is not supported. Save it as FBX 7.4 or later.",
    "OutOfMemoryError": "the file asks for far more memory than its size explains. Is it damaged?",
    "NodeDepthLimitError": "the nodes are nested too deep. Is it damaged?",
}


class Conversation:
    """One file, opened by ufbx in a process that ends with the ``with`` block."""

    def __init__(self, path: Path, data: bytes) -> None:
        if importlib.util.find_spec("ufbx") is None:
            raise MissingExtraError("Reading FBX", "fbx")
        self.path = path
        self._slow = False
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(_PROGRAM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self._data = data

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._end()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def scene(self) -> Scene:
        """What the file holds."""
        answer = self._asked(b"%d\n%b" % (len(self._data), self._data))
        try:
            return _scene(self.path, answer)
        except msgspec.MsgspecError as error:
            raise FileError(self.path, f"the scene holds what cannot be: {error}. Is it damaged?") from None

    def matrices(self, take: int, nodes: list[int], times: tuple[float, float, int]) -> np.ndarray:
        """(count, nodes, 4, 3) node to world, by columns, at ``times``: start, step and count."""
        start, step, count = times
        question = {"take": take, "nodes": nodes, "start": start, "step": step, "count": count}
        answer = self._asked(json.dumps(question).encode() + b"\n")
        return np.frombuffer(answer, np.float64).reshape(count, len(nodes), 4, 3)

    def _asked(self, question: bytes) -> bytes:
        watch = threading.Timer(PATIENCE, self._give_up)
        watch.start()
        try:
            return self._answer(question)
        except (OSError, ValueError):  # the pipe broke, or the answer did
            if self._slow:
                raise FileError(
                    self.path, f"reading this file took more than {PATIENCE:g} s; it was given up."
                ) from None
            raise FileError(self.path, "ufbx, which reads FBX, broke off at this file. Is it damaged?") from None
        finally:
            watch.cancel()

    def _answer(self, question: bytes) -> bytes:
        source, answers = self._process.stdin, self._process.stdout
        assert source is not None
        assert answers is not None
        source.write(question)
        source.flush()
        size = int(answers.readline())
        answer = answers.read(size)
        if len(answer) != size:
            raise ValueError(size)
        return answer

    def _give_up(self) -> None:
        self._slow = True
        self._end()

    def _end(self) -> None:
        if self._process.poll() is None:
            self._process.kill()


def _scene(path: Path, answer: bytes) -> Scene:
    told = json.loads(answer)
    if "error" not in told:
        return msgspec.convert(told, Scene)
    kind, message = told["error"], told["message"]
    if kind == "ModuleNotFoundError":
        raise MissingExtraError("Reading FBX", "fbx")
    if kind == "MemoryError":
        kind = "OutOfMemoryError"
    said = f"ufbx cannot read it: {message}."
    raise FileError(path, _PLAIN.get(kind, said))
