"""Answers stay small in bytes, numbers and texts are bounded, and hints say what is true of equal calls."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import Client

from evidence import limits
from evidence.segments import segments
from flows.fetch_refusals import refused_source
from flows.job_errors import error_of
from flows.sources import Failure, Source, Unobtainable
from ledger.records import Job
from mcp_bridge import segment_cache
from tasks.guard import AddressPolicy, refusal_of
from tests.flow.tools.tool_world import PAGE, TEXT, Answered, ToolWorld

pytestmark = pytest.mark.anyio

BLANKS = [" ", "\u200b", "\u3000\n\t", "\u2060\ufeff"]
HUGE = 2**63


def size(answer: Answered) -> int:
    return len(json.dumps(answer.data, ensure_ascii=False, separators=(",", ":")).encode())


async def attached(world: ToolWorld, client: Client, session: str) -> Answered:
    evidence = world.evidence(session)
    await world.call(client, "register_claim", session_id=session, start=0, end=31, claim="120 metres long")
    return await world.call(
        client, "attach_evidence", session_id=session, claim_id="claim_1", evidence_id=evidence.evidence_id,
        quote="a length of 120 metres", relation="supports", rationale="It says so.",
    )  # fmt: skip


@pytest.mark.promise("TOOL-10")
async def test_a_tool_that_is_called_idempotent_records_nothing_the_second_time(
    world: ToolWorld, client: Client
) -> None:
    session = await world.start(client)
    assert not (await attached(world, client, session)).error
    job = world.desk.submit("fetch_evidence", session, {"sources": [], "discovered_via": "agent_search"})
    calls: dict[str, dict[str, Any]] = {
        "read_source_segments": {"session_id": session},
        "suggest_quotes": {"session_id": session, "claim_id": "claim_1"},
        "get_status": {"session_id": session},
        "list_sessions": {},
        "wait_job": {"job_id": job.job.job_id},
    }
    hinted = {tool.name for tool in (await client.list_tools()).tools if tool.annotations.idempotent_hint}
    assert hinted == set(calls)
    for tool in hinted:
        assert not (await world.call(client, tool, **calls[tool])).error, tool
        before = world.links()
        assert not (await world.call(client, tool, **calls[tool])).error, tool
        assert world.links() == before, tool


@pytest.mark.parametrize("blank", BLANKS)
async def test_a_blank_reason_is_refused_with_its_field(world: ToolWorld, blank: str) -> None:
    async with world.client() as client:
        session = await world.start(client)
        assert not (await attached(world, client, session)).error
        before = world.links()
        attach = {"claim_id": "claim_1", "evidence_id": "evidence_1", "quote": "120 metres", "relation": "supports"}
        revise = {"action": "exclude", "target_type": "claim", "target_id": "claim_1"}
        capture = {"url": "https://a.example/", "discovered_via": "agent_search", "text": PAGE}
        item = {"kind": "claim", "start": 0, "end": 3}
        cases: list[tuple[str, dict[str, Any], str]] = [
            ("register_claim", {"start": 0, "end": 3, "claim": blank}, "claim"),
            ("mark_non_claim", {"start": 0, "end": 3, "reason": blank}, "reason"),
            ("register_segments", {"items": [{**item, "claim": blank}]}, "items[0].claim"),
            ("set_verdict", {"claim_id": "claim_1", "verdict": "unverifiable", "rationale": blank}, "rationale"),
            ("attach_evidence", {**attach, "rationale": blank}, "rationale"),
            ("attach_evidence", {**attach, "rationale": "x", "short_quote_reason": blank}, "short_quote_reason"),
            ("revise_record", {**revise, "reason": blank}, "reason"),
            ("submit_agent_capture", {**capture, "note": blank}, "note"),
            ("submit_agent_capture", {**capture, "note": "Seen", "discovery_note": blank}, "discovery_note"),
        ]
        for tool, arguments, field in cases:
            answer = await world.call(client, tool, session_id=session, **arguments)
            assert answer["code"] == "ARGUMENT_INVALID", tool
            assert answer["message"].startswith(f"{tool}: {field} must say something: it is blank"), answer["message"]
            assert "array" not in answer.text
        assert world.links() == before


async def test_a_text_of_marks_alone_is_no_source(world: ToolWorld, client: Client) -> None:
    for text in ("...!!", "\u200b\u200b", "―― …"):
        answer = await world.call(client, "start_session", source={"type": "text", "text": text})
        assert answer["code"] == "SOURCE_EMPTY", text
    assert not (await world.call(client, "start_session", source={"type": "text", "text": "橋。"})).error


async def test_numbers_that_no_text_has_are_refused(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    cases: list[tuple[str, dict[str, Any]]] = [
        ("list_sessions", {"offset": HUGE}),
        ("get_status", {"session_id": session, "section": "claims", "offset": HUGE}),
        ("read_source_segments", {"session_id": session, "segment_offset": HUGE}),
        (
            "fetch_evidence",
            {
                "session_id": session,
                "sources": [{"type": "url", "url": "https://a.example/"}],
                "discovered_via": "agent_search",
                "text_offset": HUGE,
            },
        ),
        ("register_claim", {"session_id": session, "start": 0, "end": HUGE, "claim": "x"}),
    ]
    for tool, arguments in cases:
        assert (await world.call(client, tool, **arguments))["code"] in {"ARGUMENT_INVALID", "RANGE_INVALID"}, tool
    tools = (await client.list_tools()).tools
    for tool in tools:
        for name, schema in tool.input_schema["properties"].items():
            if schema.get("type") == "integer" and name not in ("start", "end"):
                assert "maximum" in schema, f"{tool.name}.{name}"


def failing(job: Job) -> dict[str, Any]:
    items = []
    for index, source in enumerate(job.parameters["sources"]):
        failure = Failure("http", "http_status", f"{source['url']} answered 404.", 404)
        failed = Unobtainable(Source(url=source["url"]), [failure], [])
        told = refused_source(failed, session_id=job.session_id, discovered_via="agent_search")
        items.append({"index": index, "ok": False, "error": error_of(told), "attempts": []})
    return {"items": items}


@pytest.mark.promise("TOOL-13")
@pytest.mark.parametrize("letter", ["a", "日"])
async def test_fifty_failures_with_long_urls_stay_below_the_limit(world: ToolWorld, letter: str) -> None:
    world.desk.handlers["fetch_evidence"] = failing
    async with world.client() as client:
        session = await world.start(client)
        urls = [f"https://a.example/{letter * 900}{number}" for number in range(50)]
        answer = await world.call(
            client, "fetch_evidence", session_id=session, discovered_via="agent_search",
            sources=[{"type": "url", "url": url} for url in urls],
        )  # fmt: skip
        assert [item["error"]["code"] for item in answer["items"]] == ["FETCH_FAILED"] * 50
        assert size(answer) <= limits.ANSWER_BYTES
        assert len(answer.text.encode()) <= limits.ANSWER_BYTES


@pytest.mark.promise("TOOL-13")
@pytest.mark.parametrize("number", [2, 50])
async def test_japanese_pages_are_counted_in_bytes(world: ToolWorld, client: Client, number: int) -> None:
    session = await world.start(client)
    urls = [f"https://a.example/{index}" for index in range(number)]
    for url in urls:
        world.pages[url] = "日本語の文章です。" * 3_000
    answer = await world.call(
        client, "fetch_evidence", session_id=session, discovered_via="agent_search", text_limit=40_000,
        sources=[{"type": "url", "url": url} for url in urls],
    )  # fmt: skip
    assert all(item["ok"] and item["text"] for item in answer["items"])
    assert size(answer) <= limits.ANSWER_BYTES
    assert len(answer.text.encode()) <= limits.ANSWER_BYTES
    assert number > 2 or size(answer) > limits.ANSWER_BYTES * 0.8


@pytest.mark.promise("TOOL-13")
async def test_japanese_ranges_and_terms_are_counted_in_bytes(world: ToolWorld, client: Client) -> None:
    text = "橋は長い。\n\n" * 800
    session = await world.start(client, text)
    items = [
        {"kind": "claim", "start": at, "end": at + 5, "claim": f"橋の長さについての主張{at}"}
        for at in range(0, len(text), 7)
    ]
    answer = await world.call(client, "register_segments", session_id=session, items=items)
    assert answer["registered_count"] == 800
    assert "ranges are those of items" in answer["registered_note"]
    assert size(answer) <= limits.ANSWER_BYTES
    status = await world.call(client, "get_status", session_id=session, section="claims")
    assert size(status) <= limits.STATUS_BYTES
    terms = [f"{'語' * 200}{number}" for number in range(100)]
    capture = await world.call(
        client, "submit_agent_capture", session_id=session, url="https://a.example/", discovered_via="agent_search",
        note="Seen", text=PAGE, expected_terms=terms,
    )  # fmt: skip
    assert not capture.error
    assert "100 of 100" in capture["expected_terms"]["note"]
    assert size(capture) <= limits.ANSWER_BYTES


async def test_registered_ranges_come_back_where_they_are_few(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    items = [{"kind": "claim", "start": 0, "end": 31, "claim": "120 metres long"}]
    answer = await world.call(client, "register_segments", session_id=session, items=items)
    assert answer["registered"][0] == {
        "index": 0, "kind": "claim", "id": "claim_1", "range": {"start": 0, "end": 31}
    }  # fmt: skip
    assert "registered_note" not in answer.data


async def test_a_page_beyond_the_segments_asks_for_no_registering(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    page = await world.call(client, "read_source_segments", session_id=session, segment_offset=99)
    assert page["segments"] == []
    assert "the last one has index" in page["next_step"]
    assert "Register" not in page["next_step"]


async def test_a_text_is_cut_once_for_all_its_pages(
    world: ToolWorld, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    cuts = []

    def counting(text: str, granularity: Any) -> Any:
        cuts.append(granularity)
        return segments(text, granularity)

    monkeypatch.setattr(segment_cache, "segments", counting)
    segment_cache._kept.clear()
    session = await world.start(client, f"{TEXT} A text of this test alone.")
    for offset in range(3):
        await world.call(client, "read_source_segments", session_id=session, segment_offset=offset)
    assert cuts == ["sentence"]
    await world.call(client, "read_source_segments", session_id=session, segment_granularity="paragraph")
    assert cuts == ["sentence", "paragraph"]


def test_the_cache_of_segments_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segment_cache, "MOST_SEGMENTS", 3)
    for name in ("x", "y", "z"):
        assert len(segment_cache.segments_of("One. Two.", name, "sentence")) == 2
    assert [key[0] for key in segment_cache._kept] == ["z"]


async def test_wait_job_promises_no_field_that_it_never_answers(client: Client) -> None:
    [tool] = [tool for tool in (await client.list_tools()).tools if tool.name == "wait_job"]
    assert tool.output_schema["description"] == "status: done|running, job_id, kind, next_step"


async def test_every_kind_of_text_is_a_source(world: ToolWorld, client: Client) -> None:
    for name in ("a.csv", "README", "a.json"):
        (world.cwd / name).write_text("year,ships\n2021,5210\n", encoding="utf-8")
        answer = await world.call(client, "start_session", source={"type": "file", "path": name})
        assert not answer.error, answer.text
    (world.cwd / "a.txt").write_bytes(b"PK\x03\x04" + bytes(30))
    answer = await world.call(client, "start_session", source={"type": "file", "path": "a.txt"})
    assert answer["code"] == "FILE_KIND_UNSUPPORTED"
    assert ".csv" in answer["suggestion"]


@pytest.mark.parametrize(("address", "setting"), [("169.254.169.254", False), ("10.0.0.1", True)])
def test_an_address_that_no_setting_opens_suggests_none(address: str, setting: bool) -> None:
    message = f"x leads to {address}, which is not reached: {refusal_of(address, AddressPolicy(allow_private=False))}."
    failed = Unobtainable(Source(url="http://x.example/"), [Failure("http", "address_refused", message)], [])
    told = refused_source(failed, session_id="s", discovered_via="agent_search")
    assert ("URATORI_ALLOW_PRIVATE_ADDRESSES" in told.suggestion) is setting


def test_a_file_is_refused_under_the_name_that_was_given() -> None:
    source = Source(path="/somewhere/true/a.md", roots=(), given="notes/a.md")
    failed = Unobtainable(source, [Failure("file", "thin_page", "The page has 4 characters.")], [])
    told = refused_source(failed, session_id="s", discovered_via="agent_search")
    assert "/somewhere" not in json.dumps(error_of(told))
    assert "'notes/a.md'" in told.message
    assert '"path": "notes/a.md"' in told.suggestion
