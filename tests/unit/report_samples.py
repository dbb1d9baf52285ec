"""Session extracts for tests of reports: a rich one with every kind of record, small ones, and a hostile one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from evidence.ranges import Range
from ledger.records import (
    Attachment,
    AttemptEnd,
    AttemptStart,
    Claim,
    Evidence,
    Exclusion,
    Finalization,
    Job,
    JobOutcome,
    JobRun,
    NonClaim,
    Picture,
    Recheck,
    Restoration,
    Session,
    VerdictEntry,
)
from ledger.values import CitedUrl, Exchange, PdfPage, Redirect, SavedFile, Signal, TermCheck
from ledger.views import (
    AttachmentCounts,
    AttemptView,
    AttentionItem,
    ClaimCounts,
    Coverage,
    EffectiveIds,
    EvidenceCounts,
    ExclusionCounts,
    ExclusionView,
    JobView,
    SessionExtract,
    Summary,
)

SID = "fc_20260704T012233_0badcafe"
START = datetime(2026, 7, 4, 1, 22, 33, tzinfo=UTC)

TEXT = (
    "The Harbour Bridge and its keepers\n"
    "\n"
    "The bridge was opened on 19 March 1932 after eight years of work. It carries rail, road and foot traffic, and its "
    "arch spans 503 metres. About 1,400 men built it, of whom 16 died. Painters never stop: once they reach the end, "
    "they start again. 🌉\n"
    "\n"
    "東京タワーは1958年12月23日に完成した。高さは333メートルで、当時は世界一の自立式鉄塔だった。塗り替えは約5年ごとに行われる。\n"
    "\n"
    "Both are said to be loved by everyone who sees them.\n"
)


class Clock:
    """Gives moments three seconds apart."""

    def __init__(self, start: datetime = START) -> None:
        self.now = start

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=3)
        return self.now


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def place(part: str, text: str = TEXT) -> tuple[int, int]:
    start = text.index(part)
    return start, start + len(part)


def _claims(clock: Clock) -> list[Claim]:
    parts = [
        ("The bridge was opened on 19 March 1932", "The bridge opened on 19 March 1932.", "date"),
        ("after eight years of work.", "Building the bridge took eight years.", None),
        ("its arch spans 503 metres.", "The arch of the bridge spans 503 metres.", "number"),
        ("About 1,400 men built it, of whom 16 died.", "About 1,400 men built the bridge; 16 died.", "number"),
        ("of whom 16 died.", "Sixteen workers died.", "number"),
        (
            "Painters never stop: once they reach the end, they start again. 🌉",
            "The bridge is painted all the time.",
            None,
        ),
        ("東京タワーは1958年12月23日に完成した。", "東京タワーは1958年12月23日に完成した。", "日付"),
        ("高さは333メートルで、当時は世界一の自立式鉄塔だった。", "東京タワーの高さは333メートルである。", "数値"),
        ("Both are said to be loved by everyone", "Everyone loves both.", "opinion"),
        ("塗り替えは約5年ごとに行われる。", "東京タワーは約5年ごとに塗り替えられる。", None),
    ]
    return [
        Claim(
            session_id=SID,
            recorded_at=clock(),
            claim_id=f"claim_{number}",
            start=place(part)[0],
            end=place(part)[1],
            claim=claim,
            claim_kind=kind,
        )
        for number, (part, claim, kind) in enumerate(parts, 1)
    ]


def _non_claims(clock: Clock) -> list[NonClaim]:
    first = place("The Harbour Bridge and its keepers\n\n")
    parts = [
        (first, "heading"),
        (place("It carries rail, road and foot traffic, and"), "common knowledge, not checked"),
    ]
    return [
        NonClaim(session_id=SID, recorded_at=clock(), non_claim_id=f"non_claim_{n}", start=s, end=e, reason=reason)
        for n, ((s, e), reason) in enumerate(parts, 1)
    ]


def _evidence(clock: Clock) -> list[Evidence]:
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


def attachment(clock: Clock, number: int, claim: int, evidence: int, quote: str, **more: Any) -> Attachment:
    """An attachment with plain values for what a test does not care about."""
    values: dict[str, Any] = {
        "start": 200,
        "end": 200 + len(quote),
        "matched_text": quote,
        "match_kind": "exact",
        "occurrence": 1,
        "occurrences": 1,
        "in_article": True,
        "relation": "supports",
        "rationale": "It says so in these words.",
    }
    return Attachment(
        session_id=SID,
        recorded_at=clock(),
        attachment_id=f"attachment_{number}",
        claim_id=f"claim_{claim}",
        evidence_id=f"evidence_{evidence}",
        quote=quote,
        **(values | more),
    )


def _attachments(clock: Clock) -> list[Attachment]:
    page = "https://www.records.example/bridges/harbour"
    return [
        attachment(
            clock,
            1,
            1,
            1,
            "The bridge was officially opened on Saturday 19 March 1932.",
            fragment_url=f"{page}#:~:text=The%20bridge%20was%20officially%20opened,19%20March%201932.",
        ),
        attachment(
            clock,
            2,
            1,
            3,
            "opened to the public on the nineteenth of March",
            matched_text="opened to the pub-\nlic on the nineteenth of March",
            match_kind="folded",
            folds=["hyphenation", "spacing"],
            pages=[1, 2],
            rationale="The engineer's own report gives the same day.",
            fragment_url="https://archive.example/report-1932.pdf#page=1",
        ),
        attachment(
            clock,
            3,
            3,
            1,
            "the arch span is 503 metres",
            occurrence=2,
            occurrences=3,
            rationale="The figure is given twice on the page.",
        ),
        attachment(
            clock,
            4,
            4,
            1,
            "Around 1,400 workers took part and 16 lost their lives",
            relation="supports",
        ),
        attachment(
            clock,
            5,
            4,
            3,
            "a force of 1,654 men",
            relation="contradicts",
            pages=[2],
            rationale="The report counts 1,654 men.",
        ),
        attachment(
            clock,
            6,
            6,
            4,
            "The bridge is repainted all year round.",
            relation="partial",
            in_article=None,
            rationale="It does not say that they start again at once.",
        ),
        attachment(
            clock,
            7,
            7,
            2,
            "1958年12月23日竣工",
            in_article=False,
            hidden_text=True,
            rationale="竣工の日付が同じである。",
        ),
        attachment(
            clock,
            8,
            8,
            2,
            "高さ333m",
            matched_text="高さ ３３３ｍ",
            match_kind="folded",
            folds=["cjk-space"],
            cuts=["negation"],
            short_quote_reason="The figure stands alone in a table.",
            rationale="高さの数値が一致する。",
        ),
        attachment(clock, 9, 8, 5, "333 metres", relation="irrelevant", rationale="Another tower is meant."),
    ]


def _verdicts(clock: Clock) -> list[VerdictEntry]:
    said = [
        (1, "partially_verified", "Only the year was found at first."),
        (1, "verified", "Two independent sources give the day.\nOne is the engineer's own report."),
        (3, "verified", "The page gives 503 metres."),
        (4, "contradicted", "The engineer's report counts 1,654 men."),
        (6, "partially_verified", "Repainting all year is supported; starting again is not."),
        (7, "verified", "公式ページの日付と一致する。"),
        (8, "verified", "高さは一致する。「世界一」は主張に含めていない。"),
        (9, "unverifiable", "No source could show what everyone feels."),
    ]
    return [
        VerdictEntry.model_validate(
            {
                "session_id": SID,
                "recorded_at": clock(),
                "verdict_id": f"verdict_{number}",
                "claim_id": f"claim_{claim}",
                "verdict": verdict,
                "rationale": rationale,
            }
        )
        for number, (claim, verdict, rationale) in enumerate(said, 1)
    ]


def _exclusion(clock: Clock, number: int, kind: str, target: str, reason: str) -> Exclusion:
    return Exclusion.model_validate(
        {
            "session_id": SID,
            "recorded_at": clock(),
            "exclusion_id": f"exclusion_{number}",
            "target_type": kind,
            "target_id": target,
            "reason": reason,
        }
    )


def _exclusions(clock: Clock, claims: list[Claim], attachments: list[Attachment]) -> list[ExclusionView]:
    first = _exclusion(clock, 1, "claim", "claim_3", "Wrong range.")
    back = Restoration(
        session_id=SID,
        recorded_at=clock(),
        restoration_id="restoration_1",
        exclusion_id="exclusion_1",
        reason="The range was right after all.",
    )
    return [
        ExclusionView(exclusion=first, restoration=back, target=claims[2].model_dump(mode="json")),
        ExclusionView(
            exclusion=_exclusion(clock, 2, "claim", "claim_10", "Will be registered again with the right wording."),
            target=claims[9].model_dump(mode="json"),
        ),
        ExclusionView(
            exclusion=_exclusion(clock, 3, "attachment", "attachment_9", "It is about another tower."),
            target=attachments[8].model_dump(mode="json"),
        ),
    ]


def _attempts(clock: Clock) -> list[AttemptView]:
    tried: list[tuple[str, str, str, int, dict[str, Any] | None]] = [
        ("job_1", "http", "https://records.example/bridge?id=7", 1,
         {"outcome": "failed", "error_kind": "timeout", "message": "No answer within 30 s."}),
        ("job_1", "http", "https://records.example/bridge?id=7", 2,
         {"outcome": "succeeded", "http_status": 200, "bytes": 50112, "detail": "text/html; article found"}),
        ("job_1", "http", "https://tower.example/ja/about", 1,
         {"outcome": "failed", "error_kind": "http_status", "http_status": 503, "message": "The server answered 503.\n"
          "Retry-After: 120"}),
        ("job_1", "browser", "https://tower.example/ja/about", 1,
         {"outcome": "succeeded", "http_status": 200, "bytes": 81200}),
        ("job_2", "http", "https://archive.example/report-1932.pdf", 1,
         {"outcome": "interrupted", "error_kind": "crash", "message": "The hub stopped while this ran."}),
        ("job_2", "http", "https://archive.example/report-1932.pdf", 1,
         {"outcome": "succeeded", "http_status": 200, "bytes": 812345}),
        ("job_3", "http", "https://gone.example/page", 1,
         {"outcome": "failed", "error_kind": "http_status", "http_status": 404, "message": "The server answered 404."}),
        ("job_2", "read", "https://archive.example/report-1932.pdf", 1,
         {"outcome": "succeeded", "detail": "pdf, 44000 characters, 2 pages"}),
        ("job_3", "http", "https://thin.example/app", 1,
         {"outcome": "succeeded", "http_status": 200, "bytes": 912}),
        ("job_3", "read", "https://thin.example/app", 1,
         {"outcome": "failed", "error_kind": "thin_page", "message": "The page has 12 characters of prose.",
          "detail": "html, 40 characters, 12 of prose"}),
        ("job_0", "http", "https://blog.example/steel", 1, {"outcome": "succeeded", "http_status": 200, "bytes": 9000}),
        ("job_5", "report", "report.md", 1, {"outcome": "succeeded", "bytes": 20000}),
        ("job_6", "export", "pdf towers.pdf", 1,
         {"outcome": "failed", "error_kind": "images_missing", "message": "Pictures of the report are missing."}),
        ("job_7", "file", "tower.txt", 1, {"outcome": "succeeded", "bytes": 301}),
        ("job_7", "read", "tower.txt", 1, {"outcome": "succeeded", "detail": "text, 300 characters"}),
        ("job_4", "picture", "evidence_1 page", 1,
         {"outcome": "failed", "error_kind": "browser_died", "message": "Chromium ended while it drew the picture."}),
        ("job_4", "picture", "evidence_3 pdf", 1, None),
    ]  # fmt: skip
    views = []
    for number, (job, stage, item, n, end) in enumerate(tried, 1):
        start = AttemptStart(
            session_id=SID,
            recorded_at=clock(),
            attempt_id=f"attempt_{number}",
            job_id=job,
            stage=stage,
            item=item,
            number=n,
            flow_run_id=f"0000000{job[-1]}-aaaa-4bbb-8ccc-dddddddddddd",
            task_run_id=f"1111111{number}-aaaa-4bbb-8ccc-dddddddddddd",
        )
        ended = (
            AttemptEnd.model_validate(
                {"session_id": SID, "recorded_at": clock(), "attempt_id": start.attempt_id, **end}
            )
            if end
            else None
        )
        views.append(AttemptView(start=start, end=ended))
    return views


def _jobs(clock: Clock) -> list[JobView]:
    views = []
    for number, (kind, outcome) in enumerate(
        [("fetch_evidence", "succeeded"), ("fetch_evidence", "succeeded"), ("fetch_evidence", "failed"),
         ("render_pictures", None)], 1,
    ):  # fmt: skip
        job_id = f"job_{number}"
        runs = [
            JobRun(
                session_id=SID,
                recorded_at=clock(),
                job_run_id=f"{job_id}_{n}",
                job_id=job_id,
                number=n,
                flow_run_id=f"0000000{number}-aaaa-4bbb-8ccc-dddddddddddd",
                flow_run_name=f"{kind} {SID} ({n})",
            )
            for n in ((1, 2) if number == 2 else (1,))
        ]
        job = Job.model_validate(
            {"session_id": SID, "recorded_at": clock(), "job_id": job_id, "kind": kind, "parameters": {},
             "request_key": f"key {number}"}
        )  # fmt: skip
        error = {"code": "FETCH_FAILED", "message": "No source could be fetched.", "suggestion": "", "facts": {}}
        end = (
            JobOutcome.model_validate(
                {"session_id": SID, "recorded_at": clock(), "job_id": job_id, "outcome": outcome,
                 "error": error if outcome == "failed" else None}
            )
            if outcome
            else None
        )  # fmt: skip
        views.append(JobView(job=job, runs=runs, outcome=end))
    return views


def _pictures(clock: Clock) -> list[Picture]:
    drawn: list[tuple[int, str, str | None, bool, bool, int | None, str | None]] = [
        (1, "saved_html", "attachments/attachment_1.png", True, True, None, None),
        (2, "pdf_page", "attachments/attachment_2-p1.png", True, True, 1, None),
        (2, "pdf_page", "attachments/attachment_2-p2.png", True, True, 2, None),
        (4, "saved_html", None, False, False, None, "The quote is not visible in the saved page."),
        (4, "saved_text", "attachments/attachment_4-saved-text.png", True, True, None,
         "Drawn from the saved text: the page does not show the quote."),
        (5, "pdf_page", None, False, True, 2, "The page could not be drawn: broken font."),
        (6, "agent_captured", "evidence/evidence_4.jpg", False, True, None, "Not taken by this tool."),
        (7, "saved_text", "attachments/attachment_7-saved-text.webp", False, True, None, None),
    ]  # fmt: skip
    return [
        Picture.model_validate(
            {
                "session_id": SID,
                "recorded_at": clock(),
                "picture_id": f"picture_{number}",
                "attachment_id": f"attachment_{of}",
                "job_id": "job_4",
                "source": source,
                "path": path,
                "sha256": sha(path) if path else None,
                "highlighted": highlighted,
                "adopted": adopted,
                "page": page,
                "note": note,
            }
        )
        for number, (of, source, path, highlighted, adopted, page, note) in enumerate(drawn, 1)
    ]


def _attention(claims: list[Claim]) -> list[AttentionItem]:
    said: list[tuple[int, str, str, str | None, str | None]] = [
        (4, "contradicted", "The engineer's report counts 1,654 men.", "contradicted", None),
        (
            6,
            "partially_verified",
            "Repainting all year is supported; starting again is not.",
            "partially_verified",
            None,
        ),
        (9, "unverifiable", "No source could show what everyone feels.", "unverifiable", None),
        (6, "only_agent_captured", "Its only support was submitted by the agent.", "partially_verified", "evidence_4"),
        (
            6,
            "expected_terms_missing",
            "evidence_4 lacks expected terms: never stops.",
            "partially_verified",
            "evidence_4",
        ),
        (7, "hidden_text", "attachment_7 quotes collapsed text.", "verified", "evidence_2"),
    ]
    return [
        AttentionItem.model_validate(
            {
                "claim_id": f"claim_{number}",
                "evidence_id": evidence,
                "reason": reason,
                "verdict": verdict,
                "start": claims[number - 1].start,
                "end": claims[number - 1].end,
                "detail": detail,
            }
        )
        for number, reason, detail, verdict, evidence in said
    ]


def _rechecks(clock: Clock) -> list[Recheck]:
    """Two rounds: what was there has changed, a link has to change, a page is gone and another could not be read."""
    said: list[tuple[int, str, dict[str, Any]]] = [
        (1, "same", {}),
        (2, "moved", {"fragment_url": "https://bridge.example/history#:~:text=1%2C400%20men", "pages": [3]}),
        (1, "changed", {"nearest": "the <b>bridge</b> opened in 1933", "diff": "opened in [-1932-]{+1933+}"}),
        (3, "gone", {"http_status": 404, "reason": "http_status", "message": "The server answered 404 Not Found."}),
        (1, "unread", {"reason": "timeout", "message": "No complete answer within 30 seconds."}),
    ]
    return [
        Recheck.model_validate(
            {
                "session_id": SID,
                "recorded_at": clock(),
                "recheck_id": f"recheck_{number}",
                "attachment_id": f"attachment_{attachment}",
                "job_id": "job_9",
                "result": result,
                "news": result in ("moved", "changed", "gone"),
                "checked_url": "https://bridge.example/history",
                **more,
            }
        )
        for number, (attachment, result, more) in enumerate(said, 1)
    ]


def union(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges merged, ascending."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def gaps_of(ranges: list[tuple[int, int]], length: int) -> Iterator[Range]:
    """What the ranges leave of a text."""
    at = 0
    for start, end in [*union(ranges), (length, length)]:
        if at < start:
            yield Range(at, start)
        at = max(at, end)


def summary_of(live: list[Claim], others: list[NonClaim], text: str, **counts: Any) -> Summary:
    """A summary whose coverage follows from the ranges."""
    ranges = [(item.start, item.end) for item in [*live, *others]]
    covered = sum(end - start for start, end in union(ranges))
    left = list(gaps_of(ranges, len(text)))
    return Summary(
        coverage=Coverage(
            covered=covered,
            total=len(text),
            ratio=covered / len(text),
            percent=f"{100 * covered / len(text):.2f}%",
            complete=not left,
            gaps=len(left),
        ),
        non_claims=len(others),
        **counts,
    )


def rich(**changes: Any) -> tuple[SessionExtract, str]:
    """A session with every kind of record; `changes` replace fields of the extract."""
    clock = Clock()
    session = Session(
        session_id=SID,
        recorded_at=clock(),
        title="Two towers of steel / 二つの鉄の塔",
        language="en",
        project="steel",
        source_kind="url",
        origin="https://blog.example/steel",
        final_url="https://blog.example/steel/",
        source_sha256=sha(TEXT),
        source_length=len(TEXT),
        cited_urls=[CitedUrl(url="https://tower.example/ja/about", start=0, end=3)],
        job_id="job_0",
        exchange=Exchange(http_version="HTTP/1.1", response_headers={"server": "blog"}, body_bytes=4_096, seconds=0.2),
        files=[SavedFile(role="exchange", path="source-exchange.json", sha256=sha("x 0"), bytes=700)],
        readers={"selectolax": "0.4.0", "uratori": "0.1.0"},
    )
    claims, others, evidence = _claims(clock), _non_claims(clock), _evidence(clock)
    attachments, attempts = _attachments(clock), _attempts(clock)
    verdicts, exclusions = _verdicts(clock), _exclusions(clock, claims, attachments)
    live = [claim for claim in claims if claim.claim_id != "claim_10"]
    values: dict[str, Any] = {
        "session": session,
        "archived": False,
        "reports_stale_since": None,
        "summary": summary_of(
            live,
            others,
            TEXT,
            claims=ClaimCounts(
                total=9, without_verdict=2, verified=4, contradicted=1, partially_verified=1, unverifiable=1
            ),
            evidence=EvidenceCounts(total=5, http=2, browser=1, file=1, agent_captured=1),
            attachments=AttachmentCounts(total=8, supports=6, contradicts=1, partial=1, irrelevant=0),
            exclusions=ExclusionCounts(total=3, active=2, restored=1),
        ),
        "effective": EffectiveIds(
            claims=[claim.claim_id for claim in live],
            non_claims=[item.non_claim_id for item in others],
            evidence=[item.evidence_id for item in evidence],
            attachments=[item.attachment_id for item in attachments if item.attachment_id != "attachment_9"],
        ),
        "gaps": list(gaps_of([(item.start, item.end) for item in [*live, *others]], len(TEXT))),
        "attention": _attention(claims),
        "claims": claims,
        "non_claims": others,
        "evidence": evidence,
        "attachments": attachments,
        "verdicts": verdicts,
        "exclusions": exclusions,
        "jobs": _jobs(clock),
        "attempts": attempts,
        "pictures": _pictures(clock),
        "rechecks": _rechecks(clock),
        "finalizations": [
            Finalization(session_id=SID, recorded_at=clock(), finalization_id="finalization_1", summary={})
        ],
        "report_files": [],
        "chain_head": sha("chain"),
        "chain_length": 71,
    }
    return SessionExtract(**(values | changes)), TEXT


def open_again(**changes: Any) -> tuple[SessionExtract, str]:
    """The rich session after it was finalized: two verdicts do not stand, a non-claim lies over claims."""
    extract, text = rich()
    at = extract.finalizations[-1].recorded_at + timedelta(seconds=60)
    gone = Exclusion(session_id=SID, recorded_at=at, exclusion_id="exclusion_4", target_type="attachment",
                     target_id="attachment_7", reason="Not the page that was meant.")  # fmt: skip
    wide = NonClaim(session_id=SID, recorded_at=at, non_claim_id="non_claim_3", start=36, end=172, reason="chatter")
    said = [
        ("verdict_without_basis", "claim_7", None, "verified",
         "Verified needs a live attachment with relation supports."),
        ("conflict_unnamed", "claim_4", None, "contradicted",
         "Live attachments support and contradict the claim, and the rationale does not say so."),
        ("non_claim_over_claim", None, "non_claim_3", None, "It overlaps claim_1, claim_2 and claim_3."),
        ("non_claim_over_paragraph", None, None, None, "3 more non-claims that cover more than a paragraph."),
    ]  # fmt: skip
    places: dict[str | None, Claim | NonClaim] = {claim.claim_id: claim for claim in extract.claims}
    places["non_claim_3"] = wide
    doubts = [
        AttentionItem.model_validate(
            {"claim_id": claim, "non_claim_id": other, "reason": reason, "verdict": verdict, "detail": detail,
             "start": place.start if place else None, "end": place.end if place else None}
        )
        for reason, claim, other, verdict, detail in said
        for place in [places.get(claim or other)]
    ]  # fmt: skip
    live = extract.effective
    values: dict[str, Any] = {
        "reports_stale_since": at,
        "attention": [*doubts, *extract.attention],
        "non_claims": [*extract.non_claims, wide],
        "exclusions": [
            *extract.exclusions,
            ExclusionView(exclusion=gone, target=extract.attachments[6].model_dump(mode="json")),
        ],
        "effective": live.model_copy(
            update={
                "non_claims": [*live.non_claims, "non_claim_3"],
                "attachments": [name for name in live.attachments if name != "attachment_7"],
            }
        ),
    }
    return extract.model_copy(update=values | changes), text


def long(count: int) -> tuple[SessionExtract, str]:
    """A finished session of `count` claims, each with a verdict and one quote, every fifth flagged."""
    clock = Clock()
    verdicts = ("verified", "partially_verified", "unverifiable", "contradicted")
    sentences = [
        f"Sentence number {number} says that the {number}th figure is {number * 7}.\n" for number in range(count)
    ]
    text, at, claims = "".join(sentences), 0, []
    for number, sentence in enumerate(sentences, 1):
        claims.append(
            Claim(session_id=SID, recorded_at=clock(), claim_id=f"claim_{number}", start=at, end=at + len(sentence),
                  claim=sentence.strip())
        )  # fmt: skip
        at += len(sentence)
    evidence = _evidence(clock)[:1]
    attachments = [
        attachment(clock, number, number, 1, f"figure {number} is {number * 7}") for number in range(1, count + 1)
    ]
    entries = [
        VerdictEntry.model_validate(
            {
                "session_id": SID,
                "recorded_at": clock(),
                "verdict_id": f"verdict_{number}",
                "claim_id": f"claim_{number}",
                "verdict": verdicts[number % 4],
                "rationale": f"The page gives {number * 7}.",
            }
        )
        for number in range(1, count + 1)
    ]
    attention = [
        AttentionItem(claim_id=claim.claim_id, reason="folded_quote", start=claim.start, end=claim.end, detail="Look.")
        for claim in claims[::5]
    ]
    extract, _ = rich(
        claims=claims, non_claims=[], evidence=evidence, attachments=attachments, verdicts=entries, exclusions=[],
        pictures=[], rechecks=[], attention=attention, gaps=[],
        effective=EffectiveIds(
            claims=[claim.claim_id for claim in claims], non_claims=[], evidence=["evidence_1"],
            attachments=[item.attachment_id for item in attachments],
        ),
    )  # fmt: skip
    return extract, text
