"""Saved evidence as blocks, and its links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evidence.observation.observe import observe
from evidence.observation.values import Observation
from evidence.page import Link, read_html
from ledger.evidence_log import marked_html
from ledger.folders import SessionFolder
from ledger.records import Evidence
from mcp_bridge.evidence_items import evidence_text

if TYPE_CHECKING:
    from mcp_bridge.app import App


def observed(app: App, evidence: Evidence) -> Observation:
    """The evidence's blocks. Refusal EVIDENCE_CHANGED where its text is not as recorded."""
    text = evidence_text(app, evidence)
    marked = marked_html(evidence, SessionFolder(app.settings.home, evidence.session_id))
    return observe(text, marked, title=evidence.page_title, article=evidence.article)


def links_of(app: App, evidence: Evidence) -> tuple[Link, ...]:
    """The links of a saved web page, absolute; none where it is no web page."""
    marked = marked_html(evidence, SessionFolder(app.settings.home, evidence.session_id))
    return read_html(marked, evidence.final_url or evidence.url).links if marked else ()
