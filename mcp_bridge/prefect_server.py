"""Prefect's server as the hub's child: ``python -P prefect_server.py --socket FD``. Imports nothing of ours.

Three things that ``prefect server start`` can't do: every transaction begins IMMEDIATE (a deferred one that turns into
a write fails with "database is locked", which no timeout covers); pages of other origins are refused; and the process
ends at once when its stdin does, so that it never outlives the hub.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import socket
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, MutableMapping
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncSession, AsyncSessionTransaction

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

GRACE_SECONDS = 2
LOOPBACK_NAMES = ("127.0.0.1", "localhost")


def origins(port: int) -> list[str]:
    """The origins under which the server's own pages may be open."""
    return [f"http://{name}:{port}" for name in LOOPBACK_NAMES]


def refused(headers: dict[bytes, bytes], path: str, port: int) -> str | None:
    """Why a request may not pass, or None. A page of another origin may neither read nor write, preflight or not."""
    host = headers.get(b"host", b"").decode("latin-1").lower()
    if host not in {f"{name}:{port}" for name in LOOPBACK_NAMES}:
        return "This server answers to its own address only."
    origin = headers.get(b"origin")
    if origin is not None:
        return None if origin.decode("latin-1").lower() in origins(port) else "Requests of other origins are refused."
    site = headers.get(b"sec-fetch-site", b"none")
    if path.startswith("/api") and site not in {b"same-origin", b"none"}:
        return "Requests of other sites are refused."
    return None


class OwnOrigin:
    """ASGI guard in front of Prefect's app."""

    def __init__(self, app: App, port: int) -> None:
        self._app = app
        self._port = port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 403 (a WebSocket is closed before it is accepted, which is a 403 too)."""
        reason = None
        if scope["type"] in {"http", "websocket"}:
            reason = refused(dict(scope["headers"]), scope["path"], self._port)
        if reason is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": reason})
        else:
            headers = [(b"content-type", b"text/plain; charset=utf-8")]
            await send({"type": "http.response.start", "status": 403, "headers": headers})
            await send({"type": "http.response.body", "body": reason.encode()})


def begin_immediate() -> None:
    """Make Prefect's SQLite sessions take the write lock when they begin."""
    from prefect.server.database.configurations import AioSqliteConfiguration  # noqa: PLC0415
    from prefect.server.database.dependencies import MODELS_DEPENDENCIES  # noqa: PLC0415
    from prefect.settings import PREFECT_API_DATABASE_CONNECTION_URL  # noqa: PLC0415

    url = PREFECT_API_DATABASE_CONNECTION_URL.value()
    if url is None or not url.startswith("sqlite"):
        return

    class Immediate(AioSqliteConfiguration):
        @asynccontextmanager
        async def begin_transaction(
            self,
            session: AsyncSession,
            with_for_update: bool = False,  # noqa: ARG002
        ) -> AsyncGenerator[AsyncSessionTransaction, None]:
            async with super().begin_transaction(session, with_for_update=True) as transaction:
                yield transaction

    MODELS_DEPENDENCIES["database_config"] = Immediate(connection_url=url)


def end_with_stdin() -> None:
    """End the process as soon as stdin is at its end: the hub holds the other side of that pipe."""

    def watch() -> None:
        while os.read(0, 4096):
            pass
        os._exit(0)

    threading.Thread(target=watch, name="end-with-stdin", daemon=True).start()


@contextmanager
def uncollected() -> Iterator[None]:
    """Make what stays to the end without the collector, which would look through all of it again and again."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


async def serve(listening: socket.socket) -> None:
    """Serve Prefect's API and UI on the socket until SIGTERM."""
    with uncollected():  # a third of the start's time
        import uvicorn  # noqa: PLC0415
        from prefect.server.api.server import create_app  # noqa: PLC0415

        begin_immediate()
        app = create_app(final=True)
    config = uvicorn.Config(
        OwnOrigin(app, int(listening.getsockname()[1])),
        log_config=None,
        access_log=False,
        lifespan="on",
        timeout_keep_alive=60,
        timeout_graceful_shutdown=GRACE_SECONDS,
        server_header=False,
    )
    await uvicorn.Server(config).serve(sockets=[listening])


def main() -> None:
    """Run the server."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--socket", type=int, required=True, help="a bound TCP socket, inherited")
    arguments = parser.parse_args()
    end_with_stdin()
    listening = socket.socket(fileno=arguments.socket)
    asyncio.run(serve(listening))


if __name__ == "__main__":
    main()
