"""Saved evidence as pages that claims are weighed against."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
