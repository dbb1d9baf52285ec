"""Claims weighed against evidence, quotes suggested for them, pages read and compared: through the client."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from mcp import Client

from tests.flow.tools.tool_world import ToolWorld

pytestmark = pytest.mark.anyio

PAGE = "The bridge has a length of 120 metres. It opened in 1931 and carries no cars."


@pytest.fixture
def world(tmp_path: Path) -> Iterator[ToolWorld]:
    made = ToolWorld.make(tmp_path, toolsets="ledger,evidence")
    yield made
    made.ledger.close()


@pytest.fixture
async def client(world: ToolWorld) -> AsyncIterator[Client]:
    async with world.client() as connected:
        yield connected


@pytest.mark.promise("SCORE-2")
async def test_claims_are_weighed_against_saved_evidence_and_no_verdict_is_set(
    world: ToolWorld, client: Client
) -> None:
    session = await world.start(client)
    world.evidence(session, PAGE)
    before = world.links()
    claims = ["The bridge has a length of 120 metres.", "It opened in 1913.", "The bridge was painted red.", ""]
    answer = await world.call(client, "extract_evidence", session_id=session, evidence_id="evidence_1", claims=claims)
    assert not answer.error, answer.text
    rows = answer["results"]
    assert [row["verdict"] for row in rows] == ["supported", "contradicted", "insufficient", "insufficient"]
    first = rows[0]["supporting"][0]
    assert PAGE[first["start"] : first["end"]] == first["text"] == PAGE[:38]
    assert first["fragment_url"].startswith("https://example.org/bridge#:~:text=")
    assert rows[1]["guard"] == {"name": "numbers", "told": "numbers differ: 1913 / 1931"}
    assert rows[2]["guard"]["told"] == "not told: painted, red"
    assert {row["backend"] for row in rows} == {"rules"}
    assert answer["summary"] == {"supported": 1, "contradicted": 1, "insufficient": 2}
    assert world.links() == before, "advice adds nothing to the ledger"


async def test_the_page_of_claims_is_told_in_one_way(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    for told in ({}, {"session_id": session}, {"url": "https://e.example/", "session_id": session}):
        refused = await world.call(client, "extract_evidence", claims=["A claim."], **told)
        assert (refused.error, refused["code"]) == (True, "ARGUMENT_INVALID")
    unknown = await world.call(client, "extract_evidence", claims=["A."], session_id=session, evidence_id="evidence_9")
    assert unknown["code"] == "RECORD_UNKNOWN"


@pytest.mark.promise("SCORE-3")
async def test_quotes_are_suggested_that_can_be_attached_as_they_are(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    await world.call(client, "register_claim", session_id=session, start=0, end=30, claim="It opened in 1931.")
    nothing = await world.call(client, "suggest_quotes", session_id=session, claim_id="claim_1")
    assert (nothing["code"], "fetch_evidence" in nothing["suggestion"]) == ("NO_EVIDENCE", True)
    world.evidence(session, "A page on gardens and roses.", url="https://example.org/other")
    world.evidence(session, PAGE)
    world.evidence(session, "The bridge, it is said, opened in 1913.", url="https://example.org/third")
    answer = await world.call(client, "suggest_quotes", session_id=session, claim_id="claim_1")
    assert not answer.error, answer.text
    told = [(one["evidence_id"], one["found"]) for one in answer["suggestions"]]
    assert told == [("evidence_2", "supports"), ("evidence_3", "opposes")]
    attached = await world.call(
        client,
        "attach_evidence",
        session_id=session,
        claim_id="claim_1",
        evidence_id="evidence_2",
        quote=answer["suggestions"][0]["quote"],
        relation="supports",
        rationale="Says so.",
    )
    assert attached["quote_match"]["kind"] == "exact"


@pytest.mark.promise("SCORE-4")
async def test_a_quote_said_to_support_a_claim_that_it_opposes_is_told_and_not_refused(
    world: ToolWorld, client: Client
) -> None:
    session = await world.start(client)
    await world.call(client, "register_claim", session_id=session, start=0, end=30, claim="It opened in 1913.")
    world.evidence(session, PAGE)
    attached = await world.call(
        client,
        "attach_evidence",
        session_id=session,
        claim_id="claim_1",
        evidence_id="evidence_1",
        quote="It opened in 1931",
        relation="supports",
        rationale="Says so.",
    )
    assert not attached.error
    assert "numbers differ: 1913 / 1931" in attached["warnings"][0]
    told = await world.call(client, "get_status", session_id=session)
    assert told["opposing_quotes"] == ["attachment_1 (claim_1): numbers differ: 1913 / 1931"]


async def test_a_page_is_read_within_a_budget_and_fenced(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    world.evidence(session, PAGE)
    answer = await world.call(client, "read_page", session_id=session, evidence_id="evidence_1", budget=50)
    assert answer["page"] == PAGE
    assert answer.text.rstrip().rsplit("\n", 1)[1].startswith("<<<END OF PAGE TEXT")
    compact = await world.call(
        client, "read_page", session_id=session, evidence_id="evidence_1", view="compact", main_only=False
    )
    assert compact["page"].endswith("The bridge has a length of 120 metres. It opened in 1931 …")


async def test_two_copies_of_a_page_are_compared(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    world.evidence(session, PAGE)
    world.evidence(session, PAGE.replace("120", "121"))
    answer = await world.call(client, "diff_snapshots", session_id=session, before="evidence_1", after="evidence_2")
    [change] = answer["changes"]
    assert (change["change"], change["before"], change["after"]) == ("changed", PAGE, PAGE.replace("120", "121"))
    same = await world.call(client, "diff_snapshots", session_id=session, before="evidence_1", after="evidence_1")
    assert same["total"] == 0


async def test_fetched_evidence_is_shown_for_reading(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    world.pages["https://a.example/"] = PAGE
    given = {"session_id": session, "sources": [{"type": "url", "url": "https://a.example/"}]}
    given["discovered_via"] = "agent_search"
    answer = await world.call(client, "fetch_evidence", **given, view="markdown")
    [item] = answer["items"]
    assert (item["view"]["kind"], item["view"]["page"]) == ("markdown", PAGE)
    assert item["view"]["tokens"] == item["view"]["all_tokens"]
    assert "text" not in item
    assert answer.text.rstrip().rsplit("\n", 1)[1].startswith("<<<END OF PAGE TEXT")
    assert "view" not in (await world.call(client, "fetch_evidence", **given))["items"][0]
    refused = await world.call(client, "fetch_evidence", **given, view="compact", find="bridge")
    assert (refused.error, refused["code"]) == (True, "ARGUMENT_INVALID")


@pytest.mark.promise("SCORE-5")
async def test_a_backend_that_is_not_there_is_refused(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    world.evidence(session, PAGE)
    refused = await world.call(
        client, "extract_evidence", session_id=session, evidence_id="evidence_1", claims=["x"], backend="rules+oracle"
    )
    assert (refused.error, refused["code"]) == (True, "BACKEND_MISSING")
    assert "URATORI_EVIDENCE_BACKEND" in refused["suggestion"]


@pytest.mark.parametrize(
    "claims",
    [[], ["x"] * 201, [7], "The bridge", [None]],
    ids=["none", "201", "a number", "no list", "null"],
)
async def test_lists_that_are_no_claims_are_refused(world: ToolWorld, client: Client, claims: object) -> None:
    session = await world.start(client)
    world.evidence(session, PAGE)
    before = world.links()
    answer = await world.call(client, "extract_evidence", session_id=session, evidence_id="evidence_1", claims=claims)
    assert answer.error
    assert world.links() == before


async def test_claims_that_nobody_can_read_get_a_reason_each(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    world.evidence(session, PAGE)
    claims = [
        "",
        " ",
        "x" * 10_000,
        "Мост длинный.",
        "पुल लंबा है।",
        "\x00\x01",
        "🌉🌉",
        "((((",
        "橋は長い。",
        "x" * 20_000,
    ]
    answer = await world.call(client, "extract_evidence", session_id=session, evidence_id="evidence_1", claims=claims)
    assert not answer.error, answer.text
    assert [row["verdict"] for row in answer["results"]] == ["insufficient"] * len(claims)
    assert all(row["guard"]["told"] and row["next_step"] for row in answer["results"])


async def test_a_japanese_quote_of_another_number_is_listed(world: ToolWorld, client: Client) -> None:
    text = "橋の長さは一二〇メートルである。"
    session = await world.start(client, text)
    await world.call(
        client, "register_claim", session_id=session, start=0, end=len(text), claim="橋の長さは120メートルである。"
    )
    world.evidence(session, "この橋の長さは210メートルである。")
    attached = await world.call(
        client,
        "attach_evidence",
        session_id=session,
        claim_id="claim_1",
        evidence_id="evidence_1",
        quote="橋の長さは210メートルである",
        relation="supports",
        rationale="Says so.",
    )
    assert not attached.error, attached.text
    told = await world.call(client, "get_status", session_id=session)
    assert "120" in told["opposing_quotes"][0]
    assert "210" in told["opposing_quotes"][0]
