"""The saved sources of a sample session."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from evidence.ranges import Range
from ledger.records import Evidence
from ledger.values import Exchange, PdfPage, Redirect, SavedFile, Signal, TermCheck
from tests.unit.report_basics import SID, START, Clock, sha


def sample_evidence(clock: Clock) -> list[Evidence]:
    common: dict[str, Any] = {"session_id": SID}
    return [
        Evidence(
            **common,
            recorded_at=clock(),
            evidence_id="evidence_1",
            job_id="job_1",
            provenance="http",
            discovered_via="agent_search",
            discovery_note="First result for “harbour bridge opening date”.",
            url="https://records.example/bridge?id=7",
            final_url="https://www.records.example/bridges/harbour",
            redirects=[
                Redirect(
                    url="https://records.example/bridge?id=7",
                    status=301,
                    location="https://www.records.example/bridges/harbour",
                )
            ],
            http_status=200,
            peer="203.0.113.7",
            media_type="text/html",
            charset="utf-8",
            charset_rule="header",
            page_title="Harbour Bridge: facts and figures",
            page_kind="article",
            page_kind_reasons=["1,842 characters of prose", "one <article>"],
            text_sha256=sha("evidence 1"),
            text_length=5210,
            body_sha256=sha("body 1"),
            article=[Range(120, 4000)],
            hidden=[Range(3000, 3100)],
            exchange=Exchange(
                request_headers={"user-agent": "uratori/0.1.0", "accept-encoding": "gzip, identity"},
                response_headers={
                    "content-type": "text/html",
                    "etag": '"7-5f"',
                    "x-note": "<b>*bold*</b> `code` " * 40,
                },
                http_version="HTTP/1.1",
                peer="203.0.113.7",
                tls_sha256=sha("certificate"),
                framing="chunked",
                content_encoding="gzip",
                wire_bytes=12_345,
                body_bytes=50_112,
                started_at=START,
                ended_at=START + timedelta(seconds=1),
                seconds=0.742,
                robots="allowed",
            ),
            readers={"selectolax": "0.4.0", "uratori": "0.1.0"},
            files=[
                SavedFile(role="text", path="evidence/evidence_1.txt", sha256=sha("evidence 1"), bytes=5480),
                SavedFile(role="raw", path="evidence/evidence_1-raw.html", sha256=sha("raw 1"), bytes=50112),
                SavedFile(role="exchange", path="evidence/evidence_1-exchange.json", sha256=sha("x 1"), bytes=900),
                SavedFile(role="html", path="evidence/evidence_1.html", sha256=sha("body 1"), bytes=50112),
            ],
        ),
        Evidence(
            **common,
            recorded_at=clock(),
            evidence_id="evidence_2",
            job_id="job_1",
            provenance="browser",
            discovered_via="cited_in_source",
            url="https://tower.example/ja/about",
            final_url="https://tower.example/ja/about",
            http_status=200,
            media_type="text/html",
            charset="shift_jis",
            charset_rule="meta",
            page_title="東京タワーについて",
            page_kind="list",
            page_kind_reasons=["more link text than prose"],
            signals=[
                Signal(
                    name="instructs_the_reader",
                    severity="danger",
                    source="page",
                    detail="The page tells the reader to ignore earlier instructions.",
                    start=800,
                    end=860,
                ),
                Signal(name="old_page", severity="info", source="headers", detail="Last-Modified is 2009-04-01."),
            ],
            text_sha256=sha("evidence 2"),
            text_length=2210,
            body_sha256=sha("body 2"),
            complete=False,
            exchange=Exchange(
                content="rendered_dom",
                response_headers={"content-type": "text/html"},
                http_version="HTTP/2.0",
                body_bytes=61_000,
                started_at=START,
                seconds=2.2,
                robots="unread",
            ),
            readers={"chromium": "140.0.7339.0", "selectolax": "0.4.0", "uratori": "0.1.0"},
            files=[
                SavedFile(role="raw", path="evidence/evidence_2-raw.html", sha256=sha("raw 2"), bytes=61000),
                SavedFile(role="text", path="evidence/evidence_2.txt", sha256=sha("evidence 2"), bytes=6600),
                SavedFile(role="screenshot", path="evidence/evidence_2.png", sha256=sha("shot 2"), bytes=84000),
            ],
        ),
        Evidence(
            **common,
            recorded_at=clock(),
            evidence_id="evidence_3",
            job_id="job_2",
            provenance="http",
            discovered_via="agent_search",
            url="https://archive.example/report-1932.pdf",
            final_url="https://archive.example/report-1932.pdf",
            http_status=200,
            media_type="application/pdf",
            page_title="Report of the Chief Engineer",
            text_sha256=sha("evidence 3"),
            text_length=44000,
            body_sha256=sha("body 3"),
            exchange=Exchange(http_version="HTTP/1.1", confirmed="evidence_1", body_bytes=812345),
            pages=[
                PdfPage(number=1, label="i", start=0, end=20000),
                PdfPage(number=2, label="ii", start=20002, end=44000),
            ],
            files=[SavedFile(role="pdf", path="evidence/evidence_3.pdf", sha256=sha("body 3"), bytes=812345)],
        ),
        Evidence(
            **common,
            recorded_at=clock(),
            evidence_id="evidence_4",
            provenance="agent_captured",
            discovered_via="agent_knowledge",
            url="https://members.example/painters",
            text_sha256=sha("evidence 4"),
            text_length=640,
            files=[
                SavedFile(role="text", path="evidence/evidence_4.txt", sha256=sha("evidence 4"), bytes=700),
                SavedFile(role="screenshot", path="evidence/evidence_4.jpg", sha256=sha("shot 4"), bytes=91000),
            ],
            expected_terms=[TermCheck(term="repainted", found=True), TermCheck(term="never stops", found=False)],
            note="Behind a login; copied from the open tab.",
        ),
        Evidence(
            **common,
            recorded_at=clock(),
            evidence_id="evidence_5",
            job_id="job_7",
            provenance="file",
            discovered_via="agent_knowledge",
            file_path="/home/reader/notes/tower.txt",
            media_type="text/plain",
            charset="utf-8",
            charset_rule="detected",
            text_sha256=sha("evidence 5"),
            text_length=300,
            files=[SavedFile(role="text", path="evidence/evidence_5.txt", sha256=sha("evidence 5"), bytes=301)],
        ),
    ]
