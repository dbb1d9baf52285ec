"""recheck_session: what it takes, and that its answer is bounded and leads on."""

from __future__ import annotations

from typing import Any

import pytest
from mcp import Client

from evidence import limits
from ledger import rechecks
from ledger.rechecks import RecheckDraft
from ledger.records import Job
from mcp_bridge.answers import size_of
from tests.flow.tools.tool_world import TEXT, ToolWorld

pytestmark = pytest.mark.anyio

QUOTE = "a length of 120 metres"


def finding(world: ToolWorld, *found: dict[str, Any]) -> None:
    """Have rechecks end with these, for the attachments in their order."""

    def end(job: Job) -> dict[str, Any]:
        drafts = [RecheckDraft(attachment_id=f"attachment_{n}", **one) for n, one in enumerate(found, 1)]
        with world.ledger.write(job.session_id) as writer:
            rechecks.record_rechecks(writer, job.session_id, job.job_id, drafts)
        with world.ledger.read() as reader:
            return {"counts": rechecks.job_counts(reader, job.job_id), "not_marked": []}

    world.desk.handlers["recheck"] = end


async def quoting(world: ToolWorld, client: Client, many: int = 1) -> str:
    """A session with so many attachments."""
    session = await world.start(client)
    await world.call(client, "register_claim", session_id=session, start=0, end=len(TEXT), claim="A bridge.")
    evidence = world.evidence(session).evidence_id
    one = {
        "claim_id": "claim_1",
        "evidence_id": evidence,
        "quote": QUOTE,
        "relation": "supports",
        "rationale": "It says so.",
    }
    for start in range(0, many, limits.ATTACHMENTS_PER_CALL):
        most = min(limits.ATTACHMENTS_PER_CALL, many - start)
        answer = await world.call(client, "attach_evidence", session_id=session, attachments=[one] * most)
        assert not answer.error, answer.text
    return session


async def test_it_answers_with_counts_and_what_is_not_the_same_the_worst_first(
    world: ToolWorld, client: Client
) -> None:
    session = await quoting(world, client, 4)
    link = "https://example.org/bridge#:~:text=length"
    changed = {"result": "changed", "nearest": "a length of 130 metres", "diff": "[-120-]{+130+}"}
    gone = {"result": "gone", "http_status": 404, "reason": "http_status", "message": "404."}
    finding(world, {"result": "same"}, {"result": "moved", "fragment_url": link}, changed, gone)
    answer = await world.call(client, "recheck_session", session_id=session)
    assert answer["status"] == "done"
    assert answer["counts"] == {"same": 1, "moved": 1, "changed": 1, "gone": 1, "unread": 0}
    rows = answer["results"]
    assert [row["result"] for row in rows] == ["gone", "changed", "moved"]
    assert rows[0] == {
        "attachment_id": "attachment_4",
        "claim_id": "claim_1",
        "quote": QUOTE,
        **gone,
    }
    assert rows[1]["diff"] == "[-120-]{+130+}"
    assert rows[2]["fragment_url"] == link
    assert "refetch=true" in answer["next_step"]
    assert "data from outside" in answer["notice"]
    [job] = world.desk.submitted
    assert job.parameters == {"obey_robots": False, "roots": [str(world.cwd), str(world.home / "inbox")]}
    status = await world.call(client, "get_status", session_id=session)
    assert status["rechecks"] | {"at": ""} == {"at": "", **answer["counts"]}
    assert status["rechecks"]["at"] == (await world.call(client, "list_sessions"))["sessions"][0]["rechecked_at"]


@pytest.mark.promise("TOOL-8")
async def test_a_long_answer_is_bounded_and_goes_on_in_wait_job(world: ToolWorld, client: Client) -> None:
    session = await quoting(world, client, 200)
    finding(world, *[{"result": "changed", "nearest": "橋" * 400, "diff": "橋" * 400}] * 200)
    answer = await world.call(client, "recheck_session", session_id=session)
    seen = [row["attachment_id"] for row in answer["results"]]
    while True:
        assert size_of(answer.data) <= limits.ANSWER_BYTES
        if answer.data.get("next_offset") is None:
            break
        assert f"offset={answer['next_offset']}" in answer["next_step"]
        answer = await world.call(client, "wait_job", job_id=answer["job_id"], offset=answer["next_offset"])
        seen += [row["attachment_id"] for row in answer["results"]]
    assert len(seen) == len(set(seen)) == 200


async def test_a_running_recheck_is_waited_for_and_an_equal_one_joined(world: ToolWorld, client: Client) -> None:
    session = await quoting(world, client)
    finding(world, {"result": "same"})
    world.desk.held = True
    first = await world.call(client, "recheck_session", session_id=session)
    again = await world.call(client, "recheck_session", session_id=session)
    assert (first["status"], first["job_id"]) == ("running", again["job_id"])
    world.desk.held = False
    done = await world.call(client, "wait_job", job_id=first["job_id"])
    assert (done["kind"], done["counts"]["same"]) == ("recheck", 1)
    assert done["next_step"] == "Every quote is as it was."


@pytest.mark.parametrize("name", ["fc_unknown", "_"])
async def test_only_an_open_session_is_rechecked(world: ToolWorld, client: Client, name: str) -> None:
    before = world.links()
    refused = await world.call(client, "recheck_session", session_id=name)
    assert refused["code"] == "SESSION_UNKNOWN"
    assert world.links() == before


async def test_a_session_without_a_quote_says_so(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    finding(world)
    answer = await world.call(client, "recheck_session", session_id=session)
    assert "no live attachment" in answer["next_step"]
