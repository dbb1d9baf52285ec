"""A wrong call is answered with the right one: shapes, names and words that were meant, folders, the prompt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp.types import TextContent

from mcp_bridge.caller import Caller, caller
from mcp_bridge.server import create_server
from tests.flow.tools.tool_world import TEXT, Answered, ToolWorld

pytestmark = pytest.mark.anyio

VIA = {"discovered_via": "agent_search"}

SHAPES: list[tuple[str, dict[str, Any], str]] = [
    ("start_session", {"source": "text.md"}, 'source={"type":"file","path":"text.md"}'),
    ("start_session", {"source": "https://a.example/x"}, 'source={"type":"url","url":"https://a.example/x"}'),
    ("start_session", {"source": "The bridge is long."}, 'source={"type":"text","text":"The bridge is long."}'),
    ("start_session", {"source": {"path": "/a.md"}}, 'source={"type":"file","path":"/a.md"}'),
    ("start_session", {"source": {"type": "web", "url": "https://a.example/"}}, 'source.type="url"'),
    ("start_session", {"text": "The bridge is long."}, 'source={"type":"text","text":"The bridge is long."}'),
    ("start_session", {"url": "https://a.example/"}, 'source={"type":"url","url":"https://a.example/"}'),
    ("start_session", {"path": "/a.md"}, 'source={"type":"file","path":"/a.md"}'),
    (
        "fetch_evidence",
        {"sources": ["http://a.example/"], **VIA},
        'sources[0]={"type":"url","url":"http://a.example/"}',
    ),
    ("fetch_evidence", {"sources": "a.example/x", **VIA}, 'sources=[{"type":"url","url":"https://a.example/x"}]'),
    ("fetch_evidence", {"sources": [{"path": "/a"}], **VIA}, 'sources[0]={"type":"file","path":"/a"}'),
    ("attach_evidence", {"attachments": {"claim_id": "claim_1"}}, "attachments=[{…}], the object in a list"),
    ("fetch_evidence", {"urls": ["http://a.example/"], **VIA}, 'sources=[{"type":"url","url":"http://a.example/"}]'),
    ("register_segments", {"segments": []}, "segments → items"),
    ("set_verdict", {"claim_id": "claim_1", "verdict": "verified", "reason": "x"}, "reason → rationale"),
]
WORDS: list[tuple[str, dict[str, Any], str]] = [
    ("set_verdict", {"claim_id": "claim_1", "verdict": "true", "rationale": "x"}, 'verdict="verified"'),
    ("set_verdict", {"claim_id": "claim_1", "verdict": False, "rationale": "x"}, 'verdict="contradicted"'),
    ("set_verdict", {"claim_id": "claim_1", "verdict": "Unverified", "rationale": "x"}, 'verdict="unverifiable"'),
    (
        "attach_evidence",
        {"claim_id": "c", "evidence_id": "e", "quote": "q", "rationale": "x", "relation": "support"},
        'relation="supports"',
    ),
    ("register_segments", {"items": [{"kind": "nonclaim", "start": 0, "end": 1}]}, 'items[0].kind="non_claim"'),
    (
        "revise_record",
        {"action": "delete", "target_type": "claim", "target_id": "claim_1", "reason": "x"},
        'action="exclude"',
    ),
    (
        "revise_record",
        {"action": "exclude", "target_type": "verdict", "target_id": "verdict_1", "reason": "x"},
        "call set_verdict again",
    ),
]


def over_http(world: ToolWorld) -> Any:
    """Calls tools as a client without a working directory."""
    server = create_server(world.app.settings, world.app)

    async def call(tool: str, **arguments: Any) -> Answered:
        caller.set(Caller("http"))
        result: Any = await server.call_tool(tool, arguments)
        text = "\n".join(part.text for part in result.content if isinstance(part, TextContent))
        return Answered(bool(result.is_error), result.structured_content or {}, text)

    return call


@pytest.mark.promise("TOOL-3")
@pytest.mark.parametrize(("tool", "arguments", "shown"), SHAPES + WORDS)
@pytest.mark.promise("TOOL-15")
async def test_what_was_meant_is_in_the_suggestion(
    world: ToolWorld, tool: str, arguments: dict[str, Any], shown: str
) -> None:
    async with world.client() as client:
        session = {} if tool == "start_session" else {"session_id": await world.start(client)}
        answer = await world.call(client, tool, **session, **arguments)
    assert answer["code"] == "ARGUMENT_INVALID"
    assert shown in answer["suggestion"]


async def test_a_long_text_is_shown_in_part(world: ToolWorld, client: Client) -> None:
    answer = await world.call(client, "start_session", text="A long text. " * 1_000)
    assert 'source={"type":"text","text":"A long text. ' in answer["suggestion"]
    assert len(answer.text) < 2_000


@pytest.mark.promise("TOOL-3")
async def test_a_name_that_is_far_from_every_other_gets_no_nearest(world: ToolWorld, client: Client) -> None:
    answer = await world.call(client, "get_status", session_id="x", verbosity=1)
    assert answer["facts"]["nearest"] == {"verbosity": None}
    assert "section" in answer["suggestion"]


async def test_a_bad_language_is_refused_with_examples(world: ToolWorld, client: Client) -> None:
    source = {"type": "text", "text": TEXT}
    answer = await world.call(client, "start_session", source=source, language="日本語")
    assert "en, ja" in answer["message"]
    assert "^" not in answer.text


async def test_tools_say_that_the_language_is_that_of_the_report(world: ToolWorld, client: Client) -> None:
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    told = tools["start_session"].input_schema["properties"]["language"]["description"]
    assert "report.md" in told


@pytest.mark.promise("FILE-1")
async def test_a_client_without_a_folder_is_not_sent_to_one(world: ToolWorld, tmp_path: Path) -> None:
    call = over_http(world)
    for path in ("/etc/hostname", "text.md"):
        answer = await call("start_session", source={"type": "file", "path": path})
        assert answer.error
        assert "your working directory" not in answer["suggestion"]
    outside = await call("start_session", source={"type": "file", "path": "/etc/hostname"})
    for word in ('"type":"text"', "$URATORI_HOME", "URATORI_ALLOWED_ROOTS"):
        assert word in outside["suggestion"]
    assert outside["facts"]["roots"] == ["$URATORI_HOME/inbox"]
    assert str(world.home) not in outside.text
    session = (await call("start_session", source={"type": "text", "text": TEXT}))["session_id"]
    export = await call("export_report", session_id=session, format="html", output_path="/etc/report.html")
    assert export["code"] == "FILE_OUTSIDE_ROOTS"
    assert "your working directory" not in export["suggestion"]
    assert "URATORI_EXPORT_ROOTS" in export["suggestion"]


@pytest.mark.promise("FILE-1")
async def test_a_refused_folder_names_those_that_may_be_used(world: ToolWorld, client: Client) -> None:
    outside = await world.call(client, "start_session", source={"type": "file", "path": "/etc/hostname"})
    assert outside["facts"]["roots"] == [str(world.cwd), "$URATORI_HOME/inbox"]
    missing = await world.call(client, "start_session", source={"type": "file", "path": "no.md"})
    assert missing["message"] == "There is no file 'no.md'."
    assert str(world.cwd) in missing["suggestion"]


@pytest.mark.promise("EXPORT-4")
async def test_a_bad_export_path_is_answered_with_a_whole_one(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    given = {
        "report.html": world.cwd / "report.html",
        "/etc/a.html": world.cwd / "a.html",
        str(world.cwd / "sub" / "a.txt"): world.cwd / "sub" / "a.html",
    }
    for path, right in given.items():
        answer = await world.call(client, "export_report", session_id=session, format="html", output_path=path)
        assert json.dumps(str(right)) in answer["suggestion"], path


URLS = {
    "example.org/page": '"https://example.org/page"',
    "https://example.org:25/page": '"https://example.org/page"',
    "file:///srv/text.md": '{"type":"file","path":"/srv/text.md"}',
    "ftp://example.org/x": "https://example.org/page",
    "https://me:secret@example.org:8080/a?b=1": '"https://example.org:8080/a?b=1"',
}


@pytest.mark.parametrize("url", URLS)
async def test_a_url_that_is_never_fetched_is_answered_with_one_that_may_be(world: ToolWorld, url: str) -> None:
    async with world.client() as client:
        answer = await world.call(client, "start_session", source={"type": "url", "url": url})
    assert answer["code"] == "URL_INVALID"
    assert URLS[url] in answer["suggestion"]
    if ":25/" in url:
        assert "port 25" in answer["message"]
        assert "443" in answer["suggestion"]


async def test_a_wrong_prompt_call_is_an_error_of_the_protocol(world: ToolWorld, client: Client) -> None:
    with pytest.raises(MCPError, match="has no argument 'txt'; its arguments are text, path, language"):
        await client.get_prompt("check_text", {"txt": "x"})
    with pytest.raises(MCPError, match="no prompt 'check'; there is check_text"):
        await client.get_prompt("check", {})


async def test_the_prompt_speaks_the_language_of_the_text(world: ToolWorld, client: Client) -> None:
    told = str((await client.get_prompt("check_text", {"text": "橋は長い。", "language": "ja-JP"})).messages)
    assert "出典と照らし合わせて" in told
    for tool in ("start_session", "register_segments", "fetch_evidence", "attach_evidence", "set_verdict", "finalize"):
        assert tool in told
    assert "橋は長い。" in told
    of_file = await client.get_prompt("check_text", {"path": "/x/{language}.md", "language": "ja"})
    assert "/x/{language}.md" in str(of_file.messages)
