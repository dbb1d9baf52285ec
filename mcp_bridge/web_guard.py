"""Who may speak HTTP to the hub: this machine's programs, our own pages, and whoever knows the token.

A page of another site reaches loopback through the person's browser; `Host` and `Origin` give it away (DNS rebinding
included). Every answer carries headers that keep it from being framed or read elsewhere.
"""

from __future__ import annotations

import hmac
import logging
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from flows.settings import Settings
from mcp_bridge.caller import Caller, caller

LOOPBACK_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
EVERY_ADDRESS: Final = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
OPEN_PATHS: Final = ("/healthz",)
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Access:
    """Which names this hub goes by. With `any_host` (bound to every address) the token alone decides."""

    hosts: tuple[str, ...]
    token: str | None
    any_host: bool = False

    @classmethod
    def of(cls, settings: Settings, port: int) -> Access:
        """The access of a hub that listens on `port`."""
        own = f"[{settings.host}]" if ":" in settings.host else settings.host
        names = dict.fromkeys((*LOOPBACK_NAMES, own.lower()))
        hosts = [f"{name}:{port}" for name in names] + (list(names) if port == 80 else [])
        return cls(tuple(hosts), settings.token or None, settings.host in EVERY_ADDRESS)

    @property
    def origins(self) -> tuple[str, ...]:
        """The origins of our own pages."""
        return tuple(f"http://{host}" for host in self.hosts)

    def refusal(self, path: str, headers: Headers) -> tuple[int, str, str] | None:
        """Status, code and reason for a request that is not let in."""
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        host = hosts[0].lower() if len(hosts) == 1 else ""
        if not host or (host not in self.hosts and not self.any_host):
            return 403, "HOST_REFUSED", "The Host header names another machine than this hub."
        own = (*self.origins, f"http://{host}") if self.any_host else self.origins
        if origins and (len(origins) != 1 or origins[0].lower() not in own):
            return 403, "ORIGIN_REFUSED", "Pages of other origins may not reach this hub."
        if self.token and path not in OPEN_PATHS and not self._authorized(headers):
            return 401, "TOKEN_REQUIRED", "This hub asks for its token: send `Authorization: Bearer <URATORI_TOKEN>`."
        return None

    def _authorized(self, headers: Headers) -> bool:
        scheme, _, given = headers.get("authorization", "").partition(" ")
        known = (self.token or "").encode("utf-8")
        return scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode("utf-8"), known)


class WebGuard:
    """Lets in only whom `Access` lets in, and tells the tools that the caller came over HTTP.

    Attributes:
        active: requests being served, streams included.
        served: how many were let in so far.
    """

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access
        self.active = 0
        self.served = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        refusal = self._access.refusal(scope["path"], headers)
        if refusal is not None:
            status, code, message = refusal
            logger.warning("%s %s refused: %s", scope["method"], scope["path"], code)
            extra = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
            answer = JSONResponse({"error": {"code": code, "message": message}}, status, {**HEADERS, **extra})
            await answer(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    given.setdefault(name, value)
            await send(message)

        caller.set(Caller("http", None, headers.get("user-agent")))
        self.active += 1
        self.served += 1
        try:
            await self._app(scope, receive, send_guarded)
        finally:
            self.active -= 1
