"""What was fetched or handed in: for a session, or for a citation alone."""

from __future__ import annotations

from pydantic import Field

from evidence.ranges import Range
from ledger.records.base import Record
from ledger.values import (
    Decision,
    DiscoveredVia,
    Exchange,
    PdfPage,
    Provenance,
    Redirect,
    Risk,
    SavedFile,
    Signal,
    TermCheck,
)


class Evidence(Record):
    """A saved source. Offsets in `article`, `hidden`, `pages`, `signals` count in its one text.

    `discovered_via`, `request_url`/`request_path` say how it was asked for; `final_url` where it was found.
    `complete` is false when the body was cut short. `exchange` says how it came over the network, `readers` what read
    it and in which version. `risk` and `decision` are what the policy made of its `signals`; None: it was not asked.
    """

    TABLE = "evidence"
    KEY = "evidence_id"
    PREFIX = "evidence_"
    ADDED = frozenset({"exchange", "readers", "risk", "decision"})
    evidence_id: str
    job_id: str | None = None
    provenance: Provenance
    discovered_via: DiscoveredVia
    discovery_note: str | None = None
    url: str | None = None
    file_path: str | None = None
    final_url: str | None = None
    redirects: list[Redirect] = Field(default_factory=list)
    http_status: int | None = None
    peer: str | None = None
    media_type: str | None = None
    charset: str | None = None
    charset_rule: str | None = None
    page_title: str | None = None
    page_kind: str | None = None
    page_kind_reasons: list[str] = Field(default_factory=list)
    signals: list[Signal] = Field(default_factory=list)
    text_sha256: str
    text_length: int
    body_sha256: str | None = None
    complete: bool = True
    article: list[Range] = Field(default_factory=list)
    hidden: list[Range] = Field(default_factory=list)
    pages: list[PdfPage] = Field(default_factory=list)
    files: list[SavedFile] = Field(default_factory=list)
    expected_terms: list[TermCheck] | None = None
    note: str | None = None
    exchange: Exchange | None = None
    readers: dict[str, str] = Field(default_factory=dict)
    risk: Risk | None = None
    decision: Decision | None = None

    def file(self, role: str) -> SavedFile | None:
        """The saved file of that role, if there is one."""
        return next((saved for saved in self.files if saved.role == role), None)


class PageCopy(Record):
    """What a page was when it was fetched for a citation: the fields are those of `Evidence`, but of no session.

    Its chain is ``_``, and `files` lie in the folder of citations until the copy expires.
    """

    TABLE = "page_copies"
    KEY = "copy_id"
    PREFIX = "copy_"
    copy_id: str
    job_id: str
    provenance: Provenance
    url: str
    final_url: str | None = None
    redirects: list[Redirect] = Field(default_factory=list)
    http_status: int | None = None
    media_type: str | None = None
    charset: str | None = None
    charset_rule: str | None = None
    page_title: str | None = None
    page_kind: str | None = None
    language: str | None = None
    text_sha256: str
    text_length: int
    body_sha256: str
    article: list[Range] = Field(default_factory=list)
    hidden: list[Range] = Field(default_factory=list)
    pages: list[PdfPage] = Field(default_factory=list)
    files: list[SavedFile] = Field(default_factory=list)
    exchange: Exchange | None = None
    readers: dict[str, str] = Field(default_factory=dict)

    def file(self, role: str) -> SavedFile | None:
        """The saved file of that role, if there is one."""
        return next((saved for saved in self.files if saved.role == role), None)


class CopyExpiry(Record):
    """The files of a copy were removed after their time; its row stays."""

    TABLE = "copy_expiries"
    KEY = "copy_id"
    copy_id: str
