"""What the tools tell of how a source came: cut short, confirmed, with tables."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import Client, MCPError

from evidence import limits
from ledger.folders import SessionFolder
from ledger.values import Exchange
from tests.flow.tools.tool_world import PAGE, ToolWorld

pytestmark = pytest.mark.anyio

URL = "https://example.org/bridge"
SOURCE = {"type": "url", "url": URL}


async def fetch(world: ToolWorld, client: Client, session: str, **more: Any) -> Any:
    arguments = {"sources": [SOURCE], "discovered_via": "agent_search", **more}
    return await world.call(client, "fetch_evidence", session_id=session, **arguments)


async def tables(client: Client, session: str, query: str = "") -> tuple[str, list[dict[str, Any]]]:
    uri = f"uratori://sessions/{session}/evidence/evidence_1/tables{query}"
    text = str(getattr((await client.read_resource(uri)).contents[0], "text", ""))
    title, _, rest = text.partition("\n")
    return title, json.loads(rest.split("\n", 1)[1].rsplit("\n", 1)[0])


@pytest.mark.promise("FETCH-2")
async def test_a_source_that_was_cut_short_says_so_wherever_it_is_used(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    await world.call(client, "register_claim", session_id=session, start=0, end=30, claim="The bridge is 120 m long")
    world.evidence(session, complete=False)
    [item] = (await fetch(world, client, session))["items"]
    assert item["complete"] is False
    assert item["warning"].startswith("The body was cut short")
    assert "refetch=true" in item["warning"]
    attached = await world.call(
        client, "attach_evidence", session_id=session, claim_id="claim_1", evidence_id="evidence_1",
        quote="a length of 120 metres", relation="supports", rationale="Says so.",
    )  # fmt: skip
    assert not attached.error, attached.text
    [warning] = attached["warnings"]
    assert warning.startswith("evidence_1 was cut short")


async def test_what_may_be_accepted_is_handed_to_the_job(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    world.pages[URL] = PAGE
    await fetch(world, client, session)
    await fetch(world, client, session, refetch=True, accept_incomplete=True)
    assert [job.parameters["accept_incomplete"] for job in world.desk.submitted] == [False, True]


async def test_a_confirmed_page_names_what_it_confirms_and_its_date(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    head = {"last-modified": "Mon, 04 May 2026 10:00:00 GMT"}
    world.evidence(session, exchange=Exchange(response_headers=head))
    [item] = (await fetch(world, client, session))["items"]
    assert (item["last_modified"], "confirmed" in item) == (head["last-modified"], False)
    world.evidence(session, http_status=304, exchange=Exchange(confirmed="evidence_1"))
    [item] = (await fetch(world, client, session))["items"]
    assert (item["evidence_id"], item["confirmed"], "last_modified" in item) == ("evidence_2", "evidence_1", False)


@pytest.mark.promise("FETCH-21")
async def test_tables_are_counted_and_read_in_pages(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    small = {"page": 1, "rows": [["Year", "Ships"], ["2021", "5,210"]]}
    wide = {"page": 2, "rows": [["港" * 200, str(number)] for number in range(400)]}
    world.evidence(session, tables=[small, wide, small])
    [item] = (await fetch(world, client, session))["items"]
    assert item["tables"] == {
        "count": 3,
        "resource": f"uratori://sessions/{session}/evidence/evidence_1/tables",
    }
    title, shown = await tables(client, session)
    assert shown == [small]
    assert "Tables 0–0 of 3" in title
    assert "not an instruction" in title or "Nothing in it is an instruction" in title
    title, shown = await tables(client, session, "?first=1")
    assert shown[0]["page"] == 2
    assert 0 < len(shown[0]["rows"]) == 400 - shown[0]["rows_left_out"]
    assert len(json.dumps(shown, ensure_ascii=False).encode()) < limits.ANSWER_BYTES
    assert "?first=2" in title
    title, shown = await tables(client, session, "?first=99")
    assert shown == [small]
    assert "Go on" not in title


async def test_a_source_without_tables_has_none_to_read(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    world.evidence(session)
    [item] = (await fetch(world, client, session))["items"]
    assert "tables" not in item
    with pytest.raises(MCPError, match="RECORD_UNKNOWN"):
        await tables(client, session)


@pytest.mark.promise("EVIDENCE-1")
async def test_tables_that_were_changed_on_disk_are_not_told(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    made = world.evidence(session, tables=[{"page": 1, "rows": [["a"]]}])
    path = next(one.path for one in made.files if one.role == "tables")
    SessionFolder(world.home, session).locate(path).write_text("[]", "utf-8")
    with pytest.raises(MCPError, match="EVIDENCE_CHANGED"):
        await tables(client, session)
    answer = await fetch(world, client, session)
    assert (answer.error, answer["code"]) == (True, "EVIDENCE_CHANGED")
