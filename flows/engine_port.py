"""The engine as flows see it; the hub's own is `mcp_bridge.engine.Engine`."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

Progress = Callable[[float, float | None, str], Awaitable[None]]


class EngineLike(Protocol):
    """The part of the engine that jobs need."""

    async def ensure_ready(self, progress: Progress | None = None) -> None:
        """Return when flows can be run."""
        ...


def hub_tag(home: Path) -> str:
    """The tag of this data directory's runs: several hubs may share one Prefect server."""
    return f"hub:{hashlib.sha256(str(home).encode()).hexdigest()[:8]}"
