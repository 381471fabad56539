"""A page without a browser: talks to the editor's server, in this process or another one."""

import contextlib
import http.client
import json
import os
import subprocess
import sys
import threading
import time

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from supple.editor.launch import launched
from supple.editor.poses import unpacked
from support.fresh import SOURCES

PLACE = {"kind": "position", "effector": "left_wrist", "name": "hand",
         "goals": [{"when": [0.3, 0.6, 1.0, 1.3], "offset": [0.0, 0.1, 0.0]}]}  # fmt: skip


class Page:
    """One connection."""

    def __init__(self, url: str) -> None:
        host = url.split("/")[2]
        self._open = contextlib.ExitStack()
        address = url.replace("http:", "ws:") + "socket"
        socket = connect(address, origin=f"http://{host}", max_size=None, open_timeout=30, close_timeout=1)
        self._socket = self._open.enter_context(socket)
        self._number = 0
        self.frames = []
        self.welcome = self.hear("welcome")

    def raw(self, data) -> None:
        self._socket.send(data)

    def send(self, kind: str, **fields) -> int:
        """Send a request; returns its number."""
        self._number += 1
        self.raw(json.dumps({"type": kind, "request": self._number, **fields}))
        return self._number

    def hear(self, *kinds: str, request: int | None = None, timeout: float = 60.0) -> dict:
        """The next message of these kinds; frames that come before it are kept."""
        until = time.monotonic() + timeout
        while True:
            data = self._socket.recv(timeout=max(0.01, until - time.monotonic()))
            if isinstance(data, bytes):
                self.frames.append(unpacked(data))
                continue
            message = json.loads(data)
            if message["type"] in kinds and request in (None, message.get("request")):
                return message

    def ask(self, kind: str, **fields) -> dict:
        """Send a request, and wait for its end."""
        return self.hear("done", "failed", request=self.send(kind, **fields))

    def close(self) -> None:
        with contextlib.suppress(ConnectionClosed):  # by a server that was killed
            self._open.close()


@contextlib.contextmanager
def serving(file, **options):
    """A server in a thread of this process."""
    server = launched(file, **options)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        until = time.monotonic() + 20
        while not server._uvicorn.started and time.monotonic() < until:
            time.sleep(0.01)
        yield server
    finally:
        server.stop()
        thread.join(20)
        assert not thread.is_alive()


@contextlib.contextmanager
def visiting(server):
    page = Page(server.url)
    try:
        yield page
    finally:
        page.close()


def process(file):
    """A server in a process of its own, and its address."""
    code = "import typer; from supple.cli.editor import command; typer.run(command)"
    running = subprocess.Popen(
        [sys.executable, "-c", code, str(file), "--no-open", "--json"],
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    text = b""
    while not text.endswith(b"}\n"):
        text += (line := running.stdout.readline())
        assert line, "the server ended at once"
    return running, json.loads(text)["url"]


def requested(server, method="GET", path=None, body=None, **headers):
    """Status and text of an HTTP request; ``None`` takes a header away."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    given = {"Host": f"127.0.0.1:{server.port}", **headers}
    connection.putrequest(method, f"/{server.token}/" if path is None else path, skip_host=True)
    for key, value in {**given, "Content-Length": str(len(body or b""))}.items():
        connection.putheader(key, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text
