"""What a session gave: pictures, its end, its reports."""

from __future__ import annotations

from typing import Any, Literal

from ledger.records.base import Record
from ledger.values import PictureSource, ReportState


class Picture(Record):
    """One try to draw an attachment. `adopted` is the one shown; `path` is relative to the session folder."""

    TABLE = "pictures"
    KEY = "picture_id"
    PREFIX = "picture_"
    picture_id: str
    attachment_id: str
    job_id: str | None = None
    source: PictureSource
    path: str | None = None
    sha256: str | None = None
    highlighted: bool
    adopted: bool
    page: int | None = None
    note: str | None = None


class Finalization(Record):
    """The session passed every gate at this point; `summary` is what was true then."""

    TABLE = "finalizations"
    KEY = "finalization_id"
    PREFIX = "finalization_"
    finalization_id: str
    summary: dict[str, Any]
    job_id: str | None = None


class ReportFile(Record):
    """A report file reached this state."""

    TABLE = "report_files"
    KEY = "report_file_id"
    PREFIX = "report_file_"
    report_file_id: str
    name: Literal["report.md", "report.json", "report.html"]
    state: ReportState
    sha256: str | None = None
