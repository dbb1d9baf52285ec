"""What uratori keeps is no source and no place for exports; a working directory that is too wide opens nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.types import TextContent

from flows.fetch_evidence import described
from flows.own_files import is_own
from ledger import status
from ledger.sessions import create_session
from mcp_bridge.caller import Caller, caller
from mcp_bridge.server import create_server
from reports.data import render_json
from reports.html import render_html
from reports.markdown import render_markdown
from tests.flow.tools.tool_world import PAGE, TEXT, Answered, ToolWorld

pytestmark = pytest.mark.anyio


def client_in(world: ToolWorld, cwd: Path | None) -> Any:
    """Calls tools as a client of that working directory."""
    server = create_server(world.app.settings, world.app)

    async def call(tool: str, **arguments: Any) -> Answered:
        caller.set(Caller("stdio" if cwd else "http", cwd))
        result: Any = await server.call_tool(tool, arguments)
        text = "\n".join(part.text for part in result.content if isinstance(part, TextContent))
        return Answered(bool(result.is_error), result.structured_content or {}, text)

    return call


def exporting(world: ToolWorld) -> None:
    world.desk.handlers["export_report"] = lambda job: {
        "path": job.parameters["output_path"], "bytes": 1, "inlined_images": 0, "provisional": True
    }  # fmt: skip


@pytest.mark.promise("EXPORT-4")
@pytest.mark.promise("EXPORT-7")
async def test_nothing_of_the_data_directory_is_exported_over(world: ToolWorld) -> None:
    exporting(world)
    call = client_in(world, world.home.parent)  # the data directory lies below the client's own
    session = (await call("start_session", source={"type": "text", "text": TEXT}))["session_id"]
    (world.cwd / "link").symlink_to(world.home / "sessions" / session)
    (world.home / "sessions" / session / "report.html").write_text("mine", encoding="utf-8")
    for path in (
        f"{world.home}/sessions/{session}/report.html",
        f"{world.home}/ledger.html",
        f"{world.home}/prefect/new/x.html",
        f"{world.home}/exports/../sessions/{session}/evidence.html",
        f"{world.cwd}/link/report.html",
        "$URATORI_HOME/logs/x.html",
    ):
        arguments = {"session_id": session, "format": "html", "output_path": path, "overwrite": True}
        answer = await call("export_report", **arguments)
        assert answer["code"] == "FILE_OUTSIDE_ROOTS", path
        assert "data directory" in answer["message"]
    assert world.desk.submitted == []


@pytest.mark.promise("EXPORT-4")
async def test_a_client_without_a_folder_exports_into_the_folder_for_it(world: ToolWorld) -> None:
    exporting(world)
    call = client_in(world, None)
    session = (await call("start_session", source={"type": "text", "text": TEXT}))["session_id"]
    arguments = {"session_id": session, "format": "html"}
    refused = await call("export_report", **arguments, output_path="/etc/report.html")
    assert '"$URATORI_HOME/exports/report.html"' in refused["suggestion"]
    done = await call("export_report", **arguments, output_path="$URATORI_HOME/exports/report.html", wait_seconds=0)
    assert not done.error
    [job] = world.desk.submitted
    assert job.parameters["output_path"] == str(world.home.resolve() / "exports" / "report.html")


@pytest.mark.promise("SELF-1")
@pytest.mark.promise("FILE-1")
@pytest.mark.promise("SELF-2")
async def test_what_uratori_keeps_is_no_evidence(world: ToolWorld) -> None:
    call = client_in(world, world.home.parent)
    session = (await call("start_session", source={"type": "text", "text": TEXT}))["session_id"]
    folder = world.home / "sessions" / session
    for path in (folder / "report.md", world.home / "logs" / "hub.txt", world.home / "staging" / "a.txt"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(PAGE, encoding="utf-8")
    (world.cwd / "report.md").symlink_to(folder / "report.md")
    (world.cwd / "also.txt").hardlink_to(world.home / "ledger.duckdb")
    own = [folder / "report.md", folder / "source.txt", world.home / "logs" / "hub.txt", world.home / "ledger.anchor"]
    own += [world.home / "staging" / "a.txt", world.cwd / "report.md", world.cwd / "also.txt"]
    via = {"session_id": session, "discovered_via": "agent_search"}
    for path in own:
        given = str(path)
        answers = [
            await call("fetch_evidence", **via, sources=[{"type": "file", "path": given}]),
            await call("start_session", source={"type": "file", "path": given}),
            await call("submit_agent_capture", **via, url="https://a.example/", note="Seen", text_path=given),
            await call(
                "submit_agent_capture", **via, url="https://a.example/", note="Seen", text="x y", screenshot_path=given
            ),
        ]
        assert [answer["code"] for answer in answers] == ["FILE_OUTSIDE_ROOTS"] * 4, path
        assert all("uratori's own files are no evidence" in answer["message"] for answer in answers)


@pytest.mark.promise("SELF-1")
@pytest.mark.promise("SELF-2")
async def test_a_copy_of_a_report_is_no_evidence(world: ToolWorld) -> None:
    with world.ledger.write("s") as writer:
        session = create_session(writer, world.home, TEXT, source_kind="text").session_id
        extract = status.extract(writer, session)
    written = {
        "a.md": render_markdown(extract, TEXT),
        "a.json": render_json(extract, TEXT),
        "a.html": render_html(extract, TEXT, images={}),
    }
    call = client_in(world, world.cwd)
    via = {"session_id": session, "discovered_via": "agent_search"}
    for name, report in written.items():
        (world.cwd / name).write_text(report, encoding="utf-8")
        answers = [
            await call("fetch_evidence", **via, sources=[{"type": "file", "path": name}]),
            await call("submit_agent_capture", **via, url="https://a.example/", note="Seen", text_path=name),
        ]
        assert [answer["code"] for answer in answers] == ["SELF_REFERENCE"] * 2, name
    world.app.web_url = "http://127.0.0.1:8412"
    port = "8412"
    for host in ("127.0.0.1", "localhost", "[::1]"):
        url = f"http://{host}:{port}/sessions/{session}/report.html"
        answer = await call("fetch_evidence", **via, sources=[{"type": "url", "url": url}])
        assert answer["code"] == "SELF_REFERENCE", url


@pytest.mark.promise("FILE-1")
async def test_the_inbox_is_open_to_every_client(world: ToolWorld) -> None:
    call = client_in(world, None)
    refused = await call("start_session", source={"type": "file", "path": "/etc/hostname"})
    assert refused["facts"]["roots"] == ["$URATORI_HOME/inbox"]
    (world.home / "inbox" / "text.md").write_text(TEXT, encoding="utf-8")
    started = await call("start_session", source={"type": "file", "path": "$URATORI_HOME/inbox/text.md"})
    assert started["source"]["length"] == len(TEXT)
    (world.home / "inbox" / "ledger.txt").symlink_to(world.home / "ledger.anchor")
    refused = await call("start_session", source={"type": "file", "path": "$URATORI_HOME/inbox/ledger.txt"})
    assert refused["code"] == "FILE_OUTSIDE_ROOTS"


@pytest.mark.promise("FILE-1")
@pytest.mark.parametrize("wide", [Path("/"), Path.home()], ids=["everything", "home"])
async def test_a_working_directory_that_is_too_wide_opens_nothing(world: ToolWorld, wide: Path) -> None:
    exporting(world)
    call = client_in(world, wide)
    refused = await call("start_session", source={"type": "file", "path": str(Path("/etc/hostname"))})
    assert refused["code"] == "FILE_OUTSIDE_ROOTS"
    assert "too wide" in refused["suggestion"]
    assert "URATORI_ALLOWED_ROOTS" in refused["suggestion"]
    assert refused["facts"]["roots"] == ["$URATORI_HOME/inbox"]
    refused = await call("start_session", source={"type": "file", "path": str(wide / "text-of-nobody.md")})
    assert refused["code"] == "FILE_OUTSIDE_ROOTS"
    session = (await call("start_session", source={"type": "text", "text": TEXT}))["session_id"]
    refused = await call("export_report", session_id=session, format="html", output_path=str(wide / "u-report.html"))
    assert refused["code"] == "FILE_OUTSIDE_ROOTS"
    assert "$URATORI_HOME/exports" in refused["suggestion"]


@pytest.mark.promise("FILE-1")
async def test_a_folder_that_a_person_allowed_stays_open_to_a_client_of_the_whole_machine(tmp_path: Path) -> None:
    allowed = tmp_path / "texts"
    allowed.mkdir()
    (allowed / "a.md").write_text(TEXT, encoding="utf-8")
    world = ToolWorld.make(tmp_path, allowed_roots=[allowed])
    call = client_in(world, Path("/"))
    assert not (await call("start_session", source={"type": "file", "path": str(allowed / "a.md")})).error
    world.ledger.close()


@pytest.mark.promise("SELF-1")
async def test_the_flow_itself_reads_nothing_of_the_data_directory(world: ToolWorld) -> None:
    source = {"type": "file", "path": str(world.home / "ledger.anchor"), "roots": [str(world.home.parent)]}
    assert described(world.app.services, source).roots == ()
    assert is_own(world.home / "inbox", world.home, but="inbox") is False
    assert is_own(world.home, world.home, but="inbox")
    assert not is_own(world.cwd / "x", world.home, but="inbox")


@pytest.mark.promise("EXPORT-4")
async def test_a_name_or_a_folder_that_cannot_be_is_refused(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    (world.cwd / "plain").write_text("x", encoding="utf-8")
    cases = {
        f"{world.cwd}/{'n' * 300}.html": "200 bytes",
        f"{world.cwd}/{'日' * 80}.html": "200 bytes",
        f"{world.cwd}/{'n' * 300}/a.html": os.strerror(36),
        f"{world.cwd}/plain/a.html": "'plain' on the way to it is a file",
        f"{world.cwd}/.html": "ending is missing",
    }
    for path, said in cases.items():
        answer = await world.call(client, "export_report", session_id=session, format="html", output_path=path)
        assert answer["code"] == "EXPORT_REFUSED", path
        assert said in answer["message"], answer["message"]
    assert str(world.cwd / "report.html") in answer["suggestion"]
