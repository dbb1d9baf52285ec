"""Sessions, segments, registering, verdicts, revisions and status through the client."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from evidence import limits
from ledger.refusals import Refusal
from mcp_bridge.sample_site import make_pdf
from tests.flow.tools.tool_world import TEXT, ToolWorld
from tests.pdf_files import pdf

pytestmark = pytest.mark.anyio


@pytest.mark.promise("SEG-3")
@pytest.mark.promise("SEG-4")
@pytest.mark.promise("RANGE-3")
async def test_a_text_session_keeps_the_text_and_shows_its_segments(world: ToolWorld, client: Client) -> None:
    text = "First line.\r\nSee https://example.org/a?b=1 for more. 二つ目の文。"
    answer = await world.call(client, "start_session", source={"type": "text", "text": text}, title="T", language="ja")
    assert not answer.error, answer.text
    assert answer["status"] == "done"
    assert answer["source"]["length"] == len(text)
    assert "".join(segment["text"] for segment in answer["segments"]) == text
    assert answer["cited_urls"][0]["url"] == "https://example.org/a?b=1"
    cited = answer["cited_urls"][0]
    assert text[cited["start"] : cited["end"]] == cited["url"]
    assert answer["project"] == world.cwd.name
    assert (Path(answer["session_dir"]) / "source.txt").read_bytes() == text.encode()


async def test_the_same_text_makes_a_new_session_and_lists_the_earlier_one(world: ToolWorld, client: Client) -> None:
    first = await world.start(client)
    again = await world.call(client, "start_session", source={"type": "text", "text": TEXT})
    assert again["session_id"] != first
    assert [one["session_id"] for one in again["earlier_sessions"]] == [first]
    assert first in again["next_step"]


@pytest.mark.promise("TOOL-5")
async def test_an_equal_key_returns_the_first_session(world: ToolWorld, client: Client) -> None:
    source = {"type": "text", "text": TEXT}
    first = await world.call(client, "start_session", source=source, idempotency_key="k")
    again = await world.call(client, "start_session", source=source, idempotency_key="k")
    assert again.data == first.data
    other = await world.call(client, "start_session", source={"type": "text", "text": "x"}, idempotency_key="k")
    assert other["code"] == "IDEMPOTENCY_CONFLICT"


async def test_a_file_is_read_by_what_it_holds(world: ToolWorld, client: Client, tmp_path: Path) -> None:
    (world.cwd / "text.md").write_text("# A heading\n\nA line.\n", encoding="utf-8")
    page = "<nav>Menu</nav><article><h1>Title</h1><p>" + "The river is long. " * 30 + "</p></article>"
    (world.cwd / "page.html").write_text(f"<html><body>{page}</body></html>", encoding="utf-8")
    answer = await world.call(client, "start_session", source={"type": "file", "path": "text.md"})
    assert answer["source"]["origin"] == str((world.cwd / "text.md").resolve())
    assert answer["segments"][0]["text"].startswith("# A heading")
    answer = await world.call(client, "start_session", source={"type": "file", "path": str(world.cwd / "page.html")})
    text = "".join(segment["text"] for segment in answer["segments"])
    assert "The river is long." in text
    assert "Menu" not in text


async def test_a_pdf_is_read_by_a_process_of_its_own(world: ToolWorld, client: Client) -> None:
    (world.cwd / "report.pdf").write_bytes(make_pdf([["The harbour counted 5,210 ships in 2021."], ["Page two."]]))
    answer = await world.call(client, "start_session", source={"type": "file", "path": "report.pdf"})
    assert not answer.error, answer.text
    text = "".join(segment["text"] for segment in answer["segments"])
    assert "5,210 ships" in text
    assert "Page two." in text
    assert not list((world.home / "staging").iterdir())


@pytest.mark.promise("SEG-1")
@pytest.mark.promise("TOOL-8")
async def test_very_short_segments_do_not_burst_the_answer(world: ToolWorld, client: Client) -> None:
    text = (
        "".join(f"A{number % 10}. https://example.org/{number}/{'x' * 200} " for number in range(300)) + "Yes. " * 900
    )
    source = {"type": "text", "text": text}
    answer = await world.call(client, "start_session", source=source, max_segments=500)
    assert len(answer.text) <= limits.ANSWER_BYTES
    assert answer["cited_urls_total"] == 300
    seen, offset = "", 0
    while offset is not None:
        page = await world.call(
            client, "read_source_segments", session_id=answer["session_id"], segment_offset=offset, max_segments=500
        )
        assert len(page.text) <= limits.ANSWER_BYTES
        seen += "".join(one["text"] for one in page["segments"])
        offset = page.data.get("next_segment_offset")
    assert seen == text


async def test_a_zero_byte_in_a_claim_is_kept_or_refused(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    answer = await world.call(client, "register_claim", session_id=session, start=0, end=9, claim="a\x00b")
    assert not answer.error or answer["code"] == "ARGUMENT_INVALID", answer.text
    status = await world.call(client, "get_status", session_id=session)
    if not answer.error:
        assert status["claims_without_verdict"][0]["claim"] == "a\x00b"


BAD_FILES = [
    ("missing.txt", "FILE_NOT_FOUND"),
    ("empty.txt", "FILE_EMPTY"),
    ("blank.txt", "FILE_EMPTY"),
    ("program.exe", "FILE_KIND_UNSUPPORTED"),
    ("", "FILE_NOT_FOUND"),
    ("broken.pdf", "FILE_KIND_UNSUPPORTED"),
    ("long.pdf", "FILE_TOO_LARGE"),
    ("link.txt", "FILE_OUTSIDE_ROOTS"),
    ("../outside.txt", "FILE_OUTSIDE_ROOTS"),
    ("/etc/passwd", "FILE_OUTSIDE_ROOTS"),
    ("ledger.txt", "FILE_OUTSIDE_ROOTS"),
]


@pytest.mark.promise("FILE-1")
@pytest.mark.promise("FILE-2")
@pytest.mark.promise("TOOL-2")
async def test_a_file_that_cannot_be_read_starts_no_session(world: ToolWorld, client: Client) -> None:
    (world.cwd / "empty.txt").write_bytes(b"")
    (world.cwd / "blank.txt").write_bytes("\n \u3000".encode())
    (world.cwd / "program.exe").write_bytes(b"MZ\x00\x01\x02")
    (world.cwd / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing")
    (world.cwd / "long.pdf").write_bytes(pdf([b""] * (limits.PDF_PAGES + 1)))
    (world.cwd / "link.txt").symlink_to("/etc/passwd")
    (world.cwd / "ledger.txt").hardlink_to(world.home / "ledger.duckdb")
    (world.cwd.parent / "outside.txt").write_text("secret", encoding="utf-8")
    before = world.links()
    for name, code in BAD_FILES:
        path = name if name.startswith(("/", "..")) else str(world.cwd / name)
        answer = await world.call(client, "start_session", source={"type": "file", "path": path})
        assert answer.error, name
        assert answer["code"] == code, name
    assert world.links() == before


@pytest.mark.promise("TOOL-13")
async def test_an_empty_or_too_long_source_is_refused(world: ToolWorld, client: Client) -> None:
    answer = await world.call(client, "start_session", source={"type": "text", "text": " \n\u3000"})
    assert answer["code"] == "SOURCE_EMPTY"
    long = "a" * (limits.SOURCE_CHARACTERS + 1)
    answer = await world.call(client, "start_session", source={"type": "text", "text": long})
    assert answer["code"] == "SOURCE_TOO_LARGE"


@pytest.mark.promise("SEG-1")
async def test_segments_tile_the_text_whatever_the_page_size(world: ToolWorld, client: Client) -> None:
    text = "".join(f"Sentence {number} of a long text. " for number in range(400))
    session = await world.start(client, text)
    for size in (7, 100, 500):
        seen, offset = "", 0
        while offset is not None:
            page = await world.call(
                client, "read_source_segments", session_id=session, segment_offset=offset, max_segments=size
            )
            seen += "".join(one["text"] for one in page["segments"])
            offset = page.data.get("next_segment_offset")
        assert seen == text
    beyond = await world.call(client, "read_source_segments", session_id=session, segment_offset=10_000)
    assert beyond["segments"] == []
    assert "covered_range" not in beyond.data
    assert beyond["segment_offset"] == beyond["segment_total"]


@pytest.mark.promise("RANGE-3")
async def test_registering_covers_the_text_and_says_what_is_left(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    claim = await world.call(
        client, "register_claim", session_id=session, start=0, end=31, claim="The bridge is 120 metres long."
    )
    assert claim["claim_id"] == "claim_1"
    assert claim["source_text"] == TEXT[0:31]
    assert claim["uncovered_ranges"] == 1
    assert "[31, " in claim["next_step"]
    rest = await world.call(client, "mark_non_claim", session_id=session, start=31, end=len(TEXT), reason="An appeal")
    assert rest["non_claim_id"] == "non_claim_1"
    assert rest["coverage"]["percent"] == "100.00%"


@pytest.mark.promise("RANGE-2")
@pytest.mark.promise("TOOL-2")
async def test_a_batch_is_all_or_nothing(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    good = {"kind": "claim", "start": 0, "end": 30, "claim": "x"}
    bad = [{"kind": "claim", "start": 5, "end": 5, "claim": "x"}, {"kind": "non_claim", "start": 0, "end": 9}]
    before = world.links()
    answer = await world.call(client, "register_segments", session_id=session, items=[good, *bad])
    assert answer["code"] == "ITEMS_INVALID"
    assert [one["index"] for one in answer["facts"]["bad"]] == [1, 2]
    assert world.links() == before
    for start, end in ((-1, 4), (9, 3), (0, len(TEXT) + 1)):
        answer = await world.call(client, "register_claim", session_id=session, start=start, end=end, claim="x")
        assert answer["code"] == "RANGE_INVALID"


@pytest.mark.promise("TOOL-8")
async def test_five_hundred_ranges_answer_within_the_limit_and_with_every_id(world: ToolWorld, client: Client) -> None:
    text = "".join(f"Sentence {number:04}. " for number in range(3_000))
    session = await world.start(client, text)
    items = [{"kind": "claim", "start": at, "end": at + 15, "claim": text[at : at + 15]} for at in range(0, 7_560, 15)]
    answer = await world.call(client, "register_segments", session_id=session, items=items)
    assert not answer.error, answer.text
    assert [row["id"] for row in answer["registered"]] == [f"claim_{number}" for number in range(1, 505)]
    assert len(answer.text) <= limits.ANSWER_BYTES
    items = [{"kind": "non_claim", "start": 0, "end": 9, "reason": "Overlaps"}] * 3_000
    answer = await world.call(client, "register_segments", session_id=session, items=items)
    assert answer["registered_count"] == 3_000
    assert "non_claim_" in answer["registered_note"]
    assert len(answer.text) <= limits.ANSWER_BYTES
    answer = await world.call(client, "get_status", session_id=session)
    assert len(answer.text) <= limits.STATUS_BYTES
    for section in ("gaps", "claims", "basis", "exclusions", "jobs"):
        answer = await world.call(client, "get_status", session_id=session, section=section)
        assert len(answer.text) <= limits.STATUS_BYTES
    answer = await world.call(client, "finalize", session_id=session)
    assert answer["code"] == "FINALIZE_BLOCKED"
    assert len(answer.text) <= limits.STATUS_BYTES


@pytest.mark.promise("TOOL-5")
@pytest.mark.promise("TOOL-6")
async def test_a_repeated_key_registers_once_and_two_equal_calls_twice(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    arguments: dict[str, Any] = {"session_id": session, "start": 0, "end": 30, "claim": "The bridge is long."}
    keyed = [await world.call(client, "register_claim", **arguments, idempotency_key="a") for _ in range(2)]
    assert keyed[0].data == keyed[1].data
    plain = [await world.call(client, "register_claim", **arguments) for _ in range(2)]
    assert [one["claim_id"] for one in plain] == ["claim_2", "claim_3"]


@pytest.mark.promise("LEDGER-2")
async def test_forty_claims_at_once_lose_nothing(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    calls = [
        world.call(client, "register_claim", session_id=session, start=0, end=30, claim=f"Claim {number}.")
        for number in range(40)
    ]
    answers = await asyncio.gather(*calls)
    assert {one["claim_id"] for one in answers} == {f"claim_{number}" for number in range(1, 41)}


@pytest.mark.promise("VERDICT-1")
async def test_verdicts_need_their_basis_and_keep_their_history(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    await world.call(client, "register_claim", session_id=session, start=0, end=30, claim="The bridge is 120 m long")
    arguments = {"session_id": session, "claim_id": "claim_1", "rationale": "As I know."}
    for verdict in ("verified", "contradicted", "partially_verified"):
        answer = await world.call(client, "set_verdict", **arguments, verdict=verdict)
        assert answer["code"] == "VERDICT_WITHOUT_BASIS"
    answer = await world.call(client, "set_verdict", **arguments, verdict="unverifiable")
    assert answer["verdict_id"] == "verdict_1"
    assert answer["claims_without_verdict_total"] == 0
    answer = await world.call(client, "set_verdict", session_id=session, claim_id="claim_9", verdict="unverifiable",
                              rationale="x")  # fmt: skip
    assert answer["code"] == "RECORD_UNKNOWN"
    assert answer["facts"]["valid_ids"] == ["claim_1"]


@pytest.mark.promise("GATE-4")
@pytest.mark.promise("REVISE-1")
async def test_revisions_exclude_and_restore_and_name_what_they_break(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    await world.call(client, "register_claim", session_id=session, start=0, end=30, claim="The bridge is 120 m long")
    world.evidence(session)
    attached = await world.call(
        client, "attach_evidence", session_id=session, claim_id="claim_1", evidence_id="evidence_1",
        quote="a length of 120 metres", relation="supports", rationale="Says so.",
    )  # fmt: skip
    await world.call(client, "set_verdict", session_id=session, claim_id="claim_1", verdict="verified", rationale="x")
    target = {"target_type": "attachment", "target_id": attached["attachment_id"]}
    answer = await world.call(client, "revise_record", session_id=session, action="exclude", reason="Wrong", **target)
    assert answer["exclusion"]["id"] == "exclusion_1"
    assert answer["verdicts_without_basis"][0]["claim_id"] == "claim_1"
    assert "claim_1" in answer["next_step"]
    assert answer["summary"]["attachments"]["total"] == 0
    again = await world.call(client, "revise_record", session_id=session, action="exclude", reason="Wrong", **target)
    assert again["code"] == "REVISION_REFUSED"
    status = await world.call(client, "get_status", session_id=session, section="basis")
    assert status["verdicts_without_basis"][0]["verdict"] == "verified"
    answer = await world.call(client, "revise_record", session_id=session, action="restore", reason="Right", **target)
    assert answer["exclusion"]["restored"]["reason"] == "Right"
    assert answer["verdicts_without_basis_total"] == 0


@pytest.mark.promise("REVISE-2")
async def test_an_archived_session_refuses_every_write_and_stays_readable(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    world.evidence(session)
    revise = {"session_id": session, "target_type": "session", "target_id": session, "reason": "Done"}
    await world.call(client, "revise_record", action="exclude", **revise)
    sources = [{"type": "url", "url": "https://example.org/bridge"}]
    capture = {"url": "https://example.org/", "text": "x", "note": "n", "discovered_via": "agent_search"}
    writes: dict[str, dict[str, Any]] = {
        "register_claim": {"start": 0, "end": 9, "claim": "x"},
        "mark_non_claim": {"start": 0, "end": 9, "reason": "x"},
        "register_segments": {"items": [{"kind": "non_claim", "start": 0, "end": 9, "reason": "x"}]},
        "fetch_evidence": {"sources": sources, "discovered_via": "agent_search"},
        "submit_agent_capture": capture,
        "attach_evidence": {
            "claim_id": "claim_1", "evidence_id": "evidence_1", "quote": "x", "relation": "supports", "rationale": "x",
        },
        "set_verdict": {"claim_id": "claim_1", "verdict": "unverifiable", "rationale": "x"},
        "revise_record": {"action": "exclude", "target_type": "evidence", "target_id": "evidence_1", "reason": "x"},
        "finalize": {},
    }  # fmt: skip
    before = world.links()
    for tool, arguments in writes.items():
        answer = await world.call(client, tool, session_id=session, **arguments)
        assert answer.error, tool
        assert answer["code"] == "SESSION_ARCHIVED", tool
    assert world.links() == before
    status = await world.call(client, "get_status", session_id=session)
    assert status["archived"]
    assert not status["finalize_ready"]
    assert "restore" in status["next_step"]
    assert (await world.call(client, "read_source_segments", session_id=session))["segments"]
    await world.call(client, "revise_record", action="restore", **revise)
    assert not (await world.call(client, "register_claim", session_id=session, start=0, end=9, claim="x")).error


async def test_status_pages_every_list(world: ToolWorld, client: Client) -> None:
    text = "".join(f"Sentence {number:03}. " for number in range(300))
    session = await world.start(client, text)
    items = [{"kind": "claim", "start": at, "end": at + 14, "claim": f"Number {at}"} for at in range(0, 4_200, 28)]
    await world.call(client, "register_segments", session_id=session, items=items)
    overview = await world.call(client, "get_status", session_id=session)
    assert overview["totals"]["claims_without_verdict"] == 150
    assert overview["totals"]["uncovered_ranges"] == 150
    assert not overview["finalize_ready"]
    assert {one["gate"] for one in overview["blockers"]} == {"coverage_gaps", "claims_without_verdict"}
    for section, name in (("claims", "claims_without_verdict"), ("gaps", "uncovered_ranges")):
        seen: list[Any] = []
        offset = 0
        while offset is not None:
            page = await world.call(client, "get_status", session_id=session, section=section, offset=offset, limit=60)
            seen += page[name]
            offset = page.data.get("next_offset")
        assert len(seen) == 150
    assert seen[0]["text"] == text[14:28]


@pytest.mark.promise("GATE-2")
async def test_status_is_not_ready_without_a_claim(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    await world.call(client, "mark_non_claim", session_id=session, start=0, end=len(TEXT), reason="All opinion")
    status = await world.call(client, "get_status", session_id=session)
    assert status["summary"]["coverage"]["complete"]
    assert not status["finalize_ready"]
    assert [one["gate"] for one in status["blockers"]] == ["no_claims"]


async def test_sessions_are_listed_newest_first_and_paged(world: ToolWorld, client: Client) -> None:
    ids = [await world.start(client, f"Text number {number}.", title=f"T{number}") for number in range(5)]
    first = await world.call(client, "list_sessions", limit=3)
    assert [one["session_id"] for one in first["sessions"]] == ids[:1:-1]
    assert (first["total"], first["next_offset"]) == (5, 3)
    second = await world.call(client, "list_sessions", limit=3, offset=3)
    assert [one["title"] for one in second["sessions"]] == ["T1", "T0"]
    assert "next_offset" not in second.data


@pytest.mark.promise("TOOL-7")
async def test_unknown_ids_list_the_valid_ones(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    answer = await world.call(client, "read_source_segments", session_id="fc_20200101T000000_00000000")
    assert answer["code"] == "SESSION_UNKNOWN"
    assert session in answer["facts"]["valid_ids"]
    answer = await world.call(client, "wait_job", job_id="job_none")
    assert answer["code"] == "JOB_UNKNOWN"
    answer = await world.call(client, "get_status", session_id="../../etc")
    assert answer["code"] == "ARGUMENT_INVALID"


@pytest.mark.promise("EVIDENCE-2")
async def test_a_changed_source_text_is_noticed(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    (world.home / "sessions" / session / "source.txt").write_text("Another text.", encoding="utf-8")
    answer = await world.call(client, "register_claim", session_id=session, start=0, end=5, claim="x")
    assert answer["code"] == "EVIDENCE_CHANGED"


def test_refusals_of_the_desk_are_refusals_of_the_call() -> None:
    error = {"code": "NO_SUCH_CODE", "message": "m", "suggestion": "s"}
    from mcp_bridge.waiting import refusal_from  # noqa: PLC0415 - only here

    refusal = refusal_from(json.loads(json.dumps(error)))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "INTERNAL_ERROR"
