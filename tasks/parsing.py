"""Parse staged bodies beside the hub's work: PDFs and large pages in a process with limits, the rest in a thread."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from evidence import limits
from evidence.pdf_pages import named
from evidence.readers import readers
from evidence.sniff import Media
from tasks.attempts import StageError
from tasks.highlight_values import HighlightRequest, HighlightResult
from tasks.parse_process import ENDING, ParseProcess
from tasks.parse_worker import Answer, Job
from tasks.parsed import ParsedSource, ParseRequest, TablesRead, TablesRequest, parse

IN_THREAD_BYTES: Final = 256_000
"""A page or text smaller than this is parsed in a thread: that is faster, and it can't take long even when hostile."""
SECONDS: Final = 60.0
MEMORY_BYTES: Final = 2_000_000_000
RETIRED_BYTES: Final = 400_000_000
"""A process that needed more memory than this is not kept: it would not give it back."""
TABLES_GRACE: Final = 15.0
"""Seconds after which a process that reads tables and does not see that its time is over is ended."""
APART: Final = frozenset({"pdf", "docx"})
"""Kinds of documents that are always read in a process."""
WORKERS: Final = 2
"""Processes at most: one document that takes its time holds up no other."""


class ParsePool:
    """Parsing processes, each kept warm by a thread of its own and replaced when it dies.

    A document that kills or outlasts its process costs that parse only.
    """

    def __init__(self, *, workers: int = WORKERS, seconds: float = SECONDS, memory_bytes: int = MEMORY_BYTES) -> None:
        self._seconds = seconds
        self._memory_bytes = memory_bytes
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="parse")
        self._small = ThreadPoolExecutor(2, thread_name_prefix="parse-small")
        self._own = threading.local()
        self._lock = threading.Lock()
        self._alive: set[ParseProcess] = set()
        self._stopped = False

    async def parse(self, request: ParseRequest) -> ParsedSource:
        """Parse, wherever it is best done.

        Raises:
            StageError: `pdf_encrypted`, `pdf_broken`, `pdf_too_many_pages`, `pdf_too_long`, `docx_broken`,
                `docx_too_large`, `docx_no_reader`, `parse_timeout`, `parse_crashed`, `parse_memory`,
                `parse_too_large`, `media_unsupported`, `staged_missing`.
        """
        loop = asyncio.get_running_loop()
        if request.media not in APART and await loop.run_in_executor(self._small, _is_small, request):
            return await loop.run_in_executor(self._small, _in_thread, request)
        return await loop.run_in_executor(self._threads, self._in_process, request)

    async def highlight(self, request: HighlightRequest) -> HighlightResult:
        """Mark quotes in a copy of a PDF.

        Raises:
            StageError: `pdf_encrypted`, `pdf_wrong_password`, `pdf_broken`, `pdf_too_many_pages`, `pdf_too_long`,
                `pdf_no_text`, `pdf_unreadable`, `highlight_failed`, `parse_timeout`, `parse_crashed`, `parse_memory`,
                `staged_missing`.
        """
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._threads, self._ask, Job(request=request), self._seconds)
        if answer.highlighted is None:
            raise RuntimeError("the parser answered with something else")
        return answer.highlighted

    def workers(self) -> list[int]:
        """The ids of the living processes."""
        with self._lock:
            return [worker.pid for worker in self._alive]

    def shutdown(self) -> None:
        """End the processes; a parse that runs fails. The pool can't be used again."""
        with self._lock:
            self._stopped = True
            alive = list(self._alive)
            self._alive.clear()
        for worker in alive:
            worker.stop()
        for threads in (self._threads, self._small):
            threads.shutdown(wait=False, cancel_futures=True)

    def _in_process(self, request: ParseRequest) -> ParsedSource:
        parsed = self._ask(Job(request=request), self._seconds).parsed
        if parsed is None:
            raise RuntimeError("the parser answered with something else")
        return self._with_tables(request, parsed) if request.tables and parsed.ruled else parsed

    def _with_tables(self, request: ParseRequest, parsed: ParsedSource) -> ParsedSource:
        """With the tables of its pages; whatever comes of them, the text is kept."""
        pages, more = parsed.ruled[: limits.PDF_TABLE_PAGES], parsed.ruled[limits.PDF_TABLE_PAGES :]
        job = Job(request=TablesRequest(staged=request.staged, pages=pages, seconds=limits.PDF_TABLE_SECONDS))
        try:
            read = self._ask(job, limits.PDF_TABLE_SECONDS + TABLES_GRACE).tables or TablesRead(tables=[], left=pages)
            problem = (
                f"Tables on page(s) {named([*read.left, *more])} were not looked for." if read.left or more else None
            )
        except StageError as error:
            read, problem = TablesRead(tables=[], left=pages), f"The tables were not read. {error.message}"
        return parsed.model_copy(
            update={
                "tables": read.tables,
                "tables_problem": problem,
                "readers": parsed.readers | readers("pdfplumber", "pdfminer.six"),
            }
        )

    def _ask(self, job: Job, seconds: float) -> Answer:
        """Have this thread's process do it; start one where there is none, and keep none that is dead or has grown."""
        worker: ParseProcess | None = getattr(self._own, "worker", None)
        if worker is None or worker.dead:
            worker = self._own.worker = self._start(instead_of=worker)
        try:
            answer = worker.ask(job, seconds)
        except StageError as error:
            if error.kind in ENDING:
                self._drop(worker)
            raise
        if answer.peak_bytes > RETIRED_BYTES:
            worker.stop()
            self._drop(worker)
        return answer

    def _drop(self, worker: ParseProcess) -> None:
        self._own.worker = None
        with self._lock:
            self._alive.discard(worker)

    def _start(self, instead_of: ParseProcess | None) -> ParseProcess:
        with self._lock:
            if instead_of is not None:
                self._alive.discard(instead_of)
                instead_of.stop()
            if self._stopped:
                raise StageError("parse_crashed", "The parser was shut down.")
            worker = ParseProcess(self._memory_bytes)
            self._alive.add(worker)
            return worker


def parse_once(request: ParseRequest, *, seconds: float = SECONDS) -> ParsedSource:
    """Parse in a process of its own, which ends with it: its text alone. The caller waits.

    Raises:
        StageError: as `ParsePool.parse`.
    """
    process = ParseProcess(MEMORY_BYTES)
    try:
        parsed = process.ask(Job(request=request), seconds).parsed
    finally:
        process.stop()
    if parsed is None:
        raise RuntimeError("the parser answered with something else")
    return parsed


def _is_small(request: ParseRequest) -> bool:
    try:
        return Path(request.staged).stat().st_size < IN_THREAD_BYTES
    except OSError as error:
        raise StageError("staged_missing", "The staged file can't be read.") from error


def _in_thread(request: ParseRequest) -> ParsedSource:
    try:
        return parse(request)
    except OSError as error:
        raise StageError("staged_missing", "The staged file can't be read.") from error
    except ValueError as error:
        raise StageError("media_unsupported", str(error)) from error


class _Shared:
    """The pool of this process, made at the first parse."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: ParsePool | None = None

    def get(self) -> ParsePool:
        with self._lock:
            self._pool = self._pool or ParsePool()
            return self._pool

    def workers(self) -> list[int]:
        with self._lock:
            return self._pool.workers() if self._pool else []

    def shutdown(self) -> None:
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown()


_shared: Final = _Shared()


async def parse_file(
    staged: str,
    *,
    media: Media,
    content_type: str | None = None,
    url: str | None = None,
    status: int | None = None,
    max_pages: int = limits.PDF_PAGES,
    tables: bool = True,
) -> ParsedSource:
    """Parse the staged file in this process's shared pool; errors as `ParsePool.parse`."""
    request = ParseRequest(
        staged=staged,
        media=media,
        content_type=content_type,
        url=url,
        status=status,
        max_pages=max_pages,
        tables=tables,
    )
    return await _shared.get().parse(request)


async def highlight_file(request: HighlightRequest) -> HighlightResult:
    """Mark quotes in a copy of a PDF, in this process's shared pool; errors as `ParsePool.highlight`."""
    return await _shared.get().highlight(request)


def workers() -> list[int]:
    """The ids of the shared pool's living processes."""
    return _shared.workers()


def shutdown() -> None:
    """End the shared pool's processes; the next parse starts a new one."""
    _shared.shutdown()
