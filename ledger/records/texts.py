"""A text under check, and what its ranges say."""

from __future__ import annotations

from pydantic import Field

from ledger.records.base import Record
from ledger.values import CitedUrl, Exchange, SavedFile, SourceKind


class Session(Record):
    """A text under check. `source_sha256` is of the text in UTF-8, `file_sha256` of the file or page it came from.

    `exchange`, `files` and `readers` are of a text that was fetched: how it came, what is kept of it, what read it.
    """

    TABLE = "sessions"
    KEY = "session_id"
    ADDED = frozenset({"exchange", "files", "readers"})
    title: str | None = None
    language: str | None = None
    project: str | None = None
    source_kind: SourceKind
    origin: str | None = None
    final_url: str | None = None
    source_sha256: str
    source_length: int
    file_sha256: str | None = None
    cited_urls: list[CitedUrl] = Field(default_factory=list)
    job_id: str | None = None
    exchange: Exchange | None = None
    files: list[SavedFile] = Field(default_factory=list)
    readers: dict[str, str] = Field(default_factory=dict)


class Claim(Record):
    """A range of the source text that says something checkable, in the agent's own words."""

    TABLE = "claims"
    KEY = "claim_id"
    PREFIX = "claim_"
    claim_id: str
    start: int
    end: int
    claim: str
    claim_kind: str | None = None


class NonClaim(Record):
    """A range of the source text that says nothing checkable, and why."""

    TABLE = "non_claims"
    KEY = "non_claim_id"
    PREFIX = "non_claim_"
    non_claim_id: str
    start: int
    end: int
    reason: str
