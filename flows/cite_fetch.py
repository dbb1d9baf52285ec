"""Pages as they are now, fetched for a citation: without a session, each once a minute at most, and kept."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from evidence import limits
from evidence.quotes import QuoteText
from evidence.ranges import Range
from evidence.urls import fragmentless
from flows import quote_texts
from flows.acquire import Acquired, Acquisition, Failure, Source, Terms, Unobtainable
from flows.evidence_records import raw_files
from flows.held import HeldPage
from flows.page_locks import page_lock, page_of
from flows.places import Places
from flows.registry import NO_SESSION
from flows.services import Services
from ledger.folders import CitationsFolder
from ledger.new_files import NewFile, hashed
from ledger.page_copies import CopyDraft, fresh_copy, record_copy
from ledger.records import PageCopy
from ledger.values import SavedFile

__all__ = ["CitedPage", "CitedPages", "Unobtainable", "cited_page", "quote_text"]


@dataclass(frozen=True)
class CitedPage:
    """A page that was read for a citation. Offsets in `copy` (article, hidden, pages) count in `text`.

    Attributes:
        copy: the record of it on chain ``_``: how and from where it came, and what is kept.
        reused: it was there already, fetched less than a minute ago.
        failures: what the stages said that did not give it, in order.
    """

    copy: PageCopy
    text: str
    folder: CitationsFolder
    reused: bool = False
    failures: tuple[Failure, ...] = ()

    @property
    def url(self) -> str:
        """Where it was found in the end; links are made on it."""
        return self.copy.final_url or self.copy.url

    @property
    def is_pdf(self) -> bool:
        """Whether it has physical pages."""
        return self.copy.file("pdf") is not None

    def pages_at(self, place: Range) -> list[int]:
        """The physical page numbers that the range lies on; empty where there are no pages."""
        return [one.number for one in self.copy.pages if Range(one.start, one.end).overlaps(place)]

    def marked_html(self) -> str | None:
        """The page for rendering, with marks (`PageText.marked_html`); None where it is no web page. Raises OSError."""
        return self._marked

    @cached_property
    def _marked(self) -> str | None:
        saved = self.copy.file("html")
        return None if saved is None else self._read(saved).decode("utf-8")

    def body(self) -> bytes:
        """The bytes as they came: of a PDF the file itself. Raises OSError."""
        saved = self.copy.file("pdf") or self.copy.file("raw")
        if saved is None:
            raise FileNotFoundError("the copy has no body")
        return self._read(saved)

    def _read(self, saved: SavedFile) -> bytes:
        data = self.folder.read_bytes(saved.path)
        if hashlib.sha256(data).hexdigest() != saved.sha256:
            raise OSError(f"{saved.path} is not as it was saved")
        return data


class CitedPages:
    """The pages of one job: each distinct one is had once, several at the same time, whoever asks first.

    `urls` are those that will be asked for: no site takes every place.
    """

    def __init__(self, services: Services, job_id: str, urls: list[str]) -> None:
        self._services = services
        self._job_id = job_id
        self._places = Places(services.settings.fetch_concurrency, [Source(url=url) for url in urls])
        self._pages: dict[str, asyncio.Task[CitedPage]] = {}

    async def get(self, url: str) -> CitedPage:
        """The page. In the loop of the flow.

        Raises:
            Unobtainable: no stage gave it; asked for again, it is not tried again.
        """
        source = Source(url=url)
        page = page_of(source)
        if page not in self._pages:
            self._pages[page] = asyncio.create_task(self._placed(source))
        return await asyncio.shield(self._pages[page])

    async def _placed(self, source: Source) -> CitedPage:
        async with self._places.place(source):
            return await cited_page(self._services, str(source.url), self._job_id)


async def cited_page(
    services: Services, url: str, job_id: str, *, held: HeldPage | None = None, batch: bool = False
) -> CitedPage:
    """The page at `url` (http or https) as it is now, or as it was less than a minute ago.

    Whatever is asked for by several jobs at once is fetched by the first. Tries are recorded on chain ``_``, under the
    URL without its fragment. A page with little prose counts when the browser has no more of it. `held`: what is saved
    of it, which is asked about first; `batch` as in `Terms`.

    Raises:
        Unobtainable: no stage gave it.
    """
    source = Source(url=fragmentless(url))
    async with page_lock(NO_SESSION, source):
        known = await asyncio.to_thread(_fresh, services, source, job_id)
        if known is not None:
            return known
        terms = Terms(short_at_last=True, tables=False, batch=batch)
        acquisition = Acquisition(services, source, job_id=job_id, session_id=NO_SESSION, terms=terms, held=held)
        got = await acquisition.acquire()
        return await asyncio.to_thread(_record, services, source, got, job_id, tuple(acquisition.failures))


def quote_text(services: Services, page: CitedPage) -> QuoteText:
    """The page's text, prepared for looking up quotes, from the hub's cache."""
    return quote_texts.quote_text(services.quotes, page.copy, lambda: page.text)


def _fresh(services: Services, source: Source, job_id: str) -> CitedPage | None:
    folder = CitationsFolder(services.home)
    with services.ledger.read() as reader:
        found = fresh_copy(
            reader,
            folder,
            str(source.url),
            now=datetime.now(UTC),
            seconds=limits.CITED_AGAIN_SECONDS,
            job_id=job_id,
        )
    return None if found is None else opened(folder, found)


def opened(folder: CitationsFolder, copy: PageCopy) -> CitedPage | None:
    """The page that the copy was made of; None where its text is not as recorded."""
    saved = copy.file("text")
    try:
        data = folder.read_bytes(saved.path) if saved is not None else b""
    except OSError:
        return None
    if hashlib.sha256(data).hexdigest() != copy.text_sha256:
        return None
    return CitedPage(copy, data.decode("utf-8"), folder, reused=True)


def _record(services: Services, source: Source, got: Acquired, job_id: str, failures: tuple[Failure, ...]) -> CitedPage:
    """Keep what was got: the files, then the row."""
    parsed, body = got.parsed, got.body
    folder = CitationsFolder(services.home)
    draft = CopyDraft(
        job_id=job_id,
        provenance=got.stage,
        url=str(source.url),
        final_url=body.final_url,
        redirects=body.redirects,
        http_status=body.status,
        media_type=body.content_type or body.media,
        charset=parsed.charset,
        charset_rule=parsed.charset_rule,
        page_title=parsed.title,
        page_kind=parsed.kind if parsed.kind is None or parsed.reads_as_article else "short",
        language=parsed.language,
        body_sha256=body.sha256,
        article=parsed.article,
        hidden=parsed.hidden,
        pages=parsed.pages,
        exchange=got.exchange,
        readers=got.readers,
    )
    files = raw_files(got)
    if parsed.marked_staged is not None:
        files += hashed([NewFile(role="html", staged=Path(parsed.marked_staged))])
    with services.ledger.write(NO_SESSION) as writer:
        copy = record_copy(writer, folder, draft, parsed.text, files)
    return CitedPage(copy, parsed.text, folder, failures=failures)
