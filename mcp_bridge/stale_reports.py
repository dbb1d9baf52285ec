"""Reports that are older than the records say so, before the change that made them old is acknowledged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flows import report_state

if TYPE_CHECKING:
    from mcp_bridge.app import App


def mark_provisional(app: App, session_id: str) -> list[str]:
    """Mark the session's report files that are out of date and don't say so yet; their names.

    A report that is being written is waited for: it may have been begun before the change.

    Raises:
        Refusal: REPORT_NOT_WRITTEN with the files that still look final. The records stand.
    """
    return report_state.mark_provisional(app.ledger, app.settings.home, session_id)
