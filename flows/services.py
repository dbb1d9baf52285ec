"""What the hub lends to flows: one set per process, installed when the hub starts. Imports no engine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flows.quote_cache import QuoteCache
    from flows.settings import Settings
    from ledger.store import Ledger
    from tasks.attempts import AttemptSink


@dataclass(frozen=True)
class Services:
    """The hub's ledger and resources.

    Attributes:
        chromium: the warm browser (`tasks.browser.Chromium`); None where there is none.
        sink: where tasks tell of their tries.
        home: the data directory, resolved.
    """

    settings: Settings
    ledger: Ledger
    chromium: Any
    sink: AttemptSink
    quotes: QuoteCache
    home: Path


_installed: list[Services] = []


def install(services: Services) -> None:
    """Make `services` those of this process."""
    _installed[:] = [services]


def uninstall() -> None:
    """Take the services away: the hub has stopped."""
    _installed.clear()


def current() -> Services:
    """The services of the hub in this process.

    Raises:
        RuntimeError: outside a hub.
    """
    if not _installed:
        raise RuntimeError("this flow runs inside a uratori hub; start one with `uratori up`")
    return _installed[0]
