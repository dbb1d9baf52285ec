"""Fetch a URL over HTTP into a staged file. Every hop is checked by the guard, every size and time has a bound."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any, Final, overload

from prefect import Task, task
from prefect.cache_policies import CacheKeyFnPolicy
from prefect.client.schemas.objects import State, TaskRun
from prefect.context import TaskRunContext
from prefect.tasks import exponential_backoff

from tasks.attempts import AttemptSink, StageError, attempt
from tasks.bodies import Body, Held, Unchanged
from tasks.guard import AddressPolicy, Resolver, system_resolver
from tasks.http_body import FetchLimits
from tasks.http_trip import Trip, user_agent
from tasks.politeness import Politeness

__all__ = ["Body", "FetchLimits", "fetch_http", "fetch_kept", "user_agent"]

STAGE: Final = "http"


def is_passing(_task: Task[..., Any], _run: TaskRun, state: State[Any]) -> bool:
    """Whether the failure that a try ended with may pass by itself: the condition of every retry."""
    return isinstance(state.data, StageError) and state.data.transient


def cache_key(_context: TaskRunContext, parameters: dict[str, Any]) -> str | None:
    """One key per job, URL and held copy: a run of the same job after a crash gets the body, another job asks again.

    That a copy is unchanged helps only who still holds that copy: without it, the body itself is asked for.
    """
    held: Held | None = parameters.get("held")
    asked = f"{parameters['url']}\n{held.model_dump_json()}" if held else str(parameters["url"])
    digest = hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{parameters['job_id']}-http-{digest[:32]}"


@task(
    name="fetch_http",
    task_run_name="fetch {url}",
    retries=3,
    retry_delay_seconds=exponential_backoff(0.5),
    retry_jitter_factor=0.5,
    retry_condition_fn=is_passing,
    cache_policy=CacheKeyFnPolicy(cache_key_fn=cache_key),
    persist_result=True,
    result_serializer="json",
)
async def fetch_http(
    url: str,
    *,
    job_id: str,
    session_id: str,
    staging: str,
    sink: AttemptSink,
    policy: AddressPolicy | None = None,
    bounds: FetchLimits | None = None,
    resolver: Resolver = system_resolver,
    politeness: Politeness | None = None,
    held: Held | None = None,
) -> Body | Unchanged:
    """GET `url` into a file under the folder `staging`; `held` asks for it only if it is no longer what we hold.

    A body that was cut short fails as passing while tries are left; then it is returned with ``complete=False``. Every
    hop waits for its turn at its host by `politeness`, which counts all fetches that share it.

    Raises:
        StageError: `url_invalid`, `address_refused`, `dns`, `timeout`, `too_slow`, `connection`, `certificate`,
            `protocol`, `http_status`, `redirect_invalid`, `redirect_loop`, `too_many_redirects`, `too_large`,
            `empty_body`, `truncated`, `encoding_broken`, `encoding_unsupported`, `asked_to_wait`.
        httpx.HTTPError: Prefect's API failed, which `politeness` asks.
    """
    async with attempt(sink, job_id=job_id, session_id=session_id, stage=STAGE, item=url) as doing:
        trip = Trip(
            staging,
            bounds or FetchLimits(),
            policy or AddressPolicy(),
            resolver,
            politeness or Politeness(),
            doing,
            held,
        )
        return await trip.fetch(url)


@overload
async def fetch_kept(
    url: str, *, retries: int, retry_delay: float, job_id: str, staging: str, held: None = None, **arguments: Any
) -> Body: ...
@overload
async def fetch_kept(
    url: str, *, retries: int, retry_delay: float, job_id: str, staging: str, held: Held, **arguments: Any
) -> Body | Unchanged: ...
async def fetch_kept(
    url: str, *, retries: int, retry_delay: float, job_id: str, staging: str, held: Held | None = None, **arguments: Any
) -> Body | Unchanged:
    """`fetch_http` with these retries; a body kept from an earlier run of the job counts only with its file intact."""
    configured = fetch_http.with_options(retries=retries, retry_delay_seconds=exponential_backoff(retry_delay))
    arguments |= {"job_id": job_id, "staging": staging, "held": held}
    got: Body | Unchanged = await configured(url, **arguments)
    if isinstance(got, Body) and not await asyncio.to_thread(got.intact):
        got = await configured.with_options(refresh_cache=True)(url, **arguments)
    return got
