"""Fetch a page as a browser shows it: scripts run, content that comes late is waited for, every request is guarded."""

from __future__ import annotations

import asyncio

from prefect import task
from prefect.cache_policies import NO_CACHE

from evidence import limits
from ledger.values import Value
from tasks.attempts import AttemptSink, attempt
from tasks.bodies import Body, StagedFile
from tasks.browser import Chromium
from tasks.browser_proxy import guarded_proxy, place_of
from tasks.browser_visit import Seen, Visit
from tasks.guard import AddressPolicy, Resolver, check_host, check_url, resolve_and_check, system_resolver
from tasks.pictures import crashed


class RenderedPage(Value):
    """A page as the browser showed it: `body` is the staged document (its outer HTML after scripts ran).

    The screenshot, a JPEG, is of the whole page, down to `TALLEST` pixels; None where it could not be taken. `loaded`
    is false when the page never came to `load`, `settled` when its text was still changing. `chromium` is the browser's
    version.
    """

    body: Body
    chromium: str
    screenshot_staged: str | None = None
    screenshot_sha256: str | None = None
    loaded: bool = True
    settled: bool = True


@task(
    name="fetch_rendered",
    task_run_name="render {url}",
    cache_policy=NO_CACHE,
    persist_result=False,
    retries=1,
    retry_condition_fn=crashed,
)
async def fetch_rendered(
    url: str,
    *,
    job_id: str,
    session_id: str,
    staging: str,
    sink: AttemptSink,
    chromium: Chromium,
    policy: AddressPolicy | None = None,
    seconds: float = 30.0,
    screenshot: bool = True,
    resolver: Resolver = system_resolver,
) -> RenderedPage:
    """Open `url` in the browser and keep its document and a screenshot under the folder `staging`.

    `seconds` bounds the visit; to wait for a free place in the browser is not part of it.

    Raises:
        StageError: `url_invalid`, `address_refused`, `dns`, `connection`, `timeout`, `http_status`, `media_type` (no
            HTML), `download`, `too_many_redirects`, `too_large`, `browser_unavailable`, `browser_crashed`, `browser`.
    """
    async with attempt(sink, job_id=job_id, session_id=session_id, stage="browser", item=url) as doing:
        target = check_url(url)
        allowed = policy or AddressPolicy()
        check_host(url, allowed)
        await resolve_and_check(target.host, target.port, allowed, resolver=resolver)
        async with guarded_proxy(allowed, limits.EVIDENCE_WIRE_BYTES, resolver=resolver) as proxy:
            seen = await Visit(url, seconds, doing).run(chromium, proxy, picture=screenshot)
        check_host(seen.document.url, allowed)
        doing.detail = " ".join(seen.remarks) or None
        page = await asyncio.to_thread(_keep, seen, staging, proxy.peers.get(place_of(seen.document.url)))
        doing.bytes = page.body.bytes
        return page


def _keep(seen: Seen, staging: str, peer: str | None) -> RenderedPage:
    document = seen.document
    data = document.html.encode("utf-8", "replace")
    path, sha256 = _write(staging, data)
    picture = _write(staging, seen.picture) if seen.picture is not None else (None, None)
    return RenderedPage(
        body=Body(
            staged=path,
            sha256=sha256,
            bytes=len(data),
            media="html",
            # The document was written out anew: whatever charset it came in, it is UTF-8 now.
            content_type="text/html; charset=utf-8",
            status=document.status,
            final_url=document.url,
            redirects=document.redirects,
            headers=document.headers,
            request_headers=document.request_headers,
            http_version=document.http_version,
            peer=peer,
            started_at=seen.started_at,
            ended_at=seen.ended_at,
            seconds=seen.seconds,
        ),
        chromium=seen.chromium,
        screenshot_staged=picture[0],
        screenshot_sha256=picture[1],
        loaded=document.loaded,
        settled=document.settled,
    )


def _write(staging: str, data: bytes) -> tuple[str, str]:
    """A durable file of these bytes under `staging`: its path and SHA-256."""
    with StagedFile(staging) as file:
        file.write(data)
        return file.finish()
