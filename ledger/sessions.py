"""Starting a session, finding earlier ones, listing them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import Field

from evidence.limits import LISTED_IDS, SOURCE_CHARACTERS
from ledger.figures import percent
from ledger.folders import SOURCE_NAME, SessionFolder
from ledger.new_files import NewFile, adopt
from ledger.reader import Reader
from ledger.records import Session
from ledger.refusals import Refusal
from ledger.values import CitedUrl, Exchange, SourceKind, Value
from ledger.views import SessionRow
from ledger.writer import Writer


class Fetched(Value):
    """What is known of a text that was fetched: where it was found, how it came, what read it, the files to keep of it.

    The files are moved beside the text (``source-raw.html``, ``source-exchange.json``).
    """

    final_url: str | None = None
    exchange: Exchange | None = None
    files: Sequence[NewFile] = ()
    readers: dict[str, str] = Field(default_factory=dict)


def new_session_id(at: datetime | None = None) -> str:
    """A fresh id: ``fc_20261130T184153_0123abcd`` (UTC)."""
    return f"fc_{(at or datetime.now(UTC)).astimezone(UTC):%Y%m%dT%H%M%S}_{secrets.token_hex(4)}"


def text_sha256(text: str) -> str:
    """SHA-256 of the text in UTF-8, hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def check_source(text: str) -> None:
    """Refusals SOURCE_EMPTY, SOURCE_TOO_LARGE."""
    if not text.strip():
        raise Refusal(
            "SOURCE_EMPTY",
            "The source has no text.",
            "Call start_session with a source that holds text; for a page that needs a browser, pass its text "
            "as source type text.",
        )
    if len(text) > SOURCE_CHARACTERS:
        raise Refusal(
            "SOURCE_TOO_LARGE",
            f"The source has {len(text):,} characters; at most {SOURCE_CHARACTERS:,} are taken.",
            "Split the text and start one session for each part.",
            {"characters": len(text), "most": SOURCE_CHARACTERS},
        )


def create_session(
    writer: Writer,
    home: Path,
    text: str,
    *,
    source_kind: SourceKind,
    title: str | None = None,
    language: str | None = None,
    project: str | None = None,
    origin: str | None = None,
    file_sha256: str | None = None,
    cited_urls: Sequence[CitedUrl] = (),
    job_id: str | None = None,
    fetched: Fetched | None = None,
) -> Session:
    """Save the text as ``source.txt`` and record the session. `origin` is the path or URL that was asked for.

    Refusals SOURCE_EMPTY, SOURCE_TOO_LARGE.
    """
    check_source(text)
    came = fetched or Fetched()
    now = writer.now()
    folder = SessionFolder(home, new_session_id(now))
    folder.write_bytes(SOURCE_NAME, text.encode("utf-8"))
    session = Session(
        session_id=folder.session_id,
        recorded_at=now,
        title=title,
        language=language,
        project=project,
        source_kind=source_kind,
        origin=origin,
        final_url=came.final_url,
        source_sha256=text_sha256(text),
        source_length=len(text),
        file_sha256=file_sha256,
        cited_urls=list(cited_urls),
        job_id=job_id,
        exchange=came.exchange,
        files=adopt(folder, "source", came.files),
        readers=came.readers,
    )
    writer.add(session)
    return session


def session_of_job(reader: Reader, job_id: str) -> Session | None:
    """The session that a start_session job has already made, so that a repeated run makes no second one."""
    found = reader.select(Session, "job_id = ?", [job_id])
    return found[0] if found else None


def earlier_sessions(
    reader: Reader, source_sha256: str, ignoring: str | None = None, limit: int = LISTED_IDS
) -> list[Session]:
    """Other sessions of the very same text, newest first."""
    return reader.select(
        Session,
        "source_sha256 = ? AND session_id IS DISTINCT FROM ?",
        [source_sha256, ignoring],
        order=f"recorded_at DESC, session_id DESC LIMIT {int(limit)}",
    )


def read_source(reader: Reader, session_id: str, folder: SessionFolder) -> str:
    """The session's text, compared with what was recorded. Refusals SESSION_UNKNOWN, EVIDENCE_CHANGED."""
    session = reader.session(session_id)
    try:
        text = folder.source_text()
    except FileNotFoundError:
        problem = "is missing"
    except (OSError, UnicodeDecodeError):
        problem = "can't be read"
    else:
        if text_sha256(text) == session.source_sha256:
            return text
        problem = "has changed since the session was started"
    raise Refusal(
        "EVIDENCE_CHANGED",
        f"The source text of session {session_id} {problem}.",
        "Start a new session with start_session; nothing more can be recorded against this text.",
        {"session_id": session_id, "file": SOURCE_NAME},
    )


def unarchived(reader: Reader) -> list[str]:
    """The ids of the sessions that are not archived, oldest first."""
    every = reader.fetch("SELECT session_id FROM sessions ORDER BY recorded_at, session_id")
    return [str(row[0]) for row in every if not reader.archived(str(row[0]))]


def session_rows(
    reader: Reader, limit: int = 50, offset: int = 0, *, home: Path | None = None
) -> tuple[list[SessionRow], int]:
    """One page of the sessions list, newest first, and how many sessions there are.

    With `home` a session whose text is gone says so in `problem`.
    """
    total = int(reader.fetch("SELECT count(*) FROM sessions")[0][0])
    rows = reader.query("session_rows", session_id=None, most=limit, skip=offset)
    return [_session_row(row, home) for row in rows], total


def session_row(reader: Reader, session_id: str, *, home: Path | None = None) -> SessionRow:
    """The line of one session (see `session_rows`). Refusal SESSION_UNKNOWN."""
    reader.session(session_id)
    return _session_row(reader.query("session_rows", session_id=session_id, most=1, skip=0)[0], home)


def _session_row(row: dict[str, Any], home: Path | None) -> SessionRow:
    covered, length = int(row.pop("covered") or 0), int(row.pop("total") or 0)
    stale, finalized, rechecked = (row.pop(name) for name in ("stale_since", "finalized_at", "rechecked_at"))
    return SessionRow.model_validate(
        {
            **row,
            "recorded_at": row["recorded_at"].replace(tzinfo=UTC),
            "percent": percent(covered, length),
            "finalized_at": finalized and finalized.replace(tzinfo=UTC),
            "reports_stale_since": stale and stale.replace(tzinfo=UTC),
            "rechecked_at": rechecked and rechecked.replace(tzinfo=UTC),
            "problem": _problem(home, row["session_id"]) if home else None,
        }
    )


def _problem(home: Path, session_id: str) -> str | None:
    try:
        if SessionFolder(home, session_id).locate(SOURCE_NAME).is_file():
            return None
    except (OSError, ValueError) as error:
        return f"The session folder can't be read ({type(error).__name__})."
    return "The source text is missing."
