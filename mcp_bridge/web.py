"""The hub's HTTP face: MCP at /mcp, its health, the list of sessions, and their files."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable, Iterator
from typing import Any, Final

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from flows.settings import Settings
from mcp_bridge.home import own_version
from mcp_bridge.page_routes import PageRoutes
from mcp_bridge.parts import OpenLedger, Parts
from mcp_bridge.session_files import SessionFiles, problem
from mcp_bridge.web_guard import Access, WebGuard

BODY_BYTES_MOST: Final = 16 << 20
CLOSE_SECONDS: Final = 1


class WebServer(uvicorn.Server):
    """uvicorn in a loop of ours. Signals stay with the hub: uvicorn would raise them again and skip the hub's end."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.opened = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the sockets and say so."""
        await super().startup(sockets)
        self.opened.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


def web_server(guard: WebGuard) -> WebServer:
    """A server for the guarded app; run it with `serve(sockets=[...])`, end it by `should_exit`."""
    return WebServer(
        uvicorn.Config(
            guard,
            log_config=None,
            access_log=False,
            ws="none",
            http="h11",
            lifespan="on",
            server_header=False,
            timeout_graceful_shutdown=CLOSE_SECONDS,
        )
    )


def web_app(settings: Settings, ledger: OpenLedger, parts: Parts, access: Access) -> Starlette:
    """The pages and /mcp; `access` must guard it (`WebGuard`)."""
    mcp_app = parts.server.streamable_http_app(
        max_request_body_size=BODY_BYTES_MOST,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=not access.any_host,
            allowed_hosts=list(access.hosts),
            allowed_origins=list(access.origins),
        ),
    )
    files = SessionFiles(settings.home, parts.difference)

    pages = PageRoutes(parts.pages)

    return Starlette(
        routes=[
            *mcp_app.routes,
            Route("/healthz", _health(ledger, parts)),
            Route("/", pages.sessions),
            Route("/attempts", pages.attempts),
            Route("/favicon.ico", lambda _: Response(status_code=204)),
            Route("/sessions/{session_id}", pages.session),
            Route("/sessions/{session_id}/{path:path}", files.serve),
        ],
        lifespan=lambda _: parts.server.session_manager.run(),
        exception_handlers={HTTPException: _told},
    )


async def _told(request: Request, error: Exception) -> Response:
    """A path or method that there is not, in the form of every other refusal."""
    if not isinstance(error, HTTPException):
        raise error
    message = "There is nothing at this path; / lists the sessions, /attempts the tries, /mcp speaks MCP."
    if error.status_code != 404:
        message = f"{request.method} is not for this path." if error.status_code == 405 else error.detail
    answer = problem(error.status_code, message)
    answer.headers.update(error.headers or {})
    return answer


def _health(ledger: OpenLedger, parts: Parts) -> Callable[[Request], Any]:
    async def health(_: Request) -> Response:
        healthy = ledger.healthy and not parts.app.stopping
        content = {
            "status": "ok" if healthy else "stopping" if parts.app.stopping else "unhealthy",
            "version": own_version(),
            "pid": os.getpid(),
            "ledger": {"healthy": ledger.healthy},
            "engine": {"state": parts.engine_state()},
            "busy": parts.busy(),
        }
        return JSONResponse(content, 200 if healthy else 503, {"Cache-Control": "no-store"})

    return health


def port_of(listener: socket.socket) -> int:
    """The port that a bound socket has."""
    port: int = listener.getsockname()[1]
    return port
