"""The words and small values that records are made of. No connection here: any layer may import these."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

SourceKind = Literal["text", "file", "url"]
DiscoveredVia = Literal["cited_in_source", "agent_search", "agent_knowledge"]
Provenance = Literal["http", "browser", "file", "agent_captured"]
Relation = Literal["supports", "contradicts", "partial", "irrelevant"]
Verdict = Literal["verified", "contradicted", "partially_verified", "unverifiable"]
TargetType = Literal["claim", "non_claim", "evidence", "attachment", "session"]
JobKind = Literal["start_session", "fetch_evidence", "render_pictures", "finalize", "export_report"]
JobResult = Literal["succeeded", "failed", "cancelled", "lost"]
TryOutcome = Literal["succeeded", "failed", "interrupted"]
PictureSource = Literal["saved_html", "saved_text", "pdf_page", "agent_captured"]
ReportState = Literal["final", "provisional"]


class Value(BaseModel):
    """A frozen value; unknown fields are an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CitedUrl(Value):
    """A URL that the source text itself names, and where."""

    url: str
    start: int
    end: int


class Redirect(Value):
    """One hop: the URL that was asked for, the status it gave, the URL it sent us to."""

    url: str
    status: int
    location: str


class PdfPage(Value):
    """The range of one physical page (`number` counts from 1) in the evidence text; `label` is the printed number."""

    number: int
    label: str | None = None
    start: int
    end: int


class Signal(Value):
    """Something about a page that a reader should know; `start`/`end` in the evidence text where it has a place."""

    name: str
    severity: Literal["info", "warning", "danger"]
    source: str
    detail: str
    start: int | None = None
    end: int | None = None


class SavedFile(Value):
    """A file in the session folder: `path` is relative to it."""

    role: Literal["text", "raw", "html", "pdf", "screenshot", "headers"]
    path: str
    sha256: str
    bytes: int


class TermCheck(Value):
    """Whether one expected term is in the captured text (quote rules)."""

    term: str
    found: bool
