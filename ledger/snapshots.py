"""What is saved of a page, as evidence of a session or as a copy made for a citation: the newest first."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from evidence.urls import same_page
from ledger.chain import NO_SESSION
from ledger.folders import CitationsFolder, SavedFolder, SessionFolder
from ledger.reader import Reader
from ledger.records import Evidence, PageCopy


@dataclass(frozen=True)
class Snapshot:
    """A saved page. Its files are compared with the record when they are read."""

    record: Evidence | PageCopy
    folder: SavedFolder

    @property
    def name(self) -> str:
        """How a caller may name it: the evidence with its session, or the copy."""
        if isinstance(self.record, Evidence):
            return f"{self.record.evidence_id} of {self.record.session_id}"
        return self.record.copy_id

    def text(self) -> str | None:
        """The page's text; None where it is not there as recorded."""
        return self._read("text", self.record.text_sha256)

    def marked_html(self) -> str | None:
        """The page for rendering; None where there is none, or not as recorded."""
        saved = self.record.file("html")
        return self._read("html", saved.sha256) if saved is not None else None

    def _read(self, role: str, sha256: str) -> str | None:
        saved = self.record.file(role)
        if saved is None:
            return None
        try:
            data = self.folder.read_bytes(saved.path)
        except OSError:
            return None
        return data.decode("utf-8") if hashlib.sha256(data).hexdigest() == sha256 else None


def snapshots_of(reader: Reader, home: Path, url: str) -> Iterator[Snapshot]:
    """Everything that is saved of the page, the newest first."""
    host = (urlsplit(url).hostname or "").lower()
    rows = reader.fetch(
        "SELECT e.session_id, e.evidence_id, e.url, e.final_url, x.recorded_at FROM effective_evidence AS e "
        "JOIN evidence AS x ON x.session_id = e.session_id AND x.evidence_id = e.evidence_id "
        "WHERE e.provenance IN ('http', 'browser') AND contains(lower(e.url), $host) "
        "UNION ALL SELECT session_id, copy_id, url, final_url, recorded_at FROM kept_copies "
        "WHERE contains(lower(url), $host) ORDER BY recorded_at DESC",
        {"host": host},
    )
    for session_id, record_id, asked, final, _ in rows:
        if not same_page(url, asked) and not (final and same_page(url, final)):
            continue
        if session_id == NO_SESSION:
            copy = reader.find(PageCopy, session_id, record_id)
            if copy is not None:
                yield Snapshot(copy, CitationsFolder(home))
        else:
            evidence = reader.find(Evidence, session_id, record_id)
            if evidence is not None:
                yield Snapshot(evidence, SessionFolder(home, session_id))
