"""The text that a session checks, read from a local file."""

from __future__ import annotations

import hashlib
import shutil
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from evidence import limits
from evidence.sniff import Media, sniff
from flows.settings import Settings
from ledger.folders import staging
from ledger.refusals import Refusal
from mcp_bridge.paths import contents
from tasks.attempts import StageError
from tasks.file_kinds import KINDS, KINDS_TOLD, READABLE
from tasks.parsed import ParsedSource, ParseRequest, parse
from tasks.parsing import APART, parse_once
from tasks.unfit import PDF_ADVICE, unfit

IN_THREAD_BYTES: Final = 1_000_000
"""PDFs and larger pages are read by a process of their own: a hostile file must not cost the hub."""
_CODES: Final = {
    "pdf_encrypted": "PDF_ENCRYPTED",
    "pdf_too_many_pages": "FILE_TOO_LARGE",
    "pdf_too_long": "FILE_TOO_LARGE",
    "pdf_unreadable": "PDF_UNREADABLE",
    "pdf_no_text": "PDF_NO_TEXT",
}


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
    parsed = _parsed(data, media, given, home)
    problem = unfit(parsed, accept_short=False) if media == "pdf" else None
    if problem is not None:
        raise _unreadable(given, problem)
    article = "\n\n".join(parsed.text[part.start : part.end] for part in parsed.article)
    return article if article.strip() else parsed.text


def _parsed(data: bytes, media: Media, given: str, home: Path) -> ParsedSource:
    folder = staging(home) / uuid.uuid4().hex
    folder.mkdir()
    try:
        staged = folder / "body"
        staged.write_bytes(data)
        request = ParseRequest(staged=str(staged), media=media, tables=False)
        return parse_once(request) if media in APART or len(data) > IN_THREAD_BYTES else parse(request)
    except StageError as error:
        raise _unreadable(given, error) from None
    finally:
        shutil.rmtree(folder)


def _unreadable(given: str, error: StageError) -> Refusal:
    return Refusal(
        _CODES.get(error.kind, "FILE_KIND_UNSUPPORTED"),
        f"{given!r} can't be read. {error.message}",
        PDF_ADVICE.get(error.kind)
        or "Give an unprotected, undamaged copy whose text can be copied, or the text itself as type text.",
        {"path": given, "kind": error.kind},
    )


def _unsupported(given: str, kind: str) -> Refusal:
    return Refusal(
        "FILE_KIND_UNSUPPORTED",
        f"{given!r} is of a kind that can't be read ({kind}).",
        f"Give {KINDS_TOLD}; or the text itself.",
        {"path": given, "supported": list(KINDS)},
    )
