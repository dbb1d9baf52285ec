"""A server on a real ledger with a desk whose jobs end as the test says, and clients of both protocol eras."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from mcp import Client
from mcp.types import TextContent

from evidence.policy.assess import policy_with
from evidence.ranges import Range
from flows.passwords import Passwords
from flows.quote_cache import QuoteCache
from flows.settings import Settings
from ledger import evidence_log, jobs
from ledger.evidence_log import EvidenceDraft
from ledger.folders import SessionFolder, stage_bytes
from ledger.new_files import NewFile
from ledger.records import Evidence, Job
from ledger.refusals import Refusal
from ledger.store import Ledger
from ledger.views import JobView
from mcp_bridge.app import App
from mcp_bridge.caller import Caller, caller
from mcp_bridge.server import create_server
from tests.contracts import keeps
from tests.ledgers import fresh_ledger

TEXT = "The bridge is 120 metres long. It opened in 1962.\n\nCome and see it!"
PAGE = (
    "Bridges of the valley. The old bridge has a length of 120 metres and was opened in 1962 by the mayor.\n"
    "The length of 120 metres made it the longest of its time. Visitors reach it by bus."
)

Handler = Callable[[Job], dict[str, Any]]


class Desk:
    """Jobs are rows of the real ledger; `handlers` say how a kind ends, at once when it is waited for."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.handlers: dict[str, Handler] = {}
        self.pictures: list[tuple[str, str]] = []
        self.submitted: list[Job] = []
        self.held = False

    def submit(
        self, kind: Any, session_id: str, parameters: dict[str, Any], *, idempotency_key: str | None = None
    ) -> JobView:
        with self.ledger.write(session_id) as writer:
            job, _ = jobs.submit_job(
                writer, kind=kind, session_id=session_id, parameters=parameters, idempotency_key=idempotency_key
            )
        self.submitted.append(job)
        with self.ledger.read() as reader:
            return jobs.job_view(reader, job.job_id)

    async def wait(
        self, job_id: str, _seconds: float, progress: Callable[[float, float | None, str], Awaitable[None]]
    ) -> JobView:
        await progress(1, 2, "reading")
        if not self.held:
            await asyncio.to_thread(self.end, job_id)
        with self.ledger.read() as reader:
            return jobs.job_view(reader, job_id)

    def end(self, job_id: str) -> None:
        with self.ledger.read() as reader:
            view = jobs.job_view(reader, job_id)
        if view.outcome is not None:
            return
        try:
            ending: dict[str, Any] = {"result": self.handlers[view.job.kind](view.job)}
        except Refusal as no:
            error = {"code": no.code, "message": no.message, "suggestion": no.suggestion, "facts": no.facts}
            ending = {"error": error}
        with self.ledger.write(view.job.session_id) as writer:
            jobs.end_job(writer, job_id, "failed" if "error" in ending else "succeeded", **ending)

    async def draw_now(self, session_id: str, attachment_ids: list[str]) -> list[JobView]:
        return [await asyncio.to_thread(self.submit, "render_pictures", session_id, {"attachment_ids": attachment_ids})]

    def request_picture(self, session_id: str, attachment_id: str) -> None:
        self.pictures.append((session_id, attachment_id))


@dataclass
class Answered:
    """The result of one call."""

    error: bool
    data: dict[str, Any]
    text: str

    def __getitem__(self, name: str) -> Any:
        return self.data[name]


@dataclass
class ToolWorld:
    """One hub's parts without its process."""

    home: Path
    cwd: Path
    ledger: Ledger
    desk: Desk
    app: App
    pages: dict[str, str] = field(default_factory=dict)

    @classmethod
    def make(cls, folder: Path, **settings: Any) -> ToolWorld:
        home, cwd = folder / "home", folder / "work"
        cwd.mkdir(parents=True)
        ledger = fresh_ledger(home)
        desk = Desk(ledger)
        services = SimpleNamespace(
            quotes=QuoteCache(50_000_000), home=home, ledger=ledger, passwords=Passwords(), policy=policy_with()
        )
        parts = {
            "settings": Settings(home=home, **settings),
            "ledger": ledger,
            "desk": desk,
            "services": services,
            "engine": None,
            "web_url": "http://127.0.0.1:1",
        }
        world = cls(home, cwd, ledger, desk, App(**cast("Any", parts)))
        desk.handlers["fetch_evidence"] = world.fetch
        return world

    @asynccontextmanager
    async def client(self, mode: str = "auto", **more: Any) -> AsyncIterator[Client]:
        caller.set(Caller("stdio", self.cwd, "1"))
        async with Client(create_server(self.app.settings, self.app), mode=mode, **more) as client:
            yield client

    async def call(self, client: Client, tool: str, /, **arguments: Any) -> Answered:
        result = await client.call_tool(tool, arguments)
        text = "\n".join(part.text for part in result.content if isinstance(part, TextContent))
        keeps(tool, result.structured_content or {}, refused=bool(result.is_error))
        return Answered(bool(result.is_error), result.structured_content or {}, text)

    async def start(self, client: Client, text: str = TEXT, **more: Any) -> str:
        answer = await self.call(client, "start_session", source={"type": "text", "text": text}, **more)
        assert not answer.error, answer.text
        return str(answer["session_id"])

    def fetch(self, job: Job) -> dict[str, Any]:
        """The fetch job: URLs are found in `pages`, everything else fails."""
        items: list[dict[str, Any]] = []
        for index, source in enumerate(job.parameters["sources"]):
            text = self.pages.get(source.get("url", ""))
            if text is None:
                error = {"code": "FETCH_FAILED", "message": "404", "suggestion": "Try another.", "facts": {}}
                items.append({"index": index, "ok": False, "error": error})
                continue
            via = job.parameters["discovered_via"]
            evidence = self.evidence(job.session_id, text, url=source["url"], job_id=job.job_id, discovered_via=via)
            items.append({"index": index, "ok": True, "evidence_id": evidence.evidence_id, "reused": False})
        return {"items": items}

    def evidence(
        self, session_id: str, text: str = PAGE, *, tables: list[dict[str, Any]] | None = None, **fields: Any
    ) -> Evidence:
        base: dict[str, Any] = {
            "provenance": "http",
            "discovered_via": "agent_search",
            "url": "https://example.org/bridge",
            "http_status": 200,
            "media_type": "text/html",
            "article": [Range(0, len(text))],
        }
        files = [NewFile(role="html", staged=stage_bytes(self.home, f"<p><!--u:0-->{text}</p>".encode(), ".html"))]
        if tables is not None:
            staged = stage_bytes(self.home, json.dumps(tables).encode(), ".json")
            files.append(NewFile(role="tables", staged=staged))
        with self.ledger.write(session_id) as writer:
            return evidence_log.record_evidence(
                writer,
                session_id,
                SessionFolder(self.home, session_id),
                EvidenceDraft.model_validate({**base, **fields}),
                text,
                files,
            )

    def links(self) -> int:
        """How many records all chains hold: the same before and after a refused call."""
        with self.ledger.read() as reader:
            return int(reader.fetch("SELECT count(*) FROM chain")[0][0])
