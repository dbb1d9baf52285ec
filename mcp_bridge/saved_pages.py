"""Saved evidence as pages to read and to weigh claims against."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evidence.page import Link, read_html
from evidence.ranges import Range
from flows.weighing import WeighedPage
from ledger.evidence_log import marked_html
from ledger.folders import SessionFolder
from ledger.records import Evidence
from mcp_bridge.evidence_items import evidence_text
from mcp_bridge.quoting import fragment_url

if TYPE_CHECKING:
    from mcp_bridge.app import App


def saved_page(app: App, evidence: Evidence, *, links: bool = True) -> WeighedPage:
    """The evidence as a page. Refusal EVIDENCE_CHANGED where its text is not as recorded."""
    text = evidence_text(app, evidence)
    folder = SessionFolder(app.settings.home, evidence.session_id)

    def link(place: Range) -> str | None:
        return fragment_url(evidence, text, place, folder) if links else None

    return WeighedPage(text, marked_html(evidence, folder), link, evidence.page_title, None, evidence.article)


def links_of(app: App, evidence: Evidence) -> tuple[Link, ...]:
    """The links of a saved web page, absolute; none where it is no web page."""
    marked = marked_html(evidence, SessionFolder(app.settings.home, evidence.session_id))
    return read_html(marked, evidence.final_url or evidence.url).links if marked else ()
