"""What had become of quoted passages."""

from __future__ import annotations

from pydantic import Field

from ledger.records.base import Record
from ledger.values import RecheckResult


class Recheck(Record):
    """What had become of a quoted passage when its source was looked at again. The newest of an attachment counts.

    `same`: the stored link still opens at the quote (without one, the quote is still there); `moved`: the quote is
    there, but the link must change, to `fragment_url`; `changed`: the source is there and the quote is not, but perhaps
    `nearest`, which `diff` compares with it; `gone`: the source is no more; `unread`: it could not be read, which says
    nothing of the quote.

    `checked_url` is what was asked for (of a file None), `attempts` are the ids of the tries (of this job, or of one
    that had the page a moment before), `reason` is the stable word of why it was not got. `start`, `end` (code points)
    and `pages` are the place of the quote, or of `nearest`, in the source's text, whose SHA-256 is `text_sha256`.
    `news`: it says what was not known before, so that reports are out of date.
    """

    TABLE = "rechecks"
    KEY = "recheck_id"
    PREFIX = "recheck_"
    recheck_id: str
    attachment_id: str
    job_id: str
    result: RecheckResult
    news: bool
    reason: str | None = None
    message: str | None = None
    checked_url: str | None = None
    final_url: str | None = None
    http_status: int | None = None
    attempts: list[str] = Field(default_factory=list)
    text_sha256: str | None = None
    start: int | None = None
    end: int | None = None
    pages: list[int] = Field(default_factory=list)
    fragment_url: str | None = None
    nearest: str | None = None
    diff: str | None = None
