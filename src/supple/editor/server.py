"""The server of the editor: loopback alone, one websocket per page, a worker thread for every kind of work."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from typing import Any

from supple.editor.desk import Desk, Seat, decoded
from supple.editor.messages import Cancel, Do, Drive, Failed, FromPage, KeepDrive, OpenFile, Preview, Redo, Undo
from supple.editor.outbox import Outbox
from supple.errors import InvalidValueError, MissingExtraError, SuppleError
from supple.session.folder import Folder
from supple.session.project import SUFFIX as PROJECT
from supple.session.session import Session

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, PlainTextResponse, Response
    from starlette.routing import Mount, Route, WebSocketRoute
    from starlette.staticfiles import StaticFiles
    from starlette.types import ASGIApp
    from starlette.websockets import WebSocket, WebSocketDisconnect

    from supple.editor.guard import HOST, Guard, Pass
    from supple.editor.uploads import received, waiting_room
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "anyio", "h11", "websockets"):
        raise
    raise MissingExtraError("the editor", "editor") from None

_PAGE = Path(str(files("supple.editor"))) / "page"
NO_PAGE = "The page of the editor is not built. In a checkout, install npm (Node 20 or newer) and run `make page`."
_MOST_PAGES = 8
_LONGEST_MESSAGE = 8 * 2**20  # [bytes] of a page
_TURN_S = 0.0005  # a thread that solves lets the one that sends go on: an answer passes four threads on its way
_QUICK = (Do, Undo, Redo, Preview, Cancel, Drive, KeepDrive)  # short requests, in the order they come


class EditorServer:
    """Serves one session on a port of this machine."""

    def __init__(self, session: Session, folder: Path, port: int = 0) -> None:
        self.desk = Desk(session, Folder(folder))
        self._socket = _bound(port)
        self.port = int(self._socket.getsockname()[1])
        self.token = secrets.token_urlsafe(24)
        self._order = ThreadPoolExecutor(1, "changes")  # one at a time, in the order they come
        self._work = ThreadPoolExecutor(2, "requests")  # what may take long
        self._reading = ThreadPoolExecutor(1, "files")  # what may take minutes: captures of markers are solved
        self._uvicorn = uvicorn.Server(self._config())

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{HOST}:{self.port}/{self.token}/"

    def run(self) -> None:
        """Serve until somebody stops it."""
        sys.setswitchinterval(_TURN_S)
        threading.Thread(target=self.desk.warm, name="warming up", daemon=True).start()
        try:
            self._uvicorn.run(sockets=[self._socket])
        except KeyboardInterrupt:  # which uvicorn raises again after it has ended in order
            pass
        finally:
            self.desk.close()
            self._order.shutdown(wait=False, cancel_futures=True)
            self._work.shutdown(wait=False, cancel_futures=True)
            self._reading.shutdown(wait=False, cancel_futures=True)
            self._socket.close()

    def stop(self) -> None:
        """End :meth:`run`, from any thread."""
        self._uvicorn.should_exit = True

    def _config(self) -> Any:
        return uvicorn.Config(
            self.app(),
            ws="websockets-sansio",
            ws_max_size=_LONGEST_MESSAGE,
            ws_per_message_deflate=False,  # on one machine it only costs time
            log_level="warning",
            access_log=False,
            lifespan="off",
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=2,
        )

    def app(self) -> ASGIApp:
        """The application, with its guard."""
        routes: list[Any] = [
            WebSocketRoute(f"/{self.token}/socket", self._talk),
            Route(f"/{self.token}/upload", self._upload, methods=["POST"]),
            Route(f"/{self.token}/skin/{{clip:int}}", self._skin, methods=["GET"]),
        ]
        if page_is_built():
            routes.append(Mount(f"/{self.token}", StaticFiles(directory=_PAGE, html=True)))
        else:
            routes.append(Route(f"/{self.token}/", _no_page))
        nothing = {404: _nothing_here, 405: _nothing_here}
        return Guard(Starlette(routes=routes, exception_handlers=nothing), Pass(self.port, self.token))

    async def _talk(self, socket: WebSocket) -> None:
        """One page, from its coming to its going."""
        if self.desk.seats >= _MOST_PAGES:
            await socket.close(1013, f"{_MOST_PAGES} pages are open already")
            return
        await socket.accept()
        seat = self.desk.seat(Outbox(asyncio.get_running_loop()))
        sending = asyncio.create_task(_send_all(socket, seat.outbox))
        try:
            while True:
                await self._hear(seat, await _text(socket))
        except (WebSocketDisconnect, RuntimeError):  # Starlette's word for a socket that is closed
            pass
        finally:
            sending.cancel()
            self.desk.leave(seat)

    async def _hear(self, seat: Seat, text: str | bytes) -> None:
        try:
            message: FromPage = decoded(text)
        except SuppleError as error:
            return seat.outbox.say(Failed(request=0, message=str(error)))
        loop = asyncio.get_running_loop()
        if isinstance(message, _QUICK):
            await loop.run_in_executor(self._order, seat.answer, message)
        elif seat.admit(message):  # the page may go on, and drag, while this is worked on
            loop.run_in_executor(self._reading if _adds(message) else self._work, seat.answer_admitted, message)

    async def _upload(self, request: Request) -> Response:
        with waiting_room() as folder:
            try:
                path = await received(request, Path(folder))
                await asyncio.get_running_loop().run_in_executor(self._reading, self.desk.add_file, path)
            except SuppleError as error:
                return JSONResponse({"error": str(error).replace(f"{folder}/", "")}, 422)
            except Exception as error:  # a bug is told like one of any other request
                return JSONResponse({"error": f"failed: {type(error).__name__}: {error}"}, 500)
        return JSONResponse({"revision": self.desk.session.state.revision})

    async def _skin(self, request: Request) -> Response:
        """The body of a clip, for the page to draw."""
        try:
            clip: int = request.path_params["clip"]
            data = await asyncio.get_running_loop().run_in_executor(self._work, self.desk.skin, clip)
        except SuppleError as error:
            return JSONResponse({"error": str(error)}, 404)
        return Response(data, media_type="model/gltf-binary")


def _adds(message: FromPage) -> bool:
    """Whether a motion is to be read into the bin."""
    return isinstance(message, OpenFile) and not message.name.lower().endswith(PROJECT)


def page_is_built() -> bool:
    """Whether there is a page to be served; a checkout has none before ``make page``."""
    return (_PAGE / "index.html").is_file()


def _bound(port: int) -> socket.socket:
    """A socket of this machine alone."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # by which asyncio knows not to wait
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((HOST, port))
        made.listen()  # from now on a browser may come; it waits until it is served
    except OSError as error:
        made.close()
        raise InvalidValueError(f"port {port} cannot be used: {error.strerror}. Choose another, or none.") from None
    return made


async def _text(socket: WebSocket) -> str | bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    text = message.get("text")
    return text if text is not None else b""  # a page sends no bytes


async def _send_all(socket: WebSocket, outbox: Outbox) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (data := await outbox.next()) is not None:
            await (socket.send_text(data) if isinstance(data, str) else socket.send_bytes(data))
        await socket.close(1011)


async def _no_page(request: Request) -> Response:
    return PlainTextResponse(NO_PAGE, 503)


async def _nothing_here(request: Request, error: Exception) -> Response:
    return PlainTextResponse("There is nothing here.", 404)
