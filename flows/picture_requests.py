"""Which job draws which attachment: what is being drawn already is waited for, never drawn a second time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from flows import job_rows
from flows.bursts import in_order
from ledger.records import Picture
from ledger.store import Ledger
from ledger.values import JobKind
from ledger.views import JobView

KIND: Final[JobKind] = "render_pictures"

Submit = Callable[[JobKind, str, Mapping[str, Any]], JobView]


class PictureRequests:
    """Asks for pictures, one request at a time; blocking, from any thread."""

    def __init__(self, ledger: Ledger, submit: Submit) -> None:
        self._ledger = ledger
        self._submit = submit
        self._lock = threading.Lock()

    def ask(self, session_id: str, attachment_ids: Iterable[str]) -> list[JobView]:
        """The open jobs that draw these attachments, a new one for those that nobody draws yet as the last.

        Attachments that a try is recorded for are done with; without any other there is no job.

        Raises:
            Refusal: as `JobDesk.submit`.
        """
        with self._lock:
            with self._ledger.read() as reader:
                wanted = set(attachment_ids)
                condition = "session_id = ? AND attachment_id IN (SELECT unnest(?::VARCHAR[]))"
                tried = reader.select(Picture, condition, [session_id, list(wanted)])
                wanted -= {picture.attachment_id for picture in tried}
            joined, drawn = [], set[str]()
            for view in job_rows.open_jobs(self._ledger, session_id):
                ids = set(view.job.parameters.get("attachment_ids", [])) if view.job.kind == KIND else set()
                if ids & wanted:
                    joined.append(view)
                    drawn |= ids
            left = in_order(wanted - drawn)
            return [*joined, self._submit(KIND, session_id, {"attachment_ids": left})] if left else joined
