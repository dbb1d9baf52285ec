"""What rechecks say, as the viewer's script is given it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from ledger.records import Recheck
from ledger.views import AttemptView
from reports.escaping import web_url
from reports.lean import lean
from reports.rechecks import Rechecks

At = Callable[[datetime], int]
Told = Callable[[AttemptView], dict[str, Any]]


def rechecked(rechecks: Rechecks, at: At) -> dict[str, Any] | None:
    """When the quotes were last rechecked, and how many are in each state; None: never."""
    return {"at": at(rechecks.at), "counts": rechecks.counts} if rechecks.at else None


def rechecks_of(rechecks: Rechecks, attachment_id: str, at: At, attempt: Told) -> dict[str, Any]:
    """The rechecks of one attachment that are shown, and those before them in short."""
    return {
        "rechecks": [_recheck(rechecks, one, at, attempt) for one in rechecks.shown(attachment_id)],
        "before": [
            {"result": run.result, "first": at(run.first), "last": at(run.last), "n": run.number}
            for run in rechecks.before(attachment_id)
        ],
    }


def _recheck(rechecks: Rechecks, item: Recheck, at: At, attempt: Told) -> dict[str, Any]:
    return lean(
        result=item.result,
        at=at(item.recorded_at),
        status=item.http_status,
        url=item.checked_url,
        href=web_url(item.checked_url),
        final_url=item.final_url if item.final_url != item.checked_url else None,
        pages=list(item.pages),
        fragment=web_url(item.fragment_url),
        nearest=item.nearest,
        diff=item.diff,
        why=item.message,
        attempts=[attempt(view) for view in rechecks.tries(item)],
    )
