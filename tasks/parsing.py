"""Parse staged bodies beside the hub's work: PDFs and large pages in a process with limits, the rest in a thread."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from evidence import limits
from evidence.sniff import Media
from tasks.attempts import StageError
from tasks.parse_worker import LENGTH_BYTES
from tasks.parsed import ParsedSource, ParseRequest, parse

IN_THREAD_BYTES: Final = 256_000
"""A page or text smaller than this is parsed in a thread: that is faster, and it can't take long even when hostile."""
SECONDS: Final = 60.0
MEMORY_BYTES: Final = 2_000_000_000


class _Worker:
    """One parsing process. Used by one thread at a time."""

    def __init__(self, memory_bytes: int) -> None:
        root = str(Path(__file__).resolve().parents[1])
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
        self._process = subprocess.Popen(  # noqa: S603 - our own module, no shell, no input in the arguments
            [sys.executable, "-P", "-B", "-m", "tasks.parse_worker", str(memory_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": path},
            start_new_session=True,
        )
        self._timed_out = False

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    @property
    def dead(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def ask(self, request: ParseRequest, seconds: float) -> ParsedSource:
        """One parse. After any failure but a refused document the process is dead and must be replaced."""
        timer = threading.Timer(seconds, self._time_out)
        timer.daemon = True
        timer.start()
        try:
            answer = self._exchange(request.model_dump_json().encode("utf-8"))
        finally:
            timer.cancel()
        if answer is None:
            self.stop()
            if self._timed_out:
                raise StageError("parse_timeout", f"The document could not be parsed within {seconds:g} seconds.")
            raise StageError("parse_crashed", "The document made the parser fail or run out of memory.")
        return _result(answer)

    def _exchange(self, line: bytes) -> bytes | None:
        requests, answers = self._process.stdin, self._process.stdout
        if requests is None or answers is None:
            raise RuntimeError("the parser was started without pipes")
        try:
            requests.write(line + b"\n")
            requests.flush()
            size = int.from_bytes(head, "big") if len(head := answers.read(LENGTH_BYTES)) == LENGTH_BYTES else -1
            body = answers.read(size) if size >= 0 else b""
        except (BrokenPipeError, ValueError):
            return None  # it died, or was shut down meanwhile
        return body if len(body) == size else None

    def _time_out(self) -> None:
        self._timed_out = True
        self._process.kill()

    def stop(self) -> None:
        """End the process and wait for it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


class ParsePool:
    """Parsing processes, each kept warm by a thread of its own and replaced when it dies.

    A document that kills or outlasts its process costs that parse only.
    """

    def __init__(self, *, workers: int = 1, seconds: float = SECONDS, memory_bytes: int = MEMORY_BYTES) -> None:
        self._seconds = seconds
        self._memory_bytes = memory_bytes
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="parse")
        self._small = ThreadPoolExecutor(2, thread_name_prefix="parse-small")
        self._own = threading.local()
        self._lock = threading.Lock()
        self._alive: set[_Worker] = set()
        self._stopped = False

    async def parse(self, request: ParseRequest) -> ParsedSource:
        """Parse, wherever it is best done.

        Raises:
            StageError: `pdf_encrypted`, `pdf_broken`, `pdf_too_many_pages`, `parse_timeout`, `parse_crashed`,
                `parse_memory`, `parse_too_large`, `media_unsupported`, `staged_missing`.
        """
        loop = asyncio.get_running_loop()
        if request.media != "pdf" and await loop.run_in_executor(self._small, _is_small, request):
            return await loop.run_in_executor(self._small, _in_thread, request)
        return await loop.run_in_executor(self._threads, self._in_process, request)

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
        worker: _Worker | None = getattr(self._own, "worker", None)
        if worker is None or worker.dead:
            worker = self._own.worker = self._start(instead_of=worker)
        try:
            return worker.ask(request, self._seconds)
        except StageError as error:
            if error.kind in {"parse_timeout", "parse_crashed"}:
                self._own.worker = None
                with self._lock:
                    self._alive.discard(worker)
            raise

    def _start(self, instead_of: _Worker | None) -> _Worker:
        with self._lock:
            if instead_of is not None:
                self._alive.discard(instead_of)
                instead_of.stop()
            if self._stopped:
                raise StageError("parse_crashed", "The parser was shut down.")
            worker = _Worker(self._memory_bytes)
            self._alive.add(worker)
            return worker


def _result(answer: bytes) -> ParsedSource:
    if answer.startswith(b'{"failure"'):
        failure = json.loads(answer)["failure"]
        raise StageError(failure["kind"], failure["message"])
    return ParsedSource.model_validate_json(answer)


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
) -> ParsedSource:
    """Parse the staged file in this process's shared pool; errors as `ParsePool.parse`."""
    request = ParseRequest(
        staged=staged, media=media, content_type=content_type, url=url, status=status, max_pages=max_pages
    )
    return await _shared.get().parse(request)


def shutdown() -> None:
    """End the shared pool's processes; the next parse starts a new one."""
    _shared.shutdown()
