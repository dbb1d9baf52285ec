"""Runs that were started in Prefect's pages, or by a schedule, are executed by the hub itself.

Imported in the flow runner's thread only: this module imports Prefect.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

import anyio.abc
import httpx
from prefect.client.schemas.objects import FlowRun
from prefect.workers.base import BaseJobConfiguration, BaseVariables, BaseWorker, BaseWorkerResult

from flows import deployments, reconcile
from flows.jobs import JobDesk
from flows.registry import NO_SESSION, WORK_POOL, WORKER_TYPE, entry_named
from flows.runner import EngineLostError, FlowRunner
from ledger.refusals import Refusal
from ledger.values import JobKind
from ledger.views import JobView

logger = logging.getLogger(__name__)

POLL_SECONDS: Final = 5.0
CANCEL_POLL_SECONDS: Final = 2.0
HEARTBEAT_SECONDS: Final = 30.0
RECONCILE_SECONDS: Final = 60.0
YOUNG: Final = timedelta(seconds=60)
"""A run younger than this may be one that is only just being started."""


class HubWorkerResult(BaseWorkerResult):
    """A run that went through the hub."""


class HubWorker(BaseWorker[BaseJobConfiguration, BaseVariables, HubWorkerResult]):
    """A Prefect worker whose infrastructure is the hub's own process."""

    type = WORKER_TYPE
    job_configuration = BaseJobConfiguration
    job_configuration_variables = BaseVariables
    _description = "Executes flow runs inside a uratori hub."

    def __init__(self, desk: JobDesk, runner: FlowRunner) -> None:
        super().__init__(
            work_pool_name=WORK_POOL,
            name=f"uratori hub on {socket.gethostname().replace('/', '-')[:60]}",
            prefetch_seconds=0,
            create_pool_if_not_found=True,
            limit=4,
            heartbeat_interval_seconds=int(HEARTBEAT_SECONDS),
        )
        self._desk = desk
        self._runner = runner

    async def run(
        self,
        flow_run: FlowRun,
        configuration: BaseJobConfiguration,  # noqa: ARG002 - nothing to configure in our own process
        task_status: anyio.abc.TaskStatus[Any] | None = None,
    ) -> HubWorkerResult:
        """Make the run a job and see it through; a refused one ends as failed, with the reason."""
        identifier = str(flow_run.id)
        if task_status is not None:
            task_status.started(identifier)
        entry = entry_named((await self._runner.client.read_flow(flow_run.flow_id)).name)
        if entry is None:
            await self._runner.set_state(identifier, "FAILED", "This hub has no flow of that name.")
            return HubWorkerResult(identifier=identifier, status_code=0)
        await self._runner.client.update_flow_run(
            UUID(identifier), tags=sorted({*flow_run.tags, *self._desk.runs.tags})
        )
        try:
            await adopt(self._desk, self._runner, entry.kind, flow_run)
        except Refusal as refusal:
            await self._runner.set_state(identifier, "FAILED", f"{refusal.code}: {refusal.message}")
        except EngineLostError:
            logger.info("flow run %s is left to the next start", identifier)
        return HubWorkerResult(identifier=identifier, status_code=0)


async def adopt(desk: JobDesk, runner: FlowRunner, kind: JobKind, run: FlowRun) -> JobView:
    """See a run through that was started in Prefect's pages or by a schedule: it becomes a job of its own.

    Returns when the job has ended.

    Raises:
        Refusal: its parameters are refused.
        EngineLostError: the hub is stopping.
    """
    given = dict(run.parameters)
    session_id = str(given.pop("session_id", "") or NO_SESSION)
    given.pop("job_id", None)
    view, joined = await asyncio.to_thread(desk.take, kind, session_id, given, f"flow-run:{run.id}", run)
    view = await asyncio.wrap_future(desk.ended(view.job.job_id))
    if joined:
        await runner.set_state(str(run.id), "COMPLETED", f"The same work was done by job {view.job.job_id}.")
    return view


async def keep(desk: JobDesk, runner: FlowRunner) -> None:
    """Everything the hub does on the side while the engine is ready. In the runner's loop; ends by cancellation."""
    while True:
        try:
            await _keep(desk, runner)
        except httpx.HTTPError as error:
            logger.warning("Prefect's API did not answer: %s: %s", type(error).__name__, error)
            await asyncio.sleep(POLL_SECONDS)


async def _keep(desk: JobDesk, runner: FlowRunner) -> None:
    await reconcile.close_lost(runner, desk.runs.tags, runner.started_at)
    async with HubWorker(desk, runner) as worker:
        await deployments.create(runner)
        polled = beat = closed = time.monotonic()
        while True:
            await asyncio.sleep(CANCEL_POLL_SECONDS)
            now = time.monotonic()
            await reconcile.carry_out_cancels(runner)
            if now - polled >= POLL_SECONDS:
                polled = now
                await worker.get_and_submit_flow_runs()
            if now - beat >= HEARTBEAT_SECONDS:
                beat = now
                await worker.sync_with_backend()
            if now - closed >= RECONCILE_SECONDS:
                closed = now
                await reconcile.close_lost(runner, desk.runs.tags, _young())


def _young() -> datetime:
    return datetime.now(UTC) - YOUNG
