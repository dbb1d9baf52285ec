"""The citation tools: what they take, and what they answer with, whatever their jobs bring."""

from __future__ import annotations

from typing import Any

import pytest
from mcp import Client

from evidence import limits
from ledger.chain import NO_SESSION
from ledger.records import Job
from ledger.refusals import Refusal
from mcp_bridge.answers import size_of
from mcp_bridge.server import create_server
from tests.flow.tools.tool_world import ToolWorld

pytestmark = pytest.mark.anyio

URL = "https://example.org/bridge"
MATCH = {
    "fragment_url": f"{URL}#:~:text=opened%20in%201962",
    "match_kind": "exact",
    "is_unique": True,
    "match_count": 1,
    "matched_text": "opened in 1962",
    "surrounding_context": "It opened in 1962.",
}


def verifying(job: Job) -> dict[str, Any]:
    """Every claim is there, in a wide context."""
    claims = job.parameters["claims"]
    rows = [
        {"index": index, "url": claim["url"], "status": "verified", **MATCH, "surrounding_context": "橋" * 200}
        for index, claim in enumerate(claims)
    ]
    summary = {"total": len(rows), "verified": len(rows), "not_found": 0, "fetch_failed": 0}
    return {"rows": rows, "summary": summary}


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("verify_claims", {"claims": []}, "at least 1"),
    ("verify_claims", {"claims": [{"url": URL, "claim": "x"}] * 201}, "at most 200"),
    ("verify_claims", {"claims": [{"url": URL}]}, "claims[0].claim is missing"),
    ("verify_claims", {"claims": [{"url": URL, "claim": "x", "page": 1}]}, "claims[0].page"),
    ("verify_claims", {"quotes": []}, "quotes → claims"),
    ("generate_text_fragment", {"url": URL, "cited_text": ""}, "at least 1 character"),
    ("generate_text_fragment", {"url": URL, "cited_text": "x" * 20_001}, "at most 20000"),
    ("generate_text_fragment", {"url": URL, "quote": "opened in 1962"}, "quote → cited_text"),
    ("check_fragment_url", {"fragment_url": []}, "at least 1"),
    ("check_fragment_url", {"fragment_url": [URL] * 51}, "at most 50"),
    ("check_fragment_url", {"links": [URL]}, "links → fragment_url"),
]


async def test_a_call_of_the_wrong_shape_is_refused_and_starts_nothing(world: ToolWorld, client: Client) -> None:
    before = world.links()
    for tool, arguments, said in WRONG:
        answer = await world.call(client, tool, **arguments)
        assert answer.error, said
        assert answer["code"] == "ARGUMENT_INVALID"
        assert said in answer.text, answer.text
    assert world.links() == before


async def test_claims_are_verified_without_a_session(world: ToolWorld, client: Client) -> None:
    world.desk.handlers["verify_claims"] = verifying
    answer = await world.call(
        client,
        "verify_claims",
        claims=[{"url": f" {URL} ", "claim": "opened in 1962"}, {"url": URL, "claim": "x", "lang": "en"}],
    )
    assert not answer.error, answer.text
    assert answer["summary"] == {"total": 2, "verified": 2, "not_found": 0, "fetch_failed": 0}
    assert answer["results"][0]["fragment_url"] == MATCH["fragment_url"]
    assert "fragment_url" in answer["next_step"]
    assert "notice" in answer.data
    job = world.desk.submitted[-1]
    assert (job.session_id, job.kind) == (NO_SESSION, "verify_claims")
    assert job.parameters["claims"] == [
        {"url": URL, "claim": "opened in 1962", "lang": None}, {"url": URL, "claim": "x", "lang": "en"}
    ]  # fmt: skip


@pytest.mark.promise("TOOL-9")
async def test_an_answer_for_many_claims_is_paged(world: ToolWorld, client: Client) -> None:
    world.desk.handlers["verify_claims"] = verifying
    claims = [{"url": f"{URL}/{number}", "claim": "opened in 1962"} for number in range(limits.CLAIMS_PER_CALL)]
    answer = await world.call(client, "verify_claims", claims=claims)
    seen = list(answer["results"])
    while (offset := answer.data.get("next_offset")) is not None:
        assert f"offset={offset}" in answer["next_step"]
        assert size_of(answer.data) <= limits.ANSWER_BYTES
        answer = await world.call(client, "wait_job", job_id=answer["job_id"], offset=offset)
        seen += answer["results"]
    assert [row["index"] for row in seen] == list(range(limits.CLAIMS_PER_CALL))
    assert len(world.desk.submitted) == 1


async def test_a_job_that_takes_longer_is_waited_for(world: ToolWorld, client: Client) -> None:
    world.desk.handlers["verify_claims"] = verifying
    world.desk.held = True
    running = await world.call(
        client, "verify_claims", claims=[{"url": URL, "claim": "opened in 1962"}], wait_seconds=1
    )
    assert running["status"] == "running"
    assert running["job_id"] in running["next_step"]
    world.desk.held = False
    done = await world.call(client, "wait_job", job_id=running["job_id"])
    assert (done["status"], done["kind"]) == ("done", "verify_claims")
    assert done["results"][0]["status"] == "verified"


async def test_a_link_is_made(world: ToolWorld, client: Client) -> None:
    world.desk.handlers["cite_fragment"] = lambda _: {
        **MATCH, "context_used": False, "detected_lang": "en", "match_kind": "folded", "folds": ["case"]
    }  # fmt: skip
    answer = await world.call(client, "generate_text_fragment", url=URL, cited_text="Opened in 1962")
    assert answer["fragment_url"] == MATCH["fragment_url"]
    assert (answer["detected_lang"], answer["context_used"], answer["folds"]) == ("en", False, ["case"])
    assert answer["differences"]
    assert "quote it as matched_text has it" in answer["next_step"]


async def test_a_link_that_may_open_elsewhere_says_so(world: ToolWorld, client: Client) -> None:
    world.desk.handlers["cite_fragment"] = lambda _: {**MATCH, "is_unique": False, "match_count": 3}
    answer = await world.call(client, "generate_text_fragment", url=URL, cited_text="opened in 1962")
    assert answer["is_unique"] is False
    assert "3 places" in answer["next_step"]


async def test_a_citation_that_is_refused_keeps_its_facts(world: ToolWorld, client: Client) -> None:
    def refuse(_: Job) -> dict[str, Any]:
        raise Refusal("FETCH_FAILED", "No text.", "Check the address.", {"http_status": 404, "stage": "http"})

    world.desk.handlers["cite_fragment"] = refuse
    answer = await world.call(client, "generate_text_fragment", url=URL, cited_text="opened in 1962")
    assert answer.error
    assert (answer["code"], answer["facts"]) == ("FETCH_FAILED", {"http_status": 404, "stage": "http"})


async def test_one_link_or_several_are_checked(world: ToolWorld, client: Client) -> None:
    def checking(job: Job) -> dict[str, Any]:
        rows: list[dict[str, Any]] = [
            {"index": index, "url": link, "valid": False, "status": "moved", "new_url": f"{URL}#:~:text=a"}
            for index, link in enumerate(job.parameters["links"])
        ]
        statuses = ("valid", "moved", "changed", "gone", "fetch_failed", "invalid")
        return {"rows": rows, "summary": {"total": len(rows), **dict.fromkeys(statuses, 0), "moved": len(rows)}}

    world.desk.handlers["check_fragments"] = checking
    links = [f"{URL}#:~:text=a%20b", "nonsense"]
    for given in (links[0], links):
        answer = await world.call(client, "check_fragment_url", fragment_url=given)
        assert [row["url"] for row in answer["results"]] == ([given] if isinstance(given, str) else given)
        assert answer["results"][0]["new_url"]
        assert answer["next_step"] == "Replace moved links with new_url."


async def test_the_citation_tools_are_enough_for_themselves(world: ToolWorld) -> None:
    settings = world.app.settings.model_copy(update={"toolsets": "citations"})
    tools = {tool.name for tool in await create_server(settings, world.app).list_tools()}
    assert {"verify_claims", "generate_text_fragment", "check_fragment_url", "wait_job"} <= tools
    assert "start_session" not in tools
