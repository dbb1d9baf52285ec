"""Writing tools: one transaction, the first answer again for a repeated idempotency key, and reports that own up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from mcp_bridge.answers import Answer
from mcp_bridge.stale_reports import mark_provisional

if TYPE_CHECKING:
    from ledger.store import Writer
    from mcp_bridge.app import App

AnswerType = TypeVar("AnswerType", bound=Answer)


def write_once(
    app: App,
    tool: str,
    session_id: str,
    key: str | None,
    request: Mapping[str, Any],
    make: Callable[[Writer], AnswerType],
    model: type[AnswerType],
) -> AnswerType:
    """What `make` records and answers, or the recorded answer of the first call with this key.

    Reports that this makes old are marked provisional before the answer is given.

    Raises:
        Refusal: IDEMPOTENCY_CONFLICT when the key came with another request before, REPORT_NOT_WRITTEN when a report
            could not be marked, or what `make` refuses.
    """
    with app.ledger.write(session_id) as writer:
        if key is None:
            answer = make(writer)
        else:
            first = writer.idempotent(tool, session_id, key, request, lambda: make(writer).model_dump(mode="json"))
            answer = model.model_validate(first)
    mark_provisional(app, session_id)
    return answer
