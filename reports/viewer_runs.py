"""Jobs, their runs in the workflow engine and their tries, as the viewer's script is given them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from ledger.views import AttemptView, JobView
from reports.escaping import web_url
from reports.lean import lean
from reports.reading import Reading


class Runs:
    """`at` makes a moment the viewer's seconds; `engine_url`: where the engine's pages are, if they are to be had."""

    def __init__(self, reading: Reading, engine_url: str | None, at: Callable[[datetime], int]) -> None:
        self._reading = reading
        self._engine_url = web_url(engine_url.rstrip("/")) if engine_url else None
        self._at = at

    def attempt(self, view: AttemptView) -> dict[str, Any]:
        """One try."""
        start, end = view.start, view.end
        seconds = (end.recorded_at - start.recorded_at).total_seconds() if end else None
        return lean(
            stage=start.stage,
            item=start.item,
            number=start.number,
            job=start.job_id,
            outcome=view.outcome,
            at=self._at(start.recorded_at),
            seconds=round(seconds, 1) if seconds is not None else None,
            error=end.error_kind if end else None,
            message=end.message if end else None,
            detail=end.detail if end else None,
            status=end.http_status if end else None,
            bytes=end.bytes if end else None,
            run=start.flow_run_id,
            run_name=self._reading.flow_names.get(start.flow_run_id or ""),
            href=self._href(start.flow_run_id),
        )

    def job(self, view: JobView) -> dict[str, Any]:
        """One job with its runs."""
        error = (view.outcome.error if view.outcome else None) or {}
        return lean(
            id=view.job.job_id,
            kind=view.job.kind,
            status=view.status,
            at=self._at(view.job.recorded_at),
            runs=[
                lean(id=run.flow_run_id, name=run.flow_run_name, href=self._href(run.flow_run_id)) for run in view.runs
            ],
            error=": ".join(str(error[key]) for key in ("code", "message") if error.get(key)) or None,
        )

    def _href(self, flow_run_id: str | None) -> str | None:
        if not self._engine_url or not flow_run_id:
            return None
        return web_url(f"{self._engine_url}/runs/flow-run/{flow_run_id}")
