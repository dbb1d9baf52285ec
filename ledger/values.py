"""The words and small values that records are made of. No connection here: any layer may import these."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

SourceKind = Literal["text", "file", "url"]
DiscoveredVia = Literal["cited_in_source", "agent_search", "agent_knowledge"]
Provenance = Literal["http", "browser", "file", "agent_captured"]
Relation = Literal["supports", "contradicts", "partial", "irrelevant"]
Verdict = Literal["verified", "contradicted", "partially_verified", "unverifiable"]
TargetType = Literal["claim", "non_claim", "evidence", "attachment", "session"]
JobKind = Literal[
    "start_session",
    "fetch_evidence",
    "render_pictures",
    "finalize",
    "export_report",
    "verify_claims",
    "cite_fragment",
    "check_fragments",
    "highlight_pdf",
    "recheck",
    "reexport",
    "extract_evidence",
    "assess_page",
]
JobResult = Literal["succeeded", "failed", "cancelled", "lost"]
Risk = Literal["low", "medium", "hostile"]
Decision = Literal["allow", "review", "block"]
FileRole = Literal["text", "raw", "html", "pdf", "screenshot", "headers", "exchange", "tables"]
TryOutcome = Literal["succeeded", "failed", "interrupted"]
RecheckResult = Literal["same", "moved", "changed", "gone", "unread"]
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


class Exchange(Value):
    """How a body came over the network: what was asked, what was answered, and by whom. None: not known.

    `content` says what the saved raw file is: the answer's `body`, decoded, or the `rendered_dom` of a browser.
    `wire_bytes` count before decoding, `body_bytes` after it. `started_at`, `ended_at` are UTC, `seconds` is of a clock
    that never jumps. `confirmed` is the evidence whose bytes the server said still hold (304): they are these bytes.
    `robots` is what the site's robots.txt says of the address.
    """

    content: Literal["body", "rendered_dom"] = "body"
    request_headers: dict[str, str] = Field(default_factory=dict)
    response_headers: dict[str, str] = Field(default_factory=dict)
    http_version: str | None = None
    peer: str | None = None
    tls_sha256: str | None = None
    framing: Literal["length", "chunked", "close"] | None = None
    content_encoding: str | None = None
    wire_bytes: int | None = None
    body_bytes: int | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    seconds: float | None = Field(None, allow_inf_nan=False)
    confirmed: str | None = None
    robots: str | None = None


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
    """A file in the session folder (of a `PageCopy`: in the folder of citations): `path` is relative to it.

    `raw` and `pdf` are the bytes as they came (of a browser, the rendered DOM), `exchange` is how they came, `headers`
    (written no more) the answer's head alone, `tables` what was read of a PDF's tables.
    """

    role: FileRole
    path: str
    sha256: str
    bytes: int


class TermCheck(Value):
    """Whether one expected term is in the captured text (quote rules)."""

    term: str
    found: bool
