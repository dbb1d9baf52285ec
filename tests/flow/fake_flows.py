"""Flows that do what a test tells them, in the place of real ones."""

from __future__ import annotations

import asyncio
from typing import Any

from prefect import flow

from flows import progress
from flows.names import current_run_name
from flows.runner import EngineLostError
from ledger.refusals import Refusal

gates: dict[str, asyncio.Event] = {}
"""Flows wait here; `opened` opens a gate from any thread."""
reached: list[str] = []


async def _step(step: str, job_id: str, at: int, total: int) -> None:
    progress.report(job_id, at, total, f"step {step}")
    kind, _, value = step.partition(":")
    reached.append(step)
    if kind == "wait":
        gates[value] = asyncio.Event()
        await gates[value].wait()
    elif kind == "refuse":
        raise Refusal("FETCH_FAILED", "The page is thin.", "Try another.", {"page": value})
    elif kind == "crash":
        raise ZeroDivisionError(value)
    elif kind == "lose" and reached.count(step) <= int(value):
        raise EngineLostError("the test said so")


@flow(name="fake", flow_run_name=lambda: current_run_name("export_report"))
async def fake(steps: list[str], session_id: str = "_", job_id: str | None = None) -> dict[str, Any]:
    """Walk through the steps."""
    for at, step in enumerate(steps):
        await _step(step, str(job_id), at, len(steps))
    progress.report(str(job_id), len(steps), len(steps), "done")
    return {"steps": steps, "job_id": job_id}
