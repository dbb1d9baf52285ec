"""highlight_pdf: what it takes, and what it answers with, whatever its job brings."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import Client

from ledger.chain import NO_SESSION
from ledger.records import Job
from ledger.refusals import Refusal
from mcp_bridge.answers import size_of
from tests.flow.tools.tool_world import Answered, ToolWorld

pytestmark = pytest.mark.anyio

URL = "https://example.org/report.pdf"
QUOTE = "opened in 1962"
SECRET = "tr0ub4dor&3 wörd"


def marking(job: Job) -> dict[str, Any]:
    """Every quote but those with `not` is marked on page 2."""
    rows: list[dict[str, Any]] = []
    for index, quote in enumerate(job.parameters["cited_text"]):
        if "not" in quote:
            near = {"passage": QUOTE, "diff": f"[-not-]{QUOTE}", "matching_characters": 9, "page_number": 2}
            rows.append({"index": index, "status": "not_found", "code": "NOT_FOUND", "message": "No.", "nearest": near})
        else:
            found = {"match_count": 1, "page_numbers": [2], "matched_text": quote, "match_kind": "exact"}
            if "often" in quote:
                found |= {"match_count": 250, "marked_count": 100}
            around = {"detected_lang": "en", "surrounding_context": "港" * 200}
            rows.append({"index": index, "status": "highlighted", **found, **around})
    marked = sum(row["status"] == "highlighted" for row in rows)
    return {
        "file_path": job.parameters["output_path"] or "/exports/report-highlighted.pdf",
        "bytes": 1_000,
        "sha256": "0" * 64,
        "page_numbers": [2],
        "match_count": marked,
        "detected_lang": "en",
        "warnings": ["signed"],
        "rows": rows,
    }


@pytest.fixture(autouse=True)
def _marking(world: ToolWorld) -> None:
    world.desk.handlers["highlight_pdf"] = marking


async def refused(world: ToolWorld, client: Client, **arguments: Any) -> Answered:
    before, submitted = world.links(), len(world.desk.submitted)
    answer = await world.call(client, "highlight_pdf", **{"cited_text": QUOTE, **arguments})
    assert answer.error, answer.text
    assert (world.links(), len(world.desk.submitted)) == (before, submitted), "a refused call starts nothing"
    return answer


async def test_quotes_are_marked_without_a_session(world: ToolWorld, client: Client) -> None:
    answer = await world.call(client, "highlight_pdf", url=f" {URL} ", cited_text=[QUOTE, "not there"], lang="en")
    assert not answer.error, answer.text
    assert (answer["status"], answer["file_path"]) == ("done", "/exports/report-highlighted.pdf")
    assert (answer["page_numbers"], answer["match_count"], answer["detected_lang"]) == ([2], 1, "en")
    marked, missing = answer["results"]
    assert (marked["cited_text"], marked["status"], marked["page_numbers"]) == (QUOTE, "highlighted", [2])
    assert (missing["status"], missing["code"], missing["nearest"]["passage"]) == ("not_found", "NOT_FOUND", QUOTE)
    assert "signature" in answer["warnings"][0]
    assert "1 of 2 quotes" in answer["next_step"]
    assert "notice" in answer.data
    job = world.desk.submitted[-1]
    assert (job.session_id, job.kind, job.parameters["url"]) == (NO_SESSION, "highlight_pdf", URL)
    assert job.parameters["password_word"] is None
    assert "marked_count" not in answer["next_step"]
    often = await world.call(client, "highlight_pdf", url=URL, cited_text="so often")
    assert "marked_count" in often["next_step"], "places that are not marked are told"
    often = await world.call(client, "highlight_pdf", url=URL, cited_text="so often", occurrence=2)
    assert "marked_count" not in often["next_step"], "one place was asked for"
    one = await world.call(client, "highlight_pdf", url=URL, cited_text=QUOTE)
    assert [row["cited_text"] for row in one["results"]] == [QUOTE]


async def test_local_file_is_marked_beside_itself(world: ToolWorld, client: Client) -> None:
    (world.cwd / "report.pdf").write_bytes(b"%PDF-1.7\n")
    target = world.cwd / "copies" / "marked.pdf"
    answer = await world.call(client, "highlight_pdf", path="report.pdf", cited_text=QUOTE, output_path=str(target))
    assert answer["file_path"] == str(target)
    given = world.desk.submitted[-1].parameters
    assert given["path"] == str(world.cwd / "report.pdf")
    assert str(world.cwd) in given["read_roots"]
    assert str(world.cwd) in given["roots"]


async def test_a_bad_source_or_place_is_refused_before_any_work(world: ToolWorld, client: Client) -> None:
    (world.cwd / "there.pdf").write_bytes(b"%PDF-1.7\n")
    there = str(world.cwd / "there.pdf")
    (world.cwd / "out.pdf").symlink_to("/etc/copy.pdf")
    (world.cwd / "loop").symlink_to(world.cwd / "loop")
    for arguments, code, said in (
        ({}, "ARGUMENT_INVALID", "url or path"),
        ({"url": URL, "path": there}, "ARGUMENT_INVALID", "url or path"),
        ({"url": there}, "INVALID_URL", f'with path "{there}"'),
        ({"url": "file:///tmp/a%20b.pdf"}, "INVALID_URL", 'with path "/tmp/a b.pdf"'),
        ({"path": f" {URL}"}, "ARGUMENT_INVALID", f'with url "{URL}" instead'),
        ({"path": "file:///tmp/a%20b.pdf"}, "ARGUMENT_INVALID", 'with path "/tmp/a b.pdf"'),
        ({"path": "none.pdf"}, "FILE_NOT_FOUND", "none.pdf"),
        ({"path": "/etc/hostname"}, "FILE_OUTSIDE_ROOTS", "/etc/hostname"),
        ({"path": str(world.home / "ledger.duckdb")}, "FILE_OUTSIDE_ROOTS", "uratori's own"),
        ({"url": URL, "output_path": "copy.pdf"}, "EXPORT_REFUSED", "not absolute"),
        ({"url": URL, "output_path": str(world.cwd / "copy.txt")}, "EXPORT_REFUSED", "a PDF needs .pdf"),
        ({"url": URL, "output_path": there}, "EXPORT_REFUSED", "highlight_pdf again with overwrite=true"),
        ({"path": there, "output_path": there}, "EXPORT_REFUSED", "stays as it is"),
        ({"path": there, "output_path": there, "overwrite": True}, "EXPORT_REFUSED", "stays as it is"),
        ({"url": URL, "output_path": str(world.cwd / "out.pdf")}, "FILE_OUTSIDE_ROOTS", f"{world.cwd}/highlighted.pdf"),
        ({"url": URL, "output_path": str(world.cwd) + "/"}, "EXPORT_REFUSED", "missing"),
        ({"url": URL, "output_path": f"{world.cwd}/a\0b.pdf"}, "EXPORT_REFUSED", "leads nowhere"),
        ({"url": URL, "output_path": f"{world.cwd}/loop/a.pdf"}, "EXPORT_REFUSED", "leads nowhere"),
        ({"url": URL, "output_path": "/etc/copy.pdf"}, "FILE_OUTSIDE_ROOTS", "Nothing was written"),
        ({"url": URL, "output_path": str(world.home / "hub" / "x.pdf")}, "FILE_OUTSIDE_ROOTS", "its own"),
        ({"url": URL, "cited_text": []}, "ARGUMENT_INVALID", "cited_text"),
        ({"url": URL, "cited_text": [QUOTE] * 101}, "ARGUMENT_INVALID", "at most 100"),
        ({"url": URL, "cited_text": ["x" * 20_001]}, "ARGUMENT_INVALID", "at most 20000"),
        ({"url": URL, "occurrence": 0}, "ARGUMENT_INVALID", "greater than or equal to 1"),
        ({"url": URL, "quote": QUOTE}, "ARGUMENT_INVALID", "quote → cited_text"),
    ):
        answer = await refused(world, client, **arguments)
        assert answer["code"] == code, (arguments, answer.text)
        assert said in answer.text, (arguments, answer.text)


@pytest.mark.promise("MARK-3")
async def test_a_password_is_in_no_record_and_no_answer(world: ToolWorld, client: Client) -> None:
    for password in (SECRET, '["x"]', '{"a": 1}', "null"):
        answer = await world.call(client, "highlight_pdf", url=URL, cited_text=QUOTE, password=password)
        assert not answer.error, answer.text
        given = world.desk.submitted[-1].parameters
        assert world.app.services.passwords.of(given["password_word"]) == password
        with world.ledger.read() as reader:
            rows = reader.fetch("SELECT * FROM jobs")
        if len(password) > 5:
            assert password not in json.dumps(given) + str(rows) + answer.text
    words = {job.parameters["password_word"] for job in world.desk.submitted}
    assert len(words) == 4
    for wrong in ([SECRET], SECRET * 100, {"value": SECRET}):
        answer = await refused(world, client, url=URL, password=wrong)
        assert answer["code"] == "ARGUMENT_INVALID"
        assert "tr0ub" not in answer.text + json.dumps(answer.data)


async def test_equal_calls_with_one_password_are_one_job(world: ToolWorld, client: Client) -> None:
    world.desk.held = True
    calls = [
        await world.call(client, "highlight_pdf", url=URL, cited_text=QUOTE, password=word)
        for word in ("one", "one", "two")
    ]
    assert [answer["status"] for answer in calls] == ["running"] * 3
    assert calls[0]["job_id"] == calls[1]["job_id"] != calls[2]["job_id"]


async def test_a_running_job_is_waited_for_and_its_refusal_is_the_answer(world: ToolWorld, client: Client) -> None:
    world.desk.held = True
    answer = await world.call(client, "highlight_pdf", url=URL, cited_text=QUOTE)
    assert answer["status"] == "running"
    assert answer["job_id"] in answer["next_step"]
    world.desk.held = False
    done = await world.call(client, "wait_job", job_id=answer["job_id"])
    assert (done["kind"], done["file_path"]) == ("highlight_pdf", "/exports/report-highlighted.pdf")

    def locked(_: Job) -> dict[str, Any]:
        raise Refusal("PDF_ENCRYPTED", "The PDF asks for a password.", "Call highlight_pdf again with password.")

    world.desk.handlers["highlight_pdf"] = locked
    no = await world.call(client, "highlight_pdf", url=f"{URL}?2", cited_text=QUOTE)
    assert (no.error, no["code"]) == (True, "PDF_ENCRYPTED")


async def test_many_rows_come_page_by_page(world: ToolWorld, client: Client) -> None:
    quotes = [f"quote number {number}" for number in range(100)]
    answer = await world.call(client, "highlight_pdf", url=URL, cited_text=quotes)
    assert size_of(answer.data) < 40_000
    assert 0 < answer["next_offset"] < 100
    rows = list(answer["results"])
    while "next_offset" in answer.data:
        answer = await world.call(client, "wait_job", job_id=answer["job_id"], offset=answer["next_offset"])
        rows += answer["results"]
    assert [row["index"] for row in rows] == list(range(100))
