"""Saved evidence within a budget of tokens, for reading and not for quoting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from evidence.observation.views import Shown, View, view
from ledger.records import Evidence
from mcp_bridge.evidence_parts import ViewPart
from mcp_bridge.saved_pages import links_of, saved_page

if TYPE_CHECKING:
    from mcp_bridge.app import App

BUDGET: Final = 4_000
BUDGET_MOST: Final = 10_000
BUDGET_LEAST: Final = 50
"""Tokens of one answer."""


def read_view(
    app: App, evidence: Evidence, kind: View, *, budget: int = BUDGET, start: int = 0, main_only: bool = True
) -> Shown:
    """The evidence from its block `start` on. Refusal EVIDENCE_CHANGED where its text is not as recorded."""
    page = saved_page(app, evidence).observed()
    links = links_of(app, evidence) if kind == "links" else ()
    return view(page, kind, budget=budget, main_only=main_only, start=start, links=links)


def view_part(app: App, evidence: Evidence, kind: View, *, budget: int, start: int) -> ViewPart:
    """The same as part of an answer."""
    shown = read_view(app, evidence, kind, budget=budget, start=start)
    return ViewPart(
        kind=kind, tokens=shown.tokens, all_tokens=shown.all_tokens, next_block=shown.next_block, page=shown.text
    )
