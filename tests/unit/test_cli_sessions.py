"""What `uratori sessions` says of a session in a few words."""

from __future__ import annotations

import pytest

from ledger.views import SessionRow, origin_name
from mcp_bridge.cli_sessions import state

DAY = "2026-07-04T01:02:03Z"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({}, "in progress"),
        ({"archived": True}, "archived, in progress"),
        ({"finalized_at": DAY}, "final 2026-07-04T01:02"),
        ({"finalized_at": DAY, "reports_stale_since": DAY}, "provisional 2026-07-04T01:02"),
        ({"finalized_at": DAY, "archived": True}, "archived, final 2026-07-04T01:02"),
    ],
)
def test_archived_and_provisional_sessions_are_marked(row: dict[str, object], said: str) -> None:
    assert state(row) == said


@pytest.mark.parametrize(
    ("origin", "name"),
    [
        ("https://user@news.example:8080/a?b", "news.example:8080"),
        ("HTTP://NEWS.example", "NEWS.example"),
        ("/drafts/steel.md", "steel.md"),
        ("C:\\drafts\\steel.md", "steel.md"),
        ("steel.md", "steel.md"),
        ("", None),
        (None, None),
    ],
)
def test_a_session_is_named_by_its_title_else_by_its_origin(origin: str | None, name: str | None) -> None:
    assert origin_name(origin) == name
    assert SessionRow(session_id="x", origin=origin).name == name
    assert SessionRow(session_id="x", origin=origin, title="Towers").name == "Towers"
