"""What `uratori recheck` says, and the code that it exits with."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_bridge.cli_recheck import exit_code, lines


def row(result: str, **more: Any) -> dict[str, Any]:
    return {"attachment_id": "attachment_1", "claim_id": "claim_2", "result": result, **more}


@pytest.mark.promise("RECHECK-7")
@pytest.mark.parametrize(
    ("results", "code"),
    [
        ([], 0),
        ([row("moved")], 0),
        ([row("unread", reason="agent_captured")], 0),
        ([row("unread", reason="http_status")], 2),
        ([row("unread", reason="http_status"), row("changed")], 1),
        ([row("gone"), row("moved")], 1),
    ],
)
def test_the_exit_code_tells_what_matters_most(results: list[dict[str, Any]], code: int) -> None:
    assert exit_code(results) == code


def test_each_quote_that_is_not_as_it_was_has_a_line() -> None:
    results = [
        row("gone", message="The server answered 404.", session_id="fc_1"),
        row("changed", diff="[-3-]{+4+}", checked_url="https://example.org/a", final_url="https://example.org/b"),
        row("moved", fragment_url="https://example.org/#:~:text=x"),
        row("moved"),
    ]
    counts = {"same": 2, "moved": 2, "changed": 1, "gone": 1, "unread": 0}
    assert list(lines({"results": results, "counts": counts, "not_marked": ["fc_1"]})) == [
        "gone     fc_1 attachment_1 (claim_2): The server answered 404.",
        "changed  attachment_1 (claim_2): [-3-]{+4+}  https://example.org/b",
        "moved    attachment_1 (claim_2): https://example.org/#:~:text=x",
        "moved    attachment_1 (claim_2): no link can be made to it any more",
        "2 same, 2 moved, 1 changed, 1 gone",
        "the reports of fc_1 could not be marked provisional and still look final",
    ]
    assert list(lines({"results": [], "counts": {}, "not_marked": []})) == ["no quotes to look at"]
