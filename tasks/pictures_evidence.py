"""All pictures of one evidence's quotes: which way to draw is tried, which is tried next, which is shown."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final

from evidence.sniff import sniff
from ledger.records import Evidence
from ledger.values import PictureSource
from tasks.attempts import AttemptSink, StageError
from tasks.browser import Chromium
from tasks.pictures import draw_html, draw_pdf, draw_text
from tasks.pictures_values import PictureResult, QuoteSpot

IMAGES: Final = frozenset({"png", "jpeg", "gif", "webp"})
NOT_OURS: Final = "Taken by the agent, not by uratori."
Way = Callable[[str, str, list[QuoteSpot]], Awaitable[list[PictureResult]]]
"""Draws the quotes: (path of the way's own file, path of the saved text, quotes)."""


async def draw_evidence(
    evidence: Evidence,
    folder: Path,
    quotes: Sequence[QuoteSpot],
    *,
    staging: Path,
    job_id: str,
    session_id: str,
    sink: AttemptSink,
    chromium: Chromium,
) -> list[PictureResult]:
    """Every try for every quote, with the one to show marked `adopted`. Called by a flow; runs the picture tasks.

    PDF page, else saved page, then the saved text for the quotes that are not marked yet; an agent's capture has the
    agent's own screenshot or none. `folder` is the session folder, `staging` a folder on the same disk for what is
    drawn. A quote or a file that can't be drawn is a result with its reason, never an error.
    """
    drawing = _Drawing(evidence, folder, quotes)
    if evidence.provenance == "agent_captured":
        await drawing.keep_screenshot()
        return adopt(drawing.results)
    common: dict[str, Any] = {
        "staging": str(staging),
        "evidence_id": evidence.evidence_id,
        "job_id": job_id,
        "session_id": session_id,
        "sink": sink,
    }

    async def pdf(file: str, text: str, wanted: list[QuoteSpot]) -> list[PictureResult]:
        drawn: list[PictureResult] = await draw_pdf(file, text, evidence.pages, wanted, **common)
        return drawn

    async def page(file: str, text: str, wanted: list[QuoteSpot]) -> list[PictureResult]:
        drawn: list[PictureResult] = await draw_html(file, text, wanted, chromium=chromium, **common)
        return drawn

    async def saved_text(_file: str, text: str, wanted: list[QuoteSpot]) -> list[PictureResult]:
        drawn: list[PictureResult] = await draw_text(text, wanted, chromium=chromium, **common)
        return drawn

    await drawing.attempt("pdf_page", "pdf", pdf)
    await drawing.attempt("saved_html", "html", page)
    await drawing.attempt("saved_text", "text", saved_text)
    return adopt(drawing.results)


def adopt(results: Sequence[PictureResult]) -> list[PictureResult]:
    """Choose what to show: per attachment the first way that marked the quote, else the last that gave a picture."""
    ways: dict[str, dict[PictureSource, list[PictureResult]]] = {}
    for result in results:
        ways.setdefault(result.attachment_id, {}).setdefault(result.source, []).append(result)
    chosen: dict[str, PictureSource] = {}
    for attachment_id, tries in ways.items():
        shown = [source for source, parts in tries.items() if any(map(_has_picture, parts))]
        good = [source for source in shown if all(part.highlighted for part in tries[source])]
        if shown:
            chosen[attachment_id] = good[0] if good else shown[-1]
    return [
        result.model_copy(
            update={"adopted": _has_picture(result) and chosen.get(result.attachment_id) == result.source}
        )
        for result in results
    ]


def _has_picture(result: PictureResult) -> bool:
    return result.staged is not None or result.kept is not None


class _Drawing:
    """What was tried so far for one evidence's quotes."""

    def __init__(self, evidence: Evidence, folder: Path, quotes: Sequence[QuoteSpot]) -> None:
        self.evidence = evidence
        self.folder = folder
        self.quotes = list(quotes)
        self.results: list[PictureResult] = []

    async def attempt(self, source: PictureSource, role: str, draw: Way) -> None:
        """Try one way for the quotes that no earlier way marked, if the evidence has the file for it."""
        quotes = self._unmarked()
        if not quotes or self.evidence.file(role) is None:
            return
        try:
            file = await asyncio.to_thread(self._intact, role)
            text = await asyncio.to_thread(self._intact, "text")
            self.results += await draw(file, text, quotes)
        except StageError as error:
            self._failed(source, quotes, error.message)

    async def keep_screenshot(self) -> None:
        """The agent's own screenshot, as it is, whatever kind of image it is."""
        saved = self.evidence.file("screenshot")
        if saved is None:
            self._failed("agent_captured", self.quotes, f"{NOT_OURS} No screenshot was submitted.")
            return
        try:
            body = await asyncio.to_thread(Path(await asyncio.to_thread(self._intact, "screenshot")).read_bytes)
        except StageError as error:
            self._failed("agent_captured", self.quotes, error.message)
            return
        if sniff(body, None, saved.path) not in IMAGES:
            self._failed("agent_captured", self.quotes, f"{NOT_OURS} The submitted screenshot is no image.")
            return
        self.results += [
            PictureResult(
                attachment_id=quote.attachment_id,
                source="agent_captured",
                kept=saved.path,
                sha256=saved.sha256,
                bytes=saved.bytes,
                highlighted=False,
                note=NOT_OURS,
            )
            for quote in self.quotes
        ]

    def _intact(self, role: str) -> str:
        """The path of the saved file of that role.

        Raises:
            StageError: `evidence_changed`, it is missing or differs from what was recorded.
        """
        saved = self.evidence.file(role)
        path = self.folder / saved.path if saved else None
        if saved is None or path is None or not path.is_file():
            raise StageError("evidence_changed", f"The saved {role} file is missing.")
        if hashlib.sha256(path.read_bytes()).hexdigest() != saved.sha256:
            raise StageError("evidence_changed", f"The saved {role} file differs from what was recorded.")
        return str(path)

    def _unmarked(self) -> list[QuoteSpot]:
        """The quotes that no way has marked in all of its pictures."""
        marked = {(one.attachment_id, one.source) for one in self.results if _has_picture(one) and one.highlighted}
        broken = {(one.attachment_id, one.source) for one in self.results if not one.highlighted}
        done = {attachment_id for attachment_id, _ in marked - broken}
        return [quote for quote in self.quotes if quote.attachment_id not in done]

    def _failed(self, source: PictureSource, quotes: Sequence[QuoteSpot], note: str) -> None:
        self.results += [
            PictureResult(attachment_id=quote.attachment_id, source=source, highlighted=False, note=note)
            for quote in quotes
        ]
