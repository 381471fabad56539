"""Who may talk to the server: pages of this machine that know the secret, and nobody else.

A request must name this machine as its host, so that a name of somebody else that leads here (DNS rebinding) is of no
use; what changes something must come from the page's own address; and every path begins with a secret.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"
_NAMES = (HOST, "localhost")
_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": (
        "default-src 'self'; connect-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
_NOT_HERE = (403, "This page is for this machine alone.")
_NOTHING = (404, "There is nothing here.")


@dataclass(frozen=True, slots=True)
class Pass:
    """What a request has to show."""

    port: int
    token: str

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is turned away; None where it may come in."""
        headers, hosts = Headers(scope=scope), {f"{name}:{self.port}" for name in _NAMES}
        if headers.getlist("host") not in [[host] for host in hosts]:
            return _NOT_HERE
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        origins = headers.getlist("origin")
        if origins not in [[f"http://{host}"] for host in hosts] and not (reads and not origins):
            return _NOT_HERE
        token = scope["path"].split("/")[1] if scope["path"].startswith("/") else ""
        return None if secrets.compare_digest(token.encode(), self.token.encode()) else _NOTHING


class Guard:
    """Stands before an application."""

    def __init__(self, app: ASGIApp, shown: Pass) -> None:
        self._app, self._pass = app, shown

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Turn away, or let in and add headers that close the page to others."""
        if scope["type"] not in ("http", "websocket"):
            return
        refusal = self._pass.refusal(scope)
        if scope["type"] == "websocket":
            if refusal is not None:
                await receive()
                return await send({"type": "websocket.close", "code": 1008})
            return await self._app(scope, receive, send)
        answer = self._app if refusal is None else PlainTextResponse(refusal[1], refusal[0])
        await answer(scope, receive, _closed(send))


def _closed(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = [(key.encode(), value.encode()) for key, value in _HEADERS.items()]
            message = {**message, "headers": [*message.get("headers", ()), *given]}
        await send(message)

    return with_headers
