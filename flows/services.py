"""What the hub lends to flows: one set per process, installed when the hub starts.

Nothing here imports Prefect or Playwright before it is needed: the hub must open its doors first.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from evidence.policy.assess import PolicySettings, policy_with
from flows.passwords import Passwords
from flows.quote_cache import QuoteCache

if TYPE_CHECKING:
    from evidence.quotes import QuoteText
    from evidence.signals import Policy
    from flows.settings import Settings
    from ledger.store import Ledger
    from tasks.attempts import AttemptSink
    from tasks.browser import Chromium
    from tasks.politeness import Politeness
    from tasks.robots import Robots

QUOTE_CACHE_BYTES = 48_000_000


@dataclass
class Services:
    """The hub's ledger and resources.

    Attributes:
        sink: where tasks tell of their tries.
        quotes: prepared evidence texts.
        home: the data directory, resolved.
        policy: looks at every source before it is recorded.
        passwords: those that callers gave, in memory.
    """

    settings: Settings
    ledger: Ledger
    sink: AttemptSink
    quotes: QuoteCache[QuoteText]
    home: Path
    policy: Policy = field(default_factory=policy_with)
    passwords: Passwords = field(default_factory=Passwords)
    _chromium: Chromium | None = None
    _politeness: Politeness | None = None
    _robots: Robots | None = None

    @classmethod
    def build(cls, settings: Settings, ledger: Ledger) -> Services:
        """The services of a hub on this ledger."""
        from ledger.jobs import LedgerSink  # noqa: PLC0415 - flows may, but a test with its own sink need not

        policy = policy_with(PolicySettings(allow_hosts=frozenset(settings.allow_hosts)))
        home = settings.home.resolve()
        return cls(settings, ledger, LedgerSink(ledger), QuoteCache(QUOTE_CACHE_BYTES), home, policy)

    @property
    def chromium(self) -> Chromium:
        """The warm browser, in the flow runner's loop. A new one after each `stop_tools`: a loop has its own."""
        if self._chromium is None:
            from tasks.browser import Chromium, find_chromium  # noqa: PLC0415

            self._chromium = Chromium(find_chromium(self.settings.chromium))
        return self._chromium

    @property
    def politeness(self) -> Politeness:
        """Whose turn it is at each site, in the flow runner's loop."""
        if self._politeness is None:
            from tasks.politeness import HostRate, Politeness  # noqa: PLC0415

            rate = HostRate(self.settings.site_burst, self.settings.site_rate)
            self._politeness = Politeness(at_once=self.settings.site_concurrency, rate=rate)
        return self._politeness

    @property
    def robots(self) -> Robots:
        """What the robots.txt of each site says, in the flow runner's loop."""
        if self._robots is None:
            from tasks.robots import Robots  # noqa: PLC0415

            self._robots = Robots(self.politeness)
        return self._robots

    async def stop_tools(self) -> None:
        """End the browser and the parsing processes, if there are any. In the loop that they were used in.

        Prepared texts are let go too: a hub that nobody uses is to be small.
        """
        self.quotes.clear()
        chromium, self._chromium = self._chromium, None
        robots, self._robots, self._politeness = self._robots, None, None
        parsing = sys.modules.get("tasks.parsing")
        if parsing is not None:
            await asyncio.to_thread(parsing.shutdown)
        if robots is not None:
            await robots.close()
        if chromium is not None:
            await chromium.stop()


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
