"""The process that parses: jobs as lines of JSON on stdin, answers as a length and JSON on stdout, to stdin's end.

Started with a limit on its memory, so that a hostile file costs this process and not the hub.
"""

from __future__ import annotations

import contextlib
import os
import resource
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from evidence.docx_parts import DocxError
from evidence.pdf import PdfError
from ledger.values import Value
from tasks.attempts import StageError
from tasks.highlight_values import HighlightRequest, HighlightResult
from tasks.parsed import ParsedSource, ParseRequest, TablesRead, TablesRequest, parse, parse_tables, too_large

LENGTH_BYTES: Final = 8
PARENT_SECONDS: Final = 1.0


Request: TypeAlias = ParseRequest | TablesRequest | HighlightRequest


class Job(Value):
    """What to do."""

    request: Request


class Failure(Value):
    """Why there is no result, with a stable word."""

    kind: str
    message: str


class Answer(Value):
    """What came of a job. `peak_bytes`: the most memory that this process has had."""

    parsed: ParsedSource | None = None
    tables: TablesRead | None = None
    highlighted: HighlightResult | None = None
    failure: Failure | None = None
    peak_bytes: int = 0


def serve(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Answer every job in turn."""
    for line in jobs:
        answer = _answer(Job.model_validate_json(line).request)
        body = answer.model_copy(update={"peak_bytes": _peak_bytes()}).model_dump_json().encode("utf-8")
        answers.write(len(body).to_bytes(LENGTH_BYTES, "big"))
        answers.write(body)
        answers.flush()


def _answer(request: Request) -> Answer:
    try:
        return _done(request)
    except (PdfError, DocxError) as error:
        return _failed(f"{'pdf' if isinstance(error, PdfError) else 'docx'}_{error.kind}", error.message)
    except MemoryError:
        return _failed("parse_memory", "The document needs more memory than a parse may use.")
    except OSError as error:
        return _failed("staged_missing", f"The staged file can't be read: {error.strerror}.")
    except ValueError as error:
        return _failed("media_unsupported", str(error))


def _done(request: Request) -> Answer:
    if isinstance(request, TablesRequest):
        return _tables(request)
    if isinstance(request, HighlightRequest):
        return _highlighted(request)
    parsed = parse(request)
    why = too_large(parsed)
    return _failed("parse_too_large", why) if why else Answer(parsed=parsed)


def _tables(request: TablesRequest) -> Answer:
    try:
        return Answer(tables=parse_tables(request))
    except Exception as error:  # noqa: BLE001 - whatever a hostile file makes of the library, it is one word in the record
        return _failed("tables_unreadable", f"Its tables could not be read: {type(error).__name__}.")


def _highlighted(request: HighlightRequest) -> Answer:
    from tasks.highlighted import highlight  # noqa: PLC0415  (slow to import, and seldom needed)

    try:
        return Answer(highlighted=highlight(request))
    except StageError as error:
        return _failed(error.kind, error.message)
    except (PdfError, MemoryError, OSError):
        raise
    except Exception as error:  # noqa: BLE001 - as above
        return _failed("highlight_failed", f"The marks could not be put into the PDF: {type(error).__name__}.")


def _failed(kind: str, message: str) -> Answer:
    return Answer(failure=Failure(kind=kind, message=message))


def _peak_bytes() -> int:
    """The most memory that this process had. On Linux `ru_maxrss` begins with that of the process that started it."""
    if sys.platform == "linux":
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.partition("VmHWM:")[2].split(maxsplit=1)[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def limit(memory_bytes: int) -> None:
    """Bound this process: its address space where the system keeps to it (Linux), no core files, few open files.

    Where memory runs out, the system ends this process first.
    """
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        with contextlib.suppress(OSError):  # a system that hides /proc has its own rules
            Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))


def _end_with(parent: int) -> None:
    """End this process when its parent has ended, whatever it is at."""
    while os.getppid() == parent:
        time.sleep(PARENT_SECONDS)
    os._exit(1)


def main() -> None:
    """Serve stdin and stdout; whatever a library prints goes nowhere near the answers."""
    limit(int(sys.argv[1]))
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
