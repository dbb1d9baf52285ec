"""The jobs of a sample session and their tries."""

from __future__ import annotations

from typing import Any

from ledger.records import AttemptEnd, AttemptStart, Job, JobOutcome, JobRun
from ledger.views import AttemptView, JobView
from tests.unit.report_basics import SID, Clock


def sample_attempts(clock: Clock) -> list[AttemptView]:
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


def sample_jobs(clock: Clock) -> list[JobView]:
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
