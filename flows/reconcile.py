"""Prefect keeps the runs of a dead process RUNNING for ever, and a Cancel in its pages only marks a run of ours.

This closes what no living process owns, and carries out cancels.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from flows.runner import FlowRunner

logger = logging.getLogger(__name__)

PAGE = 200
LOST = "The process that ran this is gone; the job was submitted again."


async def _runs(runner: FlowRunner, tags: Sequence[str], states: Sequence[str]) -> list[dict[str, Any]]:
    wanted = {"tags": {"all_": list(tags)}, "state": {"type": {"any_": list(states)}}}
    response = await runner.client.request(
        "POST", "/flow_runs/filter", json={"flow_runs": wanted, "limit": PAGE, "sort": "START_TIME_ASC"}
    )
    rows: list[dict[str, Any]] = response.json()
    return rows


async def close_lost(runner: FlowRunner, tags: Sequence[str], before: datetime) -> int:
    """Mark as crashed every unfinished run of this data directory, created before that time, that nobody runs.

    Returns:
        how many were closed.
    """
    closed = 0
    while True:
        lost = [
            run
            for run in await _runs(runner, tags, ["RUNNING", "PENDING", "CANCELLING"])
            if run["id"] not in runner.live and _time(run["created"]) < before
        ]
        for run in lost:
            cancelling = run["state_type"] == "CANCELLING"
            await runner.set_state(run["id"], "CANCELLED" if cancelling else "CRASHED", LOST)
            logger.warning("flow run %s (%s) was lost", run["name"], run["id"])
        closed += len(lost)
        if len(lost) < PAGE:
            return closed


async def carry_out_cancels(runner: FlowRunner) -> int:
    """Cancel the live runs that a person cancelled in Prefect's pages.

    Returns:
        how many were cancelled.
    """
    live = list(runner.live)
    if not live:
        return 0
    wanted = {"id": {"any_": live}, "state": {"type": {"any_": ["CANCELLING"]}}}
    response = await runner.client.request("POST", "/flow_runs/filter", json={"flow_runs": wanted, "limit": PAGE})
    return sum(runner.cancel(run["id"]) for run in response.json())


def _time(value: str) -> datetime:
    moment = datetime.fromisoformat(value)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
