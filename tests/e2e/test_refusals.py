"""Every refusal, through the official client: the code, the next call, and a ledger that did not change."""

from __future__ import annotations

import io
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen import canvas

from evidence import limits
from mcp_bridge.sample_site import make_pdf
from mcp_bridge.stdio_client import call, connect
from tests.e2e import flow_of_work as work
from tests.e2e.conftest import SETTINGS, Connect
from tests.site import PROSE, Site

pytestmark = pytest.mark.anyio

QUOTE = "the crossing takes fifty minutes"


def closed_port() -> str:
    """The URL of a port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return f"http://127.0.0.1:{listener.getsockname()[1]}"


def locked_pdf() -> bytes:
    """A PDF that asks for a password."""
    file = io.BytesIO()
    document = canvas.Canvas(file, encrypt=StandardEncryption("secret", "owner"))
    document.drawString(72, 720, PROSE[:80])
    document.save()
    return file.getvalue()


@asynccontextmanager
async def unchanged(client: Client, session: str) -> AsyncIterator[None]:
    before = await call(client, "get_status", session_id=session)
    yield
    assert await call(client, "get_status", session_id=session) == before


@pytest.mark.promise("FILE-1")
@pytest.mark.promise("TOOL-2")
@pytest.mark.parametrize(
    ("source", "code"),
    [
        ({"type": "text", "text": " \n\u3000"}, "SOURCE_EMPTY"),
        ({"type": "file", "path": "{cwd}/missing.txt"}, "FILE_NOT_FOUND"),
        ({"type": "file", "path": "/etc/passwd"}, "FILE_OUTSIDE_ROOTS"),
        ({"type": "file", "path": "{cwd}/empty.txt"}, "FILE_EMPTY"),
        ({"type": "file", "path": "{cwd}/program.exe"}, "FILE_KIND_UNSUPPORTED"),
        ({"type": "file", "path": "{cwd}/link.txt"}, "FILE_OUTSIDE_ROOTS"),
        ({"type": "file", "path": "{cwd}"}, "FILE_NOT_FOUND"),
        ({"type": "text", "text": "…!? ――"}, "SOURCE_EMPTY"),
        ({"type": "url", "url": "file:///etc/passwd"}, "URL_INVALID"),
        ({"type": "url", "url": "http://user:secret@example.com/"}, "URL_INVALID"),
        ({"type": "url", "url": "{site}/missing"}, "FETCH_FAILED"),
        ({"type": "video", "url": "https://example.com/"}, "ARGUMENT_INVALID"),
        ({"type": "text"}, "ARGUMENT_INVALID"),
    ],
)
async def test_a_source_that_cannot_be_used_starts_no_session(
    connected: Connect, site: Site, tmp_path: Path, source: dict[str, str], code: str
) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "program.exe").write_bytes(b"MZ\x00\x01")
    (tmp_path / "link.txt").symlink_to("/etc/passwd")
    filled = {key: value.replace("{cwd}", str(tmp_path)).replace("{site}", site.base) for key, value in source.items()}
    with anyio.fail_after(60):
        async with connected() as client:
            before = (await call(client, "list_sessions"))["total"]
            said = await work.refused(client, "start_session", source=filled)
            assert said["code"] == code
            assert (await call(client, "list_sessions"))["total"] == before


@pytest.mark.promise("TOOL-13")
async def test_a_source_of_ten_megabytes_is_taken_or_refused_with_the_limit(connected: Connect) -> None:
    with anyio.fail_after(110):
        async with connected() as client:
            said = await work.refused(client, "start_session", source={"type": "text", "text": "a" * 10_000_001})
            assert said["code"] == "SOURCE_TOO_LARGE"
            assert "10,000,000" in said["message"]


@pytest.mark.promise("RANGE-1")
@pytest.mark.parametrize(("start", "end"), [(5, 5), (9, 3), (-1, 4), (0, 10_000), (0, len(work.TEXT) + 1)], ids=str)
async def test_a_range_outside_the_text_is_refused(connected: Connect, start: int, end: int) -> None:
    with anyio.fail_after(30):
        async with connected() as client:
            session = await work.start(client)
            async with unchanged(client, session):
                said = await work.refused(
                    client, "register_claim", session_id=session, start=start, end=end, claim="Something"
                )
                assert said["code"] in {"RANGE_INVALID", "ARGUMENT_INVALID"}


@pytest.mark.promise("RANGE-1")
async def test_a_range_inside_a_grapheme_is_refused(connected: Connect) -> None:
    with anyio.fail_after(30):
        async with connected() as client:
            session = await work.start(client, "A family: 👨‍👩‍👧 lives here.")
            said = await work.refused(client, "mark_non_claim", session_id=session, start=0, end=11, reason="Half")
            assert said["code"] == "RANGE_INVALID"


@pytest.mark.promise("RANGE-2")
async def test_one_bad_item_registers_none(connected: Connect) -> None:
    items = [*work.items(), {"kind": "claim", "start": 7, "end": 7, "claim": "Empty"}]
    with anyio.fail_after(30):
        async with connected() as client:
            session = await work.start(client)
            async with unchanged(client, session):
                said = await work.refused(client, "register_segments", session_id=session, items=items)
                assert said["code"] == "ITEMS_INVALID"
                assert f"items[{len(items) - 1}]" in said["message"] + str(said["facts"])


@pytest.mark.promise("FETCH-8")
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("{site}/missing", "FETCH_FAILED"),
        ("{site}/broken", "FETCH_FAILED"),
        ("{site}/empty", "FETCH_FAILED"),
        ("{site}/loop", "FETCH_FAILED"),
        ("{site}/to-file", "URL_INVALID"),
        ("http://127.0.0.1:9/", "URL_INVALID"),
        ("{closed}/", "FETCH_FAILED"),
        ("ftp://example.com/x", "URL_INVALID"),
        ("javascript:alert(1)", "URL_INVALID"),
        ("{cwd}/missing.html", "FILE_NOT_FOUND"),
        ("/etc/hostname", "FILE_OUTSIDE_ROOTS"),
    ],
)
async def test_a_source_that_cannot_be_fetched_is_refused_with_what_was_tried(
    connected: Connect, site: Site, tmp_path: Path, path: str, code: str
) -> None:
    url = path.replace("{site}", site.base).replace("{cwd}", str(tmp_path)).replace("{closed}", closed_port())
    source = {"type": "file", "path": url} if url.startswith("/") else {"type": "url", "url": url}
    with anyio.fail_after(90):
        async with connected() as client:
            session = await work.start(client)
            said = await work.refused(
                client, "fetch_evidence", session_id=session, sources=[source], discovered_via="agent_search"
            )
            assert said["code"] == code
            if code == "FETCH_FAILED":
                assert said["facts"]["stages"][0]["stage"] == "http"
            status = await call(client, "get_status", session_id=session)
            assert status["summary"]["evidence"]["total"] == 0


@pytest.mark.promise("FILE-2")
async def test_a_file_that_cannot_be_evidence_is_refused_with_the_reason(connected: Connect, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "archive.txt").write_bytes(b"PK\x03\x04" + bytes(30))
    (tmp_path / "scan.pdf").write_bytes(make_pdf([[], []]))
    (tmp_path / "locked.pdf").write_bytes(locked_pdf())
    with (tmp_path / "large.txt").open("wb") as large:
        large.truncate(limits.EVIDENCE_WIRE_BYTES + 1)
    codes = {
        "empty.txt": "FILE_EMPTY",
        "archive.txt": "FILE_KIND_UNSUPPORTED",
        "large.txt": "FILE_TOO_LARGE",
        "scan.pdf": "PDF_NO_TEXT",
        "locked.pdf": "PDF_ENCRYPTED",
    }
    with anyio.fail_after(90):
        async with connected() as client:
            session = await work.start(client)
            for name, code in codes.items():
                source = {"type": "file", "path": name}
                said = await work.refused(client, "start_session", source=source)
                assert said["code"] == code, name
                said = await work.refused(
                    client, "fetch_evidence", session_id=session, sources=[source], discovered_via="agent_search"
                )
                assert said["code"] == code, name
                assert str(tmp_path) not in str(said), "a path that the caller did not give"
            status = await call(client, "get_status", session_id=session)
            assert status["summary"]["evidence"]["total"] == 0


@pytest.mark.promise("FETCH-8")
async def test_a_server_that_never_answers_is_given_up_and_holds_up_no_other_call(
    own_home: Path, site: Site, tmp_path: Path
) -> None:
    impatient = {**SETTINGS, "URATORI_FETCH_TIMEOUT": "2", "URATORI_FETCH_RETRIES": "0", "URATORI_BROWSER_TIMEOUT": "2"}
    source = {"type": "url", "url": site.url("/slow-forever")}
    with anyio.fail_after(110):
        async with connect(own_home, tmp_path, impatient) as client:
            session = await work.start(client)
            claims = await work.register(client, session)
            fetching = await call(
                client, "fetch_evidence", session_id=session, sources=[source], discovered_via="agent_search",
                wait_seconds=0,
            )  # fmt: skip
            assert fetching["status"] == "running"
            began = time.monotonic()
            await work.verdict(client, session, claims[0], "unverifiable")
            took = time.monotonic() - began
            waiting = await call(client, "wait_job", job_id=fetching["job_id"], wait_seconds=0)
            assert waiting["status"] == "running"
            assert took < 2
            said = await work.refused(client, "wait_job", job_id=fetching["job_id"], wait_seconds=90)
            assert said["code"] == "FETCH_FAILED"
            assert {stage["kind"] for stage in said["facts"]["stages"]} == {"timeout"}


@pytest.mark.promise("REVISE-3")
async def test_what_is_excluded_is_counted_no_more(connected: Connect, site: Site) -> None:
    with anyio.fail_after(60):
        async with connected() as client:
            session = await work.start(client)
            claims = await work.register(client, session)
            [item] = (await work.fetch(client, session, site.url("/ferry")))["items"]
            first = await work.attach(client, session, claims[1], item["evidence_id"], QUOTE)
            assert first["claim_attachment_counts"]["supports"] == 1
            await call(
                client, "revise_record", session_id=session, action="exclude", target_type="attachment",
                target_id=first["attachment_id"], reason="Wrong page",
            )  # fmt: skip
            second = await work.attach(client, session, claims[1], item["evidence_id"], "when the sea is calm")
            assert second["claim_attachment_counts"]["supports"] == 1


@pytest.mark.promise("SELF-1")
@pytest.mark.promise("EXPORT-4")
async def test_the_data_directory_is_no_source_and_no_place_for_exports(connected: Connect, home: Path) -> None:
    with anyio.fail_after(60):
        async with connected() as client:
            session = await work.start(client)
            own = home / "sessions" / session / "source.txt"
            before = own.read_bytes()
            said = await work.refused(
                client, "fetch_evidence", session_id=session, discovered_via="agent_search",
                sources=[{"type": "file", "path": str(own)}],
            )  # fmt: skip
            assert said["code"] == "FILE_OUTSIDE_ROOTS"
            assert "no evidence" in said["message"]
            said = await work.refused(
                client, "export_report", session_id=session, format="html", overwrite=True,
                output_path=str(own.with_name("report.html")),
            )  # fmt: skip
            assert said["code"] == "FILE_OUTSIDE_ROOTS"
            done = await call(
                client, "export_report", session_id=session, format="html", wait_seconds=120,
                output_path="$URATORI_HOME/exports/report.html",
            )  # fmt: skip
            assert Path(done["path"]).parent == home.resolve() / "exports"
            assert own.read_bytes() == before


@pytest.mark.promise("PAGE-6")
async def test_a_page_without_prose_names_the_pdfs_it_links_to(connected: Connect, site: Site) -> None:
    with anyio.fail_after(60):
        async with connected() as client:
            session = await work.start(client)
            said = await work.refused(
                client, "fetch_evidence", session_id=session, discovered_via="agent_search",
                sources=[{"type": "url", "url": site.url("/links")}],
            )  # fmt: skip
            assert said["code"] == "FETCH_FAILED"
            assert site.url("/report.pdf") in said["suggestion"] + str(said["facts"])


@pytest.mark.promise("FETCH-7")
async def test_one_source_that_fails_does_not_fail_the_others(connected: Connect, site: Site) -> None:
    with anyio.fail_after(60):
        async with connected() as client:
            session = await work.start(client)
            answer = await work.fetch(client, session, site.url("/ferry"), site.url("/missing"), site.url("/plain"))
            assert [item["ok"] for item in answer["items"]] == [True, False, True]
            assert answer["items"][1]["error"]["code"] == "FETCH_FAILED"


@pytest.mark.promise("QUOTE-1")
@pytest.mark.parametrize(
    ("quote", "more", "code"),
    [
        ("the crossing takes sixty minutes", {}, "QUOTE_NOT_FOUND"),
        ("it carries about … three hundred people", {}, "QUOTE_ELIDED"),
        ("THE CROSSING TAKES FIFTY MINUTES", {}, "CASE_DIFFERS"),
        ("。", {}, "QUOTE_EMPTY"),
        ("1962", {}, "QUOTE_TOO_SHORT"),
        ("x" * 20_001, {}, "QUOTE_TOO_LONG"),
        (QUOTE, {"occurrence": 7}, "OCCURRENCE_UNKNOWN"),
        (QUOTE, {"claim": "claim_99"}, "RECORD_UNKNOWN"),
        (QUOTE, {"evidence": "evidence_99"}, "RECORD_UNKNOWN"),
        (QUOTE, {"relation": "proves"}, "ARGUMENT_INVALID"),
        (QUOTE, {"rationale": ""}, "ARGUMENT_INVALID"),
        (QUOTE, {"ocurrence": 1}, "ARGUMENT_INVALID"),
    ],
)
async def test_a_quote_that_is_not_in_the_evidence_is_refused(
    connected: Connect, site: Site, quote: str, more: dict[str, Any], code: str
) -> None:
    with anyio.fail_after(60):
        async with connected() as client:
            session = await work.start(client)
            claims = await work.register(client, session)
            [item] = (await work.fetch(client, session, site.url("/ferry")))["items"]
            arguments = {
                "session_id": session, "claim_id": claims[1], "evidence_id": item["evidence_id"], "quote": quote,
                "relation": "supports", "rationale": "It says so.",
            }  # fmt: skip
            arguments |= {{"claim": "claim_id", "evidence": "evidence_id"}.get(key, key): v for key, v in more.items()}
            async with unchanged(client, session):
                said = await work.refused(client, "attach_evidence", **arguments)
                assert said["code"] == code


@pytest.mark.promise("QUOTE-7")
async def test_a_near_miss_shows_where_the_quote_leaves_the_text(connected: Connect, site: Site) -> None:
    with anyio.fail_after(60):
        async with connected() as client:
            session = await work.start(client)
            claims = await work.register(client, session)
            [item] = (await work.fetch(client, session, site.url("/ferry")))["items"]
            said = await work.refused(
                client, "attach_evidence", session_id=session, claim_id=claims[1], evidence_id=item["evidence_id"],
                quote="the crossing takes sixty minutes when the sea is calm", relation="supports", rationale="So.",
            )  # fmt: skip
            assert "fifty" in str(said["facts"])


@pytest.mark.promise("VERDICT-1")
@pytest.mark.parametrize("word", ["verified", "contradicted", "partially_verified"])
async def test_a_verdict_without_its_basis_is_refused(connected: Connect, word: str) -> None:
    with anyio.fail_after(30):
        async with connected() as client:
            session = await work.start(client)
            claims = await work.register(client, session)
            async with unchanged(client, session):
                said = await work.refused(
                    client, "set_verdict", session_id=session, claim_id=claims[0], verdict=word, rationale="I am sure."
                )
                assert said["code"] == "VERDICT_WITHOUT_BASIS"


@pytest.mark.promise("GATE-1")
@pytest.mark.promise("GATE-2")
@pytest.mark.promise("GATE-3")
@pytest.mark.promise("GATE-4")
@pytest.mark.promise("GATE-6")
async def test_finalize_refuses_with_every_blocker(connected: Connect, site: Site, home: Path) -> None:
    with anyio.fail_after(90):
        async with connected() as client:
            session = await work.start(client)
            said = await work.refused(client, "finalize", session_id=session)
            assert said["code"] == "FINALIZE_BLOCKED"
            gates = {blocker["gate"] for blocker in said["facts"]["blockers"]}
            assert gates == {"coverage_gaps", "no_claims"}

            claims = await work.register(client, session)
            [item] = (await work.fetch(client, session, site.url("/ferry")))["items"]
            attached = await work.attach(client, session, claims[1], item["evidence_id"], QUOTE)
            await work.verdict(client, session, claims[1])
            await call(
                client, "revise_record", session_id=session, action="exclude", target_type="attachment",
                target_id=attached["attachment_id"], reason="Wrong page",
            )  # fmt: skip
            said = await work.refused(client, "finalize", session_id=session)
            gates = {blocker["gate"] for blocker in said["facts"]["blockers"]}
            assert gates == {"claims_without_verdict", "verdicts_without_basis"}
            status = await call(client, "get_status", session_id=session)
            assert status["finalize_ready"] is False
            assert not (home / "sessions" / session / "report.html").exists()


@pytest.mark.promise("REVISE-2")
async def test_an_archived_session_refuses_every_write_and_can_be_read(connected: Connect, site: Site) -> None:
    with anyio.fail_after(90):
        async with connected() as client:
            session = await work.start(client)
            revise = {"session_id": session, "target_type": "session", "target_id": session, "reason": "Done"}
            await call(client, "revise_record", action="exclude", **revise)
            source = {"type": "url", "url": site.url("/ferry")}
            writes: dict[str, dict[str, Any]] = {
                "register_claim": {"start": 0, "end": 9, "claim": "The ferry"},
                "mark_non_claim": {"start": 0, "end": 9, "reason": "None"},
                "register_segments": {"items": work.items()},
                "fetch_evidence": {"sources": [source], "discovered_via": "agent_search"},
                "submit_agent_capture": {
                    "url": site.url("/x"), "text": PROSE, "discovered_via": "agent_search", "note": "Seen",
                },
                "finalize": {},
            }  # fmt: skip
            for tool, arguments in writes.items():
                said = await work.refused(client, tool, session_id=session, **arguments)
                assert said["code"] == "SESSION_ARCHIVED", tool
            assert (await call(client, "get_status", session_id=session))["archived"]
            assert (await call(client, "read_source_segments", session_id=session))["segments"]
            await call(client, "revise_record", action="restore", **revise)
            await call(client, "register_claim", session_id=session, start=0, end=9, claim="The ferry")


@pytest.mark.promise("GATE-5")
@pytest.mark.promise("EVIDENCE-1")
async def test_evidence_that_was_changed_on_disk_is_not_believed(connected: Connect, site: Site, home: Path) -> None:
    with anyio.fail_after(90):
        async with connected() as client:
            session = await work.start(client)
            claims = await work.register(client, session)
            [item] = (await work.fetch(client, session, site.url("/ferry")))["items"]
            text = next(f["path"] for f in item["files"] if f["role"] == "text")
            path = home / "sessions" / session / text
            path.chmod(0o600)
            path.write_text(PROSE.replace("fifty", "sixty"), encoding="utf-8")
            said = await work.refused(
                client, "attach_evidence", session_id=session, claim_id=claims[1], evidence_id=item["evidence_id"],
                quote="the crossing takes sixty minutes", relation="supports", rationale="It says so.",
            )  # fmt: skip
            assert said["code"] == "EVIDENCE_CHANGED"
            said = await work.refused(client, "finalize", session_id=session)
            assert "evidence_changed" in {blocker["gate"] for blocker in said["facts"]["blockers"]}


@pytest.mark.promise("EVIDENCE-7")
async def test_captures_are_taken_only_whole(connected: Connect, site: Site, tmp_path: Path) -> None:
    (tmp_path / "evil.txt").write_text("not an image", encoding="utf-8")
    (tmp_path / "capture.txt").write_text(PROSE, encoding="utf-8")
    given = {"url": site.url("/private"), "discovered_via": "agent_search", "note": "Read in a browser"}
    bad: list[tuple[dict[str, Any], str]] = [
        ({}, "CAPTURE_INVALID"),
        ({"text": PROSE, "text_path": str(tmp_path / "capture.txt")}, "CAPTURE_INVALID"),
        ({"text": "  "}, "CAPTURE_INVALID"),
        ({"text": PROSE, "screenshot_path": str(tmp_path / "evil.txt")}, "CAPTURE_INVALID"),
        ({"text_path": "/etc/passwd"}, "FILE_OUTSIDE_ROOTS"),
        ({"text_path": str(tmp_path / "none.txt")}, "FILE_NOT_FOUND"),
    ]
    with anyio.fail_after(60):
        async with connected() as client:
            session = await work.start(client)
            async with unchanged(client, session):
                for more, code in bad:
                    said = await work.refused(client, "submit_agent_capture", session_id=session, **given, **more)
                    assert said["code"] == code, more
            answer = await call(
                client, "submit_agent_capture", session_id=session, text=PROSE,
                expected_terms=["fifty minutes", "moon"], **given,
            )  # fmt: skip
            assert answer["expected_terms"]["missing"] == ["moon"]


@pytest.mark.promise("TOOL-7")
async def test_unknown_ids_list_the_valid_ones(connected: Connect) -> None:
    with anyio.fail_after(30):
        async with connected() as client:
            session = await work.start(client)
            said = await work.refused(client, "get_status", session_id="fc_20200101T000000_00000000")
            assert said["code"] == "SESSION_UNKNOWN"
            assert session in str(said["facts"])
            said = await work.refused(client, "wait_job", job_id="job_none")
            assert said["code"] == "JOB_UNKNOWN"
            said = await work.refused(client, "get_status", session_id="../../etc")
            assert said["code"] in {"ARGUMENT_INVALID", "SESSION_UNKNOWN"}
            revise = {"session_id": session, "action": "restore", "target_type": "claim", "reason": "Back"}
            said = await work.refused(client, "revise_record", target_id="claim_4", **revise)
            assert said["code"] == "RECORD_UNKNOWN"


@pytest.mark.promise("EXPORT-4")
async def test_export_refuses_both_problems_at_once(connected: Connect) -> None:
    with anyio.fail_after(30):
        async with connected() as client:
            session = await work.start(client)
            said = await work.refused(
                client, "export_report", session_id=session, format="pdf", output_path="relative.html"
            )
            assert said["code"] == "EXPORT_REFUSED"
            assert "absolute" in said["message"]
            assert ".pdf" in said["message"]
            said = await work.refused(
                client, "export_report", session_id=session, format="pdf", output_path="/etc/report.pdf"
            )
            assert said["code"] in {"EXPORT_REFUSED", "FILE_OUTSIDE_ROOTS"}
