"""The quotes of a sample session, their pictures, and what became of them."""

from __future__ import annotations

from typing import Any

from ledger.records import Attachment, Picture, Recheck
from tests.unit.report_basics import SID, Clock, sha


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


def sample_attachments(clock: Clock) -> list[Attachment]:
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


def sample_pictures(clock: Clock) -> list[Picture]:
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


def sample_rechecks(clock: Clock) -> list[Recheck]:
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
