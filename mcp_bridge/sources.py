"""The text that a session checks, read from a local file."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from evidence import limits
from evidence.sniff import Media, sniff
from flows.settings import Settings
from ledger.folders import stage_bytes
from ledger.refusals import Refusal
from mcp_bridge.paths import contents
from tasks.file_read import KINDS, KINDS_TOLD, READABLE
from tasks.parse_worker import LENGTH_BYTES
from tasks.parsed import ParsedSource, ParseRequest, parse
from tasks.reading import unfit

IN_THREAD_BYTES: Final = 1_000_000
"""PDFs and larger pages are read by a process of their own: a hostile file must not cost the hub."""
SECONDS: Final = 60
MEMORY_BYTES: Final = 2_000_000_000
ROOT: Final = str(Path(__file__).resolve().parent.parent)


@dataclass(frozen=True)
class SourceText:
    """A text with where it came from; `file_sha256` is of the file's bytes."""

    text: str
    origin: str | None = None
    file_sha256: str | None = None


def read_file(given: str, settings: Settings) -> SourceText:
    """The text of a file under the allowed roots: of HTML the article, of a PDF all pages.

    Raises:
        Refusal: FILE_NOT_FOUND, FILE_OUTSIDE_ROOTS, FILE_TOO_LARGE, FILE_KIND_UNSUPPORTED, FILE_EMPTY, PDF_NO_TEXT,
            PDF_UNREADABLE, PDF_ENCRYPTED.
    """
    path, data = contents(given, settings, most_bytes=limits.EVIDENCE_WIRE_BYTES)
    text = _text_of(data, path.name, given, settings.home) if data.strip() else ""
    if not text.strip():
        advice = "Give another file, or the text itself as type text."
        raise Refusal("FILE_EMPTY", f"{given!r} holds no text.", advice, {"path": given})
    return SourceText(text, str(path), hashlib.sha256(data).hexdigest())


def _text_of(data: bytes, name: str, given: str, home: Path) -> str:
    """The text in a file's bytes, by what they are and not by the file's name."""
    media = sniff(data, None, name)
    if media not in READABLE:
        raise _unsupported(given, media)
    staged = stage_bytes(home, data)
    try:
        parsed = _parsed(staged, media, given, apart=media == "pdf" or len(data) > IN_THREAD_BYTES)
    finally:
        staged.unlink(missing_ok=True)
    problem = unfit(parsed, accept_short=False) if media == "pdf" else None
    if problem is not None:
        raise Refusal(
            "PDF_UNREADABLE" if problem.kind == "pdf_unreadable" else "PDF_NO_TEXT",
            f"{given!r} has no text that can be read. {problem.message}",
            "Give a copy with recognised text, or the text itself as type text.",
            {"path": given, "pages": len(parsed.pages)},
        )
    article = "\n\n".join(parsed.text[part.start : part.end] for part in parsed.article)
    return article if article.strip() else parsed.text


def _parsed(staged: Path, media: Media, given: str, *, apart: bool) -> ParsedSource:
    request = ParseRequest(staged=str(staged), media=media)
    if not apart:
        return parse(request)
    command = [sys.executable, "-P", "-B", "-m", "tasks.parse_worker", str(MEMORY_BYTES)]
    try:
        done = subprocess.run(  # noqa: S603 - our own module, no shell, no input in the arguments
            command,
            input=request.model_dump_json().encode("utf-8") + b"\n",
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [ROOT, os.environ.get("PYTHONPATH", "")]))},
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _unreadable(given, "parse_timeout", f"it could not be parsed within {SECONDS} seconds") from None
    body = done.stdout[LENGTH_BYTES:]
    if len(done.stdout) < LENGTH_BYTES or int.from_bytes(done.stdout[:LENGTH_BYTES], "big") != len(body):
        raise _unreadable(given, "parse_crashed", "it made the parser fail or run out of memory")
    if body.startswith(b'{"failure"'):
        failure = json.loads(body)["failure"]
        raise _unreadable(given, failure["kind"], failure["message"])
    return ParsedSource.model_validate_json(body)


def _unreadable(given: str, kind: str, message: str) -> Refusal:
    return Refusal(
        "PDF_ENCRYPTED" if kind == "pdf_encrypted" else "FILE_KIND_UNSUPPORTED",
        f"{given!r} can't be read: {message.rstrip('.')}.",
        "Give an unprotected, undamaged copy, or the text itself as type text.",
        {"path": given, "kind": kind},
    )


def _unsupported(given: str, kind: str) -> Refusal:
    return Refusal(
        "FILE_KIND_UNSUPPORTED",
        f"{given!r} is of a kind that can't be read ({kind}).",
        f"Give {KINDS_TOLD}; or the text itself.",
        {"path": given, "supported": list(KINDS)},
    )
