"""The one place where flows run: a thread with its own loop and one Prefect client.

The hub's main thread keeps MCP, HTTP and signals: a flow there would delay every call and replace the SIGTERM handler.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextvars
import logging
import threading
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from flows.registry import prepared, shown_parameters
from ledger.refusals import Refusal

if TYPE_CHECKING:
    from prefect import Flow
    from prefect.client.orchestration import PrefectClient
    from prefect.client.schemas.objects import FlowRun

T = TypeVar("T")
logger = logging.getLogger(__name__)

NEVER = datetime.min.replace(tzinfo=UTC)
STOP_SECONDS = 5.0
"""How long running flows may take to record that they were cancelled."""


class EngineLostError(Exception):
    """The engine went away under a run; the job may be submitted again."""


class RunCancelledError(Exception):
    """The run was cancelled by a person."""


def is_engine_fault(error: Exception) -> bool:
    """Whether it was Prefect's API that failed: tasks name the failures of their own requests (`StageError`)."""
    import httpx  # noqa: PLC0415
    from prefect.exceptions import Abort  # noqa: PLC0415

    return isinstance(error, httpx.HTTPError | Abort | EngineLostError)


@dataclass
class LiveRun:
    """A run that this process executes now."""

    flow_run_id: str
    task: asyncio.Task[Any]
    cancelled: bool = False


@dataclass
class FlowRunner:
    """Runs coroutines and flows in its thread. Methods may be called from any thread unless they say otherwise.

    Attributes:
        live: the runs being executed, by flow-run id; written in the runner's loop only.
        started_at: when the present loop began; older unfinished runs are nobody's.
        closing: called in the loop when it ends (a browser that belongs to this loop, say).
    """

    live: dict[str, LiveRun] = field(default_factory=dict)
    closing: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    _thread: threading.Thread | None = None
    _loop: asyncio.AbstractEventLoop | None = None
    _stopping: asyncio.Event | None = None
    _context: contextvars.Context | None = None
    _client: PrefectClient | None = None
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    _flow_ids: dict[str, str] = field(default_factory=dict)
    _storage: Path | None = None
    _grace: float = STOP_SECONDS
    started_at: datetime = NEVER

    @property
    def running(self) -> bool:
        """Whether flows can be run."""
        return self._context is not None and self._thread is not None and self._thread.is_alive()

    @property
    def client(self) -> PrefectClient:
        """The runner's client, for use inside its loop."""
        if self._client is None:
            raise EngineLostError("the flow runner is not running")
        return self._client

    def start(self) -> concurrent.futures.Future[None]:
        """Start the thread; the future is done when flows can run. Prefect's environment must be set before."""
        ready: concurrent.futures.Future[None] = concurrent.futures.Future()
        ready.set_running_or_notify_cancel()  # whoever stops waiting for it can't take it from the thread
        self._thread = threading.Thread(target=self._run, args=(ready,), name="flows", daemon=True)
        self._thread.start()
        return ready

    def stop(self, grace: float = STOP_SECONDS) -> None:
        """Cancel what runs, close the client and end the thread. Blocks until it has ended.

        `grace`: how many seconds the runs may take to record their end (little sense when the server is dead).
        """
        self._grace = grace
        thread, loop, stopping = self._thread, self._loop, self._stopping
        if thread is None:
            return
        if loop is not None and stopping is not None and thread.is_alive():
            try:
                loop.call_soon_threadsafe(stopping.set)
            except RuntimeError:
                logger.debug("the flow runner's loop had ended already")
        thread.join(timeout=STOP_SECONDS * 3)
        if thread.is_alive():
            logger.error("the flow runner did not end in %s s", STOP_SECONDS * 3)
        self._thread = None

    def call(self, make: Callable[[], Coroutine[Any, Any, T]]) -> concurrent.futures.Future[T]:
        """Run `make()` in the runner's loop, with the runner's client in its context.

        Cancelling the future cancels nothing: a client that went away must not stop the work.
        """
        outcome: concurrent.futures.Future[T] = concurrent.futures.Future()
        outcome.set_running_or_notify_cancel()
        loop, context = self._loop, self._context
        if loop is None or context is None:
            outcome.set_exception(EngineLostError("the flow runner is not running"))
            return outcome

        def begin() -> None:
            if self._context is None:
                outcome.set_exception(EngineLostError("the flow runner is stopping"))
                return
            task = loop.create_task(make(), context=context.copy())
            self._tasks.add(task)
            task.add_done_callback(lambda done: self._ended(done, outcome))

        try:
            loop.call_soon_threadsafe(begin)
        except RuntimeError:
            outcome.set_exception(EngineLostError("the flow runner is not running"))
        return outcome

    def _ended(self, task: asyncio.Task[T], outcome: concurrent.futures.Future[T]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            outcome.set_exception(EngineLostError("the flow runner was stopped"))
        elif (error := task.exception()) is not None:
            outcome.set_exception(error)
        else:
            outcome.set_result(task.result())

    # In the runner's loop.

    async def create_run(self, flow: Flow[..., Any], parameters: dict[str, Any], **options: Any) -> FlowRun:
        """Create a pending run. `options`: name, tags, idempotency_key."""
        from prefect.client.schemas.objects import FlowRun  # noqa: PLC0415 - Prefect is imported in this thread only

        if flow.name not in self._flow_ids:
            self._flow_ids[flow.name] = str(await self.client.create_flow(flow))
        shown = shown_parameters(parameters)
        body = {"flow_id": self._flow_ids[flow.name], "parameters": shown, "state": {"type": "PENDING"}, **options}
        response = await self.client.request("POST", "/flow_runs/", json=body)
        return FlowRun.model_validate(response.json())

    async def execute(
        self, flow: Flow[..., Any], run: FlowRun, parameters: dict[str, Any], *, named: bool = False
    ) -> Any:
        """Run the flow as that run; `named`: the run has its readable name already.

        Returns:
            what the flow returns.

        Raises:
            EngineLostError: Prefect's API or this runner went away.
            RunCancelledError: a person cancelled the run.
            Exception: what the flow raised.
        """
        import httpx  # noqa: PLC0415
        from prefect.exceptions import Abort, CancelledRun, CrashedRun  # noqa: PLC0415
        from prefect.flow_engine import run_flow_async  # noqa: PLC0415

        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("execute must be called from a task")
        flow = prepared(flow, self._storage, named=named)
        live = LiveRun(str(run.id), task)
        self.live[live.flow_run_id] = live
        try:
            return await run_flow_async(flow, flow_run=run, parameters=parameters, return_type="result")
        except asyncio.CancelledError:
            if live.cancelled:
                task.uncancel()
                await self.set_state(live.flow_run_id, "CANCELLED", "Cancelled by a person.")
                raise RunCancelledError("The run was cancelled.") from None
            raise
        except Refusal:
            raise
        except (Abort, CancelledRun, CrashedRun) as error:
            if live.cancelled or isinstance(error, CancelledRun):
                raise RunCancelledError("The run was cancelled.") from error
            raise EngineLostError(f"{type(error).__name__}: {error}") from error
        except httpx.HTTPError as error:
            if not is_engine_fault(error):
                raise
            raise EngineLostError(f"Prefect's API failed: {type(error).__name__}: {error}") from error
        finally:
            self.live.pop(live.flow_run_id, None)

    def cancel(self, flow_run_id: str) -> bool:
        """Cancel a live run on a person's behalf; False when it is not running here. In the runner's loop."""
        live = self.live.get(flow_run_id)
        if live is None:
            return False
        live.cancelled = True
        live.task.cancel()
        return True

    async def set_state(self, flow_run_id: str, state_type: str, message: str) -> None:
        """Set a run's state whatever its present one is."""
        state = {"type": state_type, "message": message}
        await self.client.request(
            "POST",
            "/flow_runs/{id}/set_state",
            path_params={"id": flow_run_id},
            json={"state": state, "force": True},
        )

    # The thread.

    def _run(self, ready: concurrent.futures.Future[None]) -> None:
        try:
            asyncio.run(self._main(ready))
        except Exception as error:  # the thread ends by it, and whoever waits for its start must hear of it
            logger.exception("the flow runner failed")
            if not ready.done():
                ready.set_exception(error)
        finally:
            self._context = None
            self._client = None
            self._loop = None

    async def _main(self, ready: concurrent.futures.Future[None]) -> None:
        from prefect.context import (  # noqa: PLC0415
            SyncClientContext,
            refresh_global_settings_context,
        )
        from prefect.settings import PREFECT_LOCAL_STORAGE_PATH  # noqa: PLC0415

        refresh_global_settings_context()
        self._storage = PREFECT_LOCAL_STORAGE_PATH.value()
        self._flow_ids.clear()
        self.started_at = datetime.now(UTC)
        self._stopping = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        # The engine asks for a synchronous client here and there: one for all, since making one reads every CA.
        with SyncClientContext():
            await self._serve(ready)
        await asyncio.to_thread(_drain, self._grace)

    async def _serve(self, ready: concurrent.futures.Future[None]) -> None:
        from prefect.context import AsyncClientContext  # noqa: PLC0415

        if self._stopping is None:
            raise RuntimeError("_main sets it")
        async with AsyncClientContext() as context:
            self._client = context.client
            self._context = contextvars.copy_context()
            ready.set_result(None)
            await self._stopping.wait()
            self._context = None
            await self._cancel_all()
            for close in self.closing:
                try:
                    await asyncio.wait_for(close(), STOP_SECONDS)
                except Exception:  # whatever it is, the others are closed all the same
                    logger.exception("closing a resource of the flow runner failed")

    async def _cancel_all(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=self._grace)


def _drain(seconds: float) -> None:
    """Send what Prefect's background threads still hold, so that a run's last states and logs are not lost."""
    from prefect.events.worker import EventsWorker  # noqa: PLC0415
    from prefect.logging.handlers import APILogWorker  # noqa: PLC0415

    for worker in (EventsWorker, APILogWorker):
        worker.drain_all(timeout=min(seconds, 2))
