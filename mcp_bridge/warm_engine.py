"""Starts the workflow engine with the first session, so that its first fetch does not wait for it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from ledger.refusals import Refusal

if TYPE_CHECKING:
    from mcp_bridge.engine import Engine

BEGINS: Final = "start_session"
logger = logging.getLogger(__name__)


class WarmEngine:
    """A middleware of the MCP server: behind a session that was started, the engine starts too.

    Once per idle period: it stops again when nothing needs it, and one that failed is left to the next job, which can
    tell of it.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._starting: asyncio.Task[None] | None = None
        self._closed = False

    async def __call__(self, ctx: Any, call_next: Any) -> Any:
        """Serve one message."""
        result = await call_next(ctx)
        begins = ctx.method == "tools/call" and (ctx.params or {}).get("name") == BEGINS and not _is_error(result)
        if begins and self._engine.state == "stopped" and self._starting is None and not self._closed:
            self._starting = asyncio.create_task(self._start(), name="warm-engine")
        return result

    async def close(self) -> None:
        """Give up a start that is under way; before the engine is stopped."""
        self._closed = True
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.wait({self._starting})

    async def _start(self) -> None:
        try:
            await self._engine.ensure_ready()
        except Refusal as refusal:
            logger.warning("the workflow engine did not start with the session: %s", refusal.message)
        finally:
            self._starting = None


def _is_error(result: Any) -> bool:
    return bool(result.get("isError")) if isinstance(result, dict) else bool(getattr(result, "is_error", False))
