"""Getting one source: over HTTP, then with the browser where that can help; or from a file. Every stage is kept."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal

from evidence.sniff import Media
from flows.job_folder import staged_at
from flows.services import Services
from ledger.values import Redirect
from tasks.attempts import StageError
from tasks.bodies import Body
from tasks.browser_fetch import fetch_rendered
from tasks.file_read import read_local
from tasks.guard import AddressPolicy
from tasks.http_fetch import FetchLimits, fetch_kept
from tasks.parsed import ParsedSource
from tasks.reading import ReadSource, read_source

StageName = Literal["http", "browser", "file"]

NO_BROWSER: Final = frozenset(
    {
        "url_invalid",
        "address_refused",
        "dns",
        "connection",
        "certificate",
        "redirect_invalid",
        "too_large",
        "empty_body",
        "pdf_no_text",
        "pdf_encrypted",
        "pdf_broken",
        "pdf_too_many_pages",
        "parse_timeout",
        "parse_memory",
        "parse_crashed",
        "media_unsupported",
        "empty",
    }
)
"""Failures that a browser would only have again."""
BROWSER_STATUSES: Final = frozenset({401, 403, 405, 406, 418, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
"""Answers that a site may give to programs and not to browsers. 404 and 410 mean what they say."""


@dataclass(frozen=True)
class Source:
    """What to get: a URL, or a file under the roots. `given` is how the caller named the file."""

    url: str | None = None
    path: str | None = None
    roots: tuple[str, ...] = ()
    given: str | None = field(default=None, compare=False)

    @property
    def item(self) -> str:
        """How attempts name it."""
        return self.url if self.url is not None else Path(self.path or "").name


@dataclass(frozen=True)
class Failure:
    """A stage that did not give the source."""

    stage: StageName
    kind: str
    message: str
    http_status: int | None = None


class Unobtainable(Exception):
    """No stage gave the source.

    Attributes:
        source: what was asked for.
        failures: what each stage said, in order.
        pdf_links: PDFs that the page links to, absolute.
    """

    def __init__(self, source: Source, failures: list[Failure], pdf_links: list[str]) -> None:
        super().__init__(f"{source.item}: {failures[-1].message if failures else 'nothing was tried'}")
        self.source = source
        self.failures = failures
        self.pdf_links = pdf_links


@dataclass(frozen=True)
class Acquired:
    """A source that was got and read.

    Attributes:
        stage: how it was got.
        staged: the file that was parsed; `suffix` is its ending.
        screenshot: a picture of the rendered page, if the browser made one.
    """

    stage: StageName
    staged: str
    sha256: str
    media: Media
    parsed: ParsedSource
    final_url: str | None = None
    redirects: list[Redirect] = field(default_factory=list)
    status: int | None = None
    peer: str | None = None
    content_type: str | None = None
    complete: bool = True
    headers: dict[str, str] = field(default_factory=dict)
    screenshot: str | None = None


class Acquisition:
    """The stages of one source in one job."""

    def __init__(self, services: Services, source: Source, *, job_id: str, session_id: str, accept_short: bool) -> None:
        self.services = services
        self.source = source
        self.accept_short = accept_short
        self.failures: list[Failure] = []
        self.pdf_links: list[str] = []
        self._common: dict[str, Any] = {"job_id": job_id, "session_id": session_id, "sink": services.sink}
        self._staging = staged_at(services.home, job_id)
        self._policy = AddressPolicy(allow_private=services.settings.allow_private_addresses)

    async def acquire(self) -> Acquired:
        """Try the stages in order.

        Raises:
            Unobtainable: none gave the source.
        """
        if self.source.url is None:
            got = await self._file(str(self.source.path))
        else:
            got = await self._http(self.source.url)
            if got is None and self._browser_may_help():
                got = await self._browser(self.source.url)
        if got is None:
            raise Unobtainable(self.source, self.failures, self.pdf_links)
        return got

    def _browser_may_help(self) -> bool:
        last = self.failures[-1]
        if last.kind == "http_status":
            return last.http_status in BROWSER_STATUSES
        return last.kind not in NO_BROWSER

    async def _file(self, path: str) -> Acquired | None:
        try:
            body = await read_local(path, roots=list(self.source.roots), staging=self._staging, **self._common)
        except StageError as error:
            return self._fail("file", error)
        return await self._read_body("file", body)

    async def _http(self, url: str) -> Acquired | None:
        settings = self.services.settings
        try:
            body = await fetch_kept(
                url,
                retries=settings.fetch_retries,
                retry_delay=settings.retry_delay,
                staging=self._staging,
                policy=self._policy,
                bounds=FetchLimits(seconds=settings.fetch_timeout),
                **self._common,
            )
        except StageError as error:
            return self._fail("http", error)
        return await self._read_body("http", body)

    async def _read_body(self, stage: StageName, body: Body) -> Acquired | None:
        if body.media not in {"html", "text", "markdown", "pdf"}:
            kind = body.content_type or body.media
            return self._fail(stage, StageError("media_unsupported", f"The source is of a kind without text: {kind}."))
        read = await read_source(
            body.staged,
            item=self.source.item,
            media=body.media,
            content_type=body.content_type,
            url=body.final_url,
            status=body.status,
            accept_short=self.accept_short,
            **self._common,
        )
        parsed = self._judged(stage, read, body.status)
        if parsed is None:
            return None
        return Acquired(
            stage=stage,
            staged=body.staged,
            sha256=body.sha256,
            media=body.media,
            parsed=parsed,
            final_url=body.final_url,
            redirects=body.redirects,
            status=body.status,
            peer=body.peer,
            content_type=body.content_type,
            complete=body.complete,
            headers=body.headers,
        )

    async def _browser(self, url: str) -> Acquired | None:
        try:
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
        got = await self._read_body("browser", page.body)
        return got and replace(got, screenshot=page.screenshot_staged)

    def _judged(self, stage: StageName, read: ReadSource, status: int | None) -> ParsedSource | None:
        if read.parsed is not None:
            # The latest page read is the one whose links count: a rendered page has those that scripts made.
            self.pdf_links = read.parsed.pdf_links or self.pdf_links
        if read.problem_kind is None:
            return read.parsed
        self.failures.append(Failure(stage, read.problem_kind, read.problem or "", status))
        return None

    def _fail(self, stage: StageName, error: StageError) -> Acquired | None:
        """Keep the failure; there is nothing then, in the type of what there could have been."""
        self.failures.append(Failure(stage, error.kind, error.message, error.http_status))
        return None
