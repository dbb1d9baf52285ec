"""The real hub, put together. Prefect, Playwright and the PDF libraries are not imported here: the doors open first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from anyio import to_thread

from flows import services as lent
from flows.jobs import JobDesk
from flows.services import Services
from flows.settings import Settings
from ledger.chain import NO_SESSION, Finding, verify
from ledger.folders import CitationsFolder, SessionFolder
from ledger.page_copies import expire_copies
from ledger.saved_files import difference
from ledger.store import Ledger
from mcp_bridge import recheck_question, reexported
from mcp_bridge.app import App
from mcp_bridge.engine import Engine
from mcp_bridge.parts import Assembly, Parts
from mcp_bridge.server import Registration, create_server
from mcp_bridge.warm_engine import WarmEngine
from mcp_bridge.web_pages import WebPages


def open_ledger(home: Path) -> Ledger:
    """The ledger of the data directory; its lock is held."""
    return Ledger.open(home)


def make_parts(settings: Settings, ledger: Ledger, url: str, extra: Sequence[Registration] = ()) -> Parts:
    """Everything that works on the ledger, in the hub's loop; `extra` as in `create_server`."""
    services = Services.build(settings, ledger)
    engine = Engine(settings, services)
    desk = JobDesk(services, engine.runner, engine)
    app = App(settings=settings, ledger=ledger, desk=desk, services=services, engine=engine, web_url=url)

    async def keep_engine() -> None:
        from flows.worker import keep  # noqa: PLC0415 - imports Prefect, in the flow runner's thread

        await keep(desk, engine.runner)

    engine.busy = lambda: desk.busy
    engine.background(keep_engine)

    async def open_desk() -> None:
        lent.install(services)
        await desk.open()

    server = create_server(settings, app, extra)
    warm = WarmEngine(engine)
    server.middleware.append(warm)

    async def close() -> None:
        await warm.close()
        await desk.close()
        await engine.stop()
        lent.uninstall()

    async def start_engine(_: Mapping[str, str]) -> dict[str, Any]:
        await engine.ensure_ready()
        return {"prefect_url": engine.ui_url or ""}

    async def verify_session(question: Mapping[str, str]) -> dict[str, Any]:
        findings = await to_thread.run_sync(verify_all, ledger, settings.home, question["session_id"])
        return {"findings": [finding.model_dump(mode="json") for finding in findings]}

    async def collect_old(_: Mapping[str, str]) -> dict[str, Any]:
        before = datetime.now(UTC) - timedelta(days=settings.cite_days)
        expired = await to_thread.run_sync(expire_copies, ledger, CitationsFolder(settings.home), before)
        return {"expired": expired, "days": settings.cite_days}

    return Parts(
        app=app,
        server=server,
        open=open_desk,
        close=close,
        busy=lambda: desk.busy,
        answers={
            "engine": start_engine,
            "verify": verify_session,
            "gc": collect_old,
            "recheck": partial(recheck_question.answer, app),
            "reexport": partial(reexported.answer, app),
        },
        engine_state=lambda: engine.state,
        prefect_url=lambda: (engine.ui_url or "") if engine.state == "ready" else "",
        pages=WebPages(app),
        difference=lambda session_id, path: difference(ledger, settings.home, session_id, path),
    )


def verify_all(ledger: Ledger, home: Path, session_id: str) -> list[Finding]:
    """What differs in a session's chain and saved files; ``_`` is the chain of what has no session, as citations.

    Raises:
        Refusal: SESSION_UNKNOWN.
    """
    if session_id == NO_SESSION:
        return verify(ledger, NO_SESSION, CitationsFolder(home))
    with ledger.read() as reader:
        reader.session(session_id)
    return verify(ledger, session_id, SessionFolder(home, session_id))


ASSEMBLY = Assembly(open_ledger=open_ledger, make_parts=make_parts)
