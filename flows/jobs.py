"""Jobs: submitted, run as flows, waited for, joined, taken up again after a crash. The ledger's rows are the truth.

One asyncio task per job drives it in the hub's main loop; the flow itself runs in the flow runner's thread. A client
that goes away, times out or cancels takes nothing with it: it only ever waits.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from flows import export_replay, job_rows, progress
from flows.bursts import Bursts
from flows.engine_port import EngineLike, Progress
from flows.job_folder import clear_strays
from flows.job_runs import JobRuns
from flows.picture_requests import PictureRequests
from flows.progress import Rising
from flows.registry import FLOWS, NO_SESSION
from flows.runner import EngineLostError, FlowRunner
from flows.services import Services
from flows.watch import Watch
from ledger.records import Job
from ledger.refusals import Refusal
from ledger.values import JobKind
from ledger.views import JobView

if TYPE_CHECKING:
    from prefect.client.schemas.objects import FlowRun

logger = logging.getLogger(__name__)

KEEPALIVE_SECONDS: Final = 5.0
"""A waiting client hears something at least this often."""


class JobDesk:
    """Takes jobs and sees them through. `open` it in the hub's main loop, `close` it before the engine stops."""

    def __init__(self, services: Services, runner: FlowRunner, engine: EngineLike) -> None:
        self.services = services
        self.runs = JobRuns(services, runner, engine)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()
        self._watches: dict[str, Watch] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots: dict[JobKind, asyncio.Semaphore] = {}
        self._bursts = Bursts(self._draw_burst)
        self._pictures = PictureRequests(services.ledger, self.submit)

    # Life

    async def open(self) -> int:
        """Start work in this loop and take up what a crash left open; how many jobs that were."""
        self._loop = asyncio.get_running_loop()
        self._slots = {kind: asyncio.Semaphore(entry.places) for kind, entry in FLOWS.items()}
        return await self.resubmit_open()

    async def resubmit_open(self) -> int:
        """Close the open attempts of jobs without an outcome, and run those jobs again."""
        await asyncio.to_thread(job_rows.close_all_attempts, self.services.ledger)
        left = await asyncio.to_thread(job_rows.open_jobs, self.services.ledger)
        await asyncio.to_thread(clear_strays, self.services.home, {view.job.job_id for view in left})
        for job in (view.job for view in left):
            if self._watch(job):
                logger.info("job %s (%s) is taken up again", job.job_id, job.kind)
                self._begin(job, None)
        return len(left)

    async def close(self) -> None:
        """Take no more jobs and stop driving those at work; they stay open in the ledger."""
        self.runs.closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        for watch in list(self._watches.values()):
            watch.finish()
        self._watches.clear()

    @property
    def busy(self) -> bool:
        """Whether any job has not ended."""
        return bool(self._watches) or self._bursts.waiting

    # Submitting: from any thread

    def submit(
        self,
        kind: JobKind,
        session_id: str,
        parameters: Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
    ) -> JobView:
        """Record the job and have it run; an equal one that has not ended is joined, a used key gives its job.

        Raises:
            Refusal: HUB_STOPPING, or what the ledger says (unknown session, conflict of the key).
        """
        view, _ = self.take(kind, session_id, parameters, idempotency_key, None)
        return view

    def take(
        self,
        kind: JobKind,
        session_id: str,
        parameters: Mapping[str, Any],
        idempotency_key: str | None,
        run: FlowRun | None,
    ) -> tuple[JobView, bool]:
        """`submit`, for a flow run that exists already; and whether the job was there before."""
        loop = self._loop
        if self.runs.closed or loop is None:
            raise Refusal("HUB_STOPPING", "The hub takes no new jobs.", "Make the same call again in a few seconds.")
        session_id = session_id or NO_SESSION
        view, joined = job_rows.submit(self.services.ledger, kind, session_id, parameters, idempotency_key)
        if kind == "export_report" and view.outcome is not None:
            if (stands := export_replay.standing(self.services.ledger, view)) is not None:
                return stands, joined
            view, joined = job_rows.submit(self.services.ledger, kind, session_id, parameters, None)
        if view.outcome is None and self._watch(view.job):
            loop.call_soon_threadsafe(self._begin, view.job, run)
        return view, joined

    def _watch(self, job: Job) -> bool:
        """Register the job as live here; False when it is already."""
        with self._lock:
            if job.job_id in self._watches:
                return False
            self._watches[job.job_id] = Watch(job)
            return True

    def request_picture(self, session_id: str, attachment_id: str) -> None:
        """Have the attachment drawn soon, with others asked for at the same time (while the hub stops: by finalize)."""
        if self._loop is not None and not self.runs.closed:
            _soon(self._loop, self._bursts.add, session_id, attachment_id)

    async def draw_now(self, session_id: str, attachment_ids: Sequence[str]) -> list[JobView]:
        """The jobs that draw the attachments, ending their burst; in the desk's loop. Refusals as `submit`."""
        wanted = [*self._bursts.take(session_id), *attachment_ids]
        return await asyncio.to_thread(self._pictures.ask, session_id, wanted)

    def _draw_burst(self, session_id: str, attachment_ids: list[str]) -> None:
        def submit() -> None:
            try:
                self._pictures.ask(session_id, attachment_ids)
            except Refusal:
                logger.warning("pictures of %s are left for finalize", session_id, exc_info=True)

        self._spawn(asyncio.to_thread(submit), "submit-pictures")

    # Waiting

    def view(self, job_id: str) -> JobView:
        """The job as the ledger has it.

        Raises:
            Refusal: JOB_UNKNOWN.
        """
        return job_rows.view(self.services.ledger, job_id)

    async def wait(self, job_id: str, seconds: float, progress: Progress | None = None) -> JobView:
        """The job when it has ended, or as it is after `seconds`; in the desk's loop.

        `progress` is told of each change and at least every `KEEPALIVE_SECONDS`, with values that only rise.
        Cancelling this call does not touch the job.

        Raises:
            Refusal: JOB_UNKNOWN.
        """
        deadline = asyncio.get_running_loop().time() + seconds
        rising, seen = Rising(), -1
        while (watch := self._watches.get(job_id)) is not None and not watch.finished:
            left = deadline - asyncio.get_running_loop().time()
            if left <= 0:
                break
            await watch.changed(seen, min(left, KEEPALIVE_SECONDS))
            seen = watch.version
            if progress and not watch.finished:
                await progress(*rising(watch.done, watch.total), watch.message)
        return await asyncio.to_thread(self.view, job_id)

    def ended(self, job_id: str) -> concurrent.futures.Future[JobView]:
        """The job when it has ended, or as it is when the hub stops; from any thread.

        Raises:
            EngineLostError: the desk is not open.
        """
        if self._loop is None:
            raise EngineLostError("the hub is stopping")
        return asyncio.run_coroutine_threadsafe(self._ended(job_id), self._loop)

    async def _ended(self, job_id: str) -> JobView:
        while (watch := self._watches.get(job_id)) is not None and not watch.finished:
            await watch.changed(watch.version, KEEPALIVE_SECONDS)
        return await asyncio.to_thread(self.view, job_id)

    # Driving one job: in the desk's loop

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _begin(self, job: Job, run: FlowRun | None) -> None:
        self._spawn(self._drive(job, run), job.job_id)

    async def _drive(self, job: Job, run: FlowRun | None) -> None:
        watch, loop = self._watches[job.job_id], asyncio.get_running_loop()
        progress.listen(
            job.job_id,
            lambda done, total, message: _soon(loop, watch.update, done, total, message),
        )
        try:
            async with self._slots[job.kind]:
                outcome, result, error = await self.runs.to_end(job, run, watch.update)
            await asyncio.to_thread(job_rows.end, self.services.ledger, job, outcome, result, error)
        except Exception:
            # The ledger itself failed: the job stays open there and is taken up by the next start.
            logger.exception("the outcome of job %s could not be recorded", job.job_id)
        finally:
            progress.forget(job.job_id)
            with self._lock:
                self._watches.pop(job.job_id, None)
            watch.finish()


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *arguments: Any) -> None:
    try:
        loop.call_soon_threadsafe(call, *arguments)
    except RuntimeError:
        logger.debug("progress came after the loop had ended")
