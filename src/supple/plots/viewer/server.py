"""The server behind the page: on this machine alone, and only what it was given."""

from __future__ import annotations

import json
import secrets
import sys
import threading
from dataclasses import dataclass
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any

from supple.errors import InvalidValueError, SuppleError
from supple.plots.viewer.payload import marks_json
from supple.plots.viewer.shelf import Shelf

_HOST = "127.0.0.1"
_ASSETS = {
    "": ("viewer/viewer.html", "text/html"),
    "page.css": ("page.css", "text/css"),
    "viewer.css": ("viewer/viewer.css", "text/css"),
    "stage.js": ("stage.js", "text/javascript"),
    "clips.js": ("viewer/clips.js", "text/javascript"),
    "tile.js": ("viewer/tile.js", "text/javascript"),
    "controls.js": ("viewer/controls.js", "text/javascript"),
    "viewer.js": ("viewer/viewer.js", "text/javascript"),
}
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the page opens."""

    together: int = 1  # figures at once
    overlay: bool = False  # on one floor
    contacts: bool = True


class ViewServer(ThreadingHTTPServer):
    """Answers requests for the page, the list of files, clips and contacts.

    The address has a secret in it, and a request must name this machine as its host: a page of somebody else, open in
    the same browser, can neither guess the one nor, by a name that leads here, pass the other.
    """

    daemon_threads = True

    def __init__(self, shelf: Shelf, settings: Settings, port: int = 0) -> None:
        self.shelf, self.settings, self.secret = shelf, settings, secrets.token_urlsafe(12)
        try:
            super().__init__((_HOST, port), _Handler)
        except OSError as error:
            raise InvalidValueError(f"port {port} cannot be used: {error.strerror}. Choose another, or none.") from None

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{_HOST}:{self.server_port}/{self.secret}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away in the middle of an answer is no error."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    def run(self) -> None:
        """Serve until the person at the terminal presses Ctrl-C."""
        try:
            threading.Thread(target=self._read_first, daemon=True).start()  # while the browser opens
            self.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            pass
        finally:
            self.server_close()

    def _read_first(self) -> None:
        for number in range(min(self.settings.together, len(self.shelf.paths))):
            try:
                self.shelf.shown(number)
            except SuppleError:  # the page says it
                continue


class _Handler(BaseHTTPRequestHandler):
    server: ViewServer
    protocol_version = "HTTP/1.1"
    timeout = 60  # [s] without a request

    def do_GET(self) -> None:
        hosts = {f"{name}:{self.server.server_port}" for name in (_HOST, "localhost")}
        if self.headers.get("Host") not in hosts:
            return self._answer(403, b"This page is for this machine alone.", "text/plain")
        lead, path = f"/{self.server.secret}/", self.path.partition("?")[0]
        if not path.startswith(lead):
            return self._answer(404, b"There is nothing here.", "text/plain")
        try:
            self._answer(200, *self._content(path.removeprefix(lead)))
        except SuppleError as error:
            self._answer(422, json.dumps({"error": str(error)}).encode(), "application/json")
        except LookupError:
            self._answer(404, b"There is nothing here.", "text/plain")

    def _content(self, name: str) -> tuple[bytes, str]:
        """What a name stands for, and its type; a name that stands for nothing is a LookupError."""
        if name in _ASSETS:
            return asset(_ASSETS[name][0]), f"{_ASSETS[name][1]}; charset=utf-8"
        if name == "files.json":
            return self._files(), "application/json"
        kind, _, digits = name.partition("/")
        number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 9 else -1
        if not 0 <= number < len(self.server.shelf.paths):
            raise LookupError
        if kind == "clip":
            return self.server.shelf.shown(number).payload, "application/octet-stream"
        if kind == "contacts" and self.server.settings.contacts:
            return marks_json(self.server.shelf.marks(number)), "application/json"
        raise LookupError

    def _files(self) -> bytes:
        settings = self.server.settings
        about = {"files": self.server.shelf.names, "together": settings.together, "overlay": settings.overlay,
                 "contacts": settings.contacts}  # fmt: skip
        return json.dumps(about).encode()

    def _answer(self, code: int, body: bytes, kind: str) -> None:
        self.send_response(code)
        for key, value in {**_HEADERS, "Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(body)

    def version_string(self) -> str:
        return "supple"

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are of no interest to the person at the terminal."""


@cache
def asset(name: str) -> bytes:
    """A part of the page, as it lies in the package."""
    return files("supple.plots").joinpath(name).read_bytes()
