"""Getting one source: over HTTP, then with the browser where that can help; or from a file. Every stage is kept."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, Final

from flows.browser_help import browser_may_help
from flows.exchanges import exchange_of, stage_exchange
from flows.held import HeldPage
from flows.job_folder import staged_at
from flows.own_files import own_places
from flows.raw_files import SUFFIXES
from flows.services import Services
from flows.signals import REFUSED, judged_source
from flows.sources import Acquired, Failure, Source, StageName, Terms, Unobtainable
from ledger.values import Exchange
from tasks.attempts import StageError
from tasks.bodies import Body, Unchanged
from tasks.browser_fetch import fetch_rendered
from tasks.file_read import read_local
from tasks.guard import PORTS, AddressPolicy
from tasks.http_fetch import FetchLimits, fetch_kept
from tasks.parsed import ParsedSource
from tasks.reading import ReadSource, read_source
from tasks.robots import RobotsAnswer, in_time
from tasks.unfit import unfit

__all__ = ["Acquired", "Acquisition", "Failure", "Source", "StageName", "Terms", "Unobtainable"]

UNCHANGED: Final = 304


class Acquisition:
    """The stages of one source in one job. `held`: what the session has of it, to be asked about first."""

    def __init__(
        self,
        services: Services,
        source: Source,
        *,
        job_id: str,
        session_id: str,
        terms: Terms | None = None,
        held: HeldPage | None = None,
    ) -> None:
        self.services = services
        self.source = source
        self.terms = terms or Terms()
        self.held = held
        self.failures: list[Failure] = []
        self.pdf_links: list[str] = []
        self.copies: dict[str, str] = {}
        self.frames: list[str] = []
        self._cut = False
        self._short: Acquired | None = None
        self._robots: asyncio.Task[RobotsAnswer] | None = None
        self._job_id = job_id
        self._common: dict[str, Any] = {"job_id": job_id, "session_id": session_id, "sink": services.sink}
        self._staging = staged_at(services.home, job_id)
        self._policy = AddressPolicy(
            allow_private=services.settings.allow_private_addresses,
            ports=PORTS.union(services.settings.fetch_ports),
            hosts=frozenset(services.settings.allow_hosts),
        )

    async def acquire(self) -> Acquired:
        """Try the stages in order.

        Raises:
            Unobtainable: none gave the source.
        """
        try:
            got = await self._stages()
        finally:
            if self._robots is not None:
                self._robots.cancel()
        if got is None:
            raise Unobtainable(self.source, self.failures, self.pdf_links, self.copies, self.frames)
        return await self._accepted(got)

    async def _accepted(self, got: Acquired) -> Acquired:
        """The source with what the policy says of it, unless its profile refuses it."""
        refused = REFUSED[self.services.settings.policy_profile]
        if not refused or self.terms.unjudged:
            return got  # it is looked at when it is recorded, and only where it is
        judged = await asyncio.to_thread(judged_source, self.services.policy, self.source, got)
        if judged.decision in refused:
            self.failures.append(Failure(got.stage, "policy_refused", judged.why, got.body.status))
            raise Unobtainable(self.source, self.failures, [], {}, [])
        return replace(got, judged=judged)

    async def _stages(self) -> Acquired | None:
        if self.source.url is None:
            return await self._file(str(self.source.path))
        got = await self._http(self.source.url)
        if got is None and self._browser_may_help():
            got = await self._browser(self.source.url)
        return got or self._short

    def _browser_may_help(self) -> bool:
        """Whether a browser may get what HTTP did not. What is cut short it would show without a word of that."""
        last = self.failures[-1]
        return not self._cut and browser_may_help(last.kind, last.http_status)

    async def _file(self, path: str) -> Acquired | None:
        try:
            own = own_places(self.services.home)
            body = await read_local(path, roots=list(self.source.roots), own=own, staging=self._staging, **self._common)
        except StageError as error:
            return self._fail("file", error)
        return await self._read("file", body, None)

    async def _http(self, url: str) -> Acquired | None:
        try:
            await self._ask_robots(url)
            body, confirmed = await self._body(url)
        except StageError as error:
            return self._fail("http", error)
        return await self._read("http", body, exchange_of(body, confirmed=confirmed, robots=await self._said()))

    async def _ask_robots(self, url: str) -> None:
        """Begin to ask what the site's robots.txt says of `url`; where it is obeyed, wait for that and obey."""
        mode = self.services.settings.robots
        if mode == "off":
            return
        self._robots = asyncio.create_task(self.services.robots.robots(url, self._policy))
        if (mode == "obey" or self.terms.batch) and (await self._robots).word == "disallowed":
            raise StageError("robots_disallowed", "The site's robots.txt asks programs not to fetch this page.")

    async def _said(self) -> str | None:
        return None if self._robots is None else await in_time(self._robots)

    async def _body(self, url: str) -> tuple[Body, str | None]:
        """The body, and the evidence that it was held as where the server says that it has not changed."""
        settings = self.services.settings
        options: dict[str, Any] = {
            "retries": settings.fetch_retries,
            "retry_delay": settings.retry_delay,
            "staging": self._staging,
            "policy": self._policy,
            "bounds": FetchLimits(seconds=settings.fetch_timeout),
            "politeness": self.services.politeness,
            **self._common,
        }
        if self.held is not None:
            got = await fetch_kept(url, held=self.held.validators, **options)
            if not isinstance(got, Unchanged):
                return got, None
            held = await asyncio.to_thread(self.held.body, got, self._staging)
            if held is not None:
                return held, self.held.saved.record_id
        return await fetch_kept(url, **options), None

    async def _browser(self, url: str) -> Acquired | None:
        try:
            async with self.services.politeness.turn(url):
                page = await fetch_rendered(
                    url,
                    staging=self._staging,
                    policy=self._policy,
                    seconds=self.services.settings.browser_timeout,
                    chromium=self.services.chromium,
                    **self._common,
                )
        except StageError as error:
            return self._fail("browser", error)
        exchange = exchange_of(page.body, content="rendered_dom", robots=await self._said())
        return await self._read(
            "browser", page.body, exchange, chromium=page.chromium, screenshot=page.screenshot_staged
        )

    async def _read(self, stage: StageName, body: Body, exchange: Exchange | None, **rendered: Any) -> Acquired | None:
        """Keep how the body came, then read it."""
        kept = await self._keep(body, exchange)
        self._cut = not body.complete
        try:
            self._check(body)
        except StageError as error:
            return self._fail(stage, error)
        read = await read_source(
            body.staged,
            item=self.source.item,
            media=body.media,
            content_type=body.content_type,
            url=body.final_url,
            status=None if body.status == UNCHANGED else body.status,
            accept_short=self.terms.accept_short,
            tables=self.terms.tables,
            **self._common,
        )
        parsed = self._judged(stage, read, body.status)
        if parsed is not None:
            return Acquired(stage, body, parsed, exchange, kept, **rendered)
        if self.terms.short_at_last and read.parsed is not None and unfit(read.parsed, accept_short=True) is None:
            self._short = Acquired(stage, body, read.parsed, exchange, kept, **rendered)
        return None

    async def _keep(self, body: Body, exchange: Exchange | None) -> str | None:
        if exchange is None or self.source.url is None:
            return None
        return await asyncio.to_thread(
            stage_exchange, self.services.home, self._job_id, self.source.url, body, exchange
        )

    def _check(self, body: Body) -> None:
        """Refuse a body that can't be the source, whatever it says."""
        if body.media not in SUFFIXES:
            kind = body.content_type or body.media
            raise StageError("media_unsupported", f"The source is of a kind without text: {kind}.")
        if not body.complete and not self.terms.accept_incomplete:
            raise StageError("truncated", f"The body was cut short after {body.bytes:,} bytes: its end is missing.")

    def _judged(self, stage: StageName, read: ReadSource, status: int | None) -> ParsedSource | None:
        if read.parsed is not None:
            # The latest page read is the one whose links count: a rendered page has those that scripts made.
            self.pdf_links = read.parsed.pdf_links or self.pdf_links
            self.copies = read.parsed.copies or self.copies
            self.frames = read.parsed.frames or self.frames
        if read.problem_kind is None:
            return read.parsed
        self.failures.append(Failure(stage, read.problem_kind, read.problem or "", status))
        return None

    def _fail(self, stage: StageName, error: StageError) -> Acquired | None:
        """Keep the failure; there is nothing then, in the type of what there could have been."""
        self.failures.append(Failure(stage, error.kind, error.message, error.http_status))
        return None
