"""What the tools, the pages and the hub share."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from mcp_bridge.home import own_version

if TYPE_CHECKING:
    from flows.jobs import JobDesk
    from flows.services import Services
    from flows.settings import Settings
    from ledger.store import Ledger
    from mcp_bridge.engine import Engine


@dataclass
class App:
    """One hub's parts. `web_url` is the address of its pages, without a slash at the end."""

    settings: Settings
    ledger: Ledger
    desk: JobDesk
    services: Services
    engine: Engine
    web_url: str
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    version: str = field(default_factory=own_version)
    stopping: bool = False
