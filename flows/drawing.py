"""Drawing the quotes of a session and recording each try. For the picture flow, and finalize."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from flows import progress
from flows.services import Services
from ledger import pictures
from ledger.attachments import record_picture, without_picture
from ledger.folders import SessionFolder, staging
from ledger.reader import Reader
from ledger.records import Attachment, Evidence, Picture
from tasks.pictures_evidence import draw_evidence
from tasks.pictures_values import PictureResult, QuoteSpot

logger = logging.getLogger(__name__)


def grouped(
    services: Services, session_id: str, attachment_ids: Sequence[str] | None
) -> list[tuple[Evidence, list[Attachment]]]:
    """The attachments that have no picture yet (of those asked for), by evidence: one page load draws a whole group."""
    with services.ledger.read() as reader:
        return _grouped(reader, session_id, set(without_picture(reader, session_id, attachment_ids)))


def changed(services: Services, session_id: str) -> list[tuple[Evidence, list[Attachment]]]:
    """The attachments whose picture is not as recorded any more, or was given up for that, as `grouped`.

    Every picture is hashed.
    """
    with services.ledger.read() as reader:
        found = set(pictures.changed(reader, session_id, SessionFolder(services.home, session_id)))
        found |= {attachment.attachment_id for attachment in pictures.lost(reader, session_id)}
        return _grouped(reader, session_id, found)


def _grouped(reader: Reader, session_id: str, wanted: set[str]) -> list[tuple[Evidence, list[Attachment]]]:
    groups: dict[str, list[Attachment]] = {}
    for attachment in reader.all(Attachment, session_id) if wanted else ():
        if attachment.attachment_id in wanted:
            groups.setdefault(attachment.evidence_id, []).append(attachment)
    return [(reader.one(Evidence, session_id, evidence_id), group) for evidence_id, group in groups.items()]


async def draw(
    services: Services,
    session_id: str,
    job_id: str,
    groups: Sequence[tuple[Evidence, Sequence[Attachment]]],
    *,
    again: bool = False,
) -> list[Picture]:
    """Draw the groups at the same time (the browser bounds itself) and record what came of each attachment.

    `again`: they have pictures, which these take the place of.
    A quote that can't be drawn has a picture record that says why; nothing here is an error of the attachment.
    """
    done = 0
    total = sum(len(group) for _, group in groups)

    async def one(evidence: Evidence, group: Sequence[Attachment]) -> list[Picture]:
        nonlocal done
        results = await _draw_group(services, session_id, job_id, evidence, group)
        recorded = await asyncio.to_thread(_record, services, session_id, job_id, results, again)
        done += len(group)
        progress.report(job_id, done, total, f"{done} of {total} pictures drawn")
        return recorded

    progress.report(job_id, 0, total, f"drawing {total} picture{'' if total == 1 else 's'}")
    drawn = await asyncio.gather(*(one(evidence, group) for evidence, group in groups))
    return [picture for group in drawn for picture in group]


async def _draw_group(
    services: Services, session_id: str, job_id: str, evidence: Evidence, group: Sequence[Attachment]
) -> list[PictureResult]:
    spots = [
        QuoteSpot(attachment_id=one.attachment_id, start=one.start, end=one.end, over_page_ends="page-end" in one.folds)
        for one in group
    ]
    try:
        return await draw_evidence(
            evidence,
            SessionFolder(services.home, session_id).path,
            spots,
            staging=staging(services.home) / job_id,
            job_id=job_id,
            session_id=session_id,
            sink=services.sink,
            chromium=services.chromium,
        )
    except Exception:  # whatever it is, a missing picture must not take the attachment or the others with it
        logger.exception("the pictures of %s in %s could not be drawn", evidence.evidence_id, session_id)
        note = "The picture could not be drawn by a fault of the program; the hub's log has the details."
        return [
            PictureResult(attachment_id=spot.attachment_id, source="saved_text", highlighted=False, note=note)
            for spot in spots
        ]


def _record(
    services: Services, session_id: str, job_id: str, results: Sequence[PictureResult], again: bool
) -> list[Picture]:
    """One short transaction per attachment: ledger calls of others go between."""
    by_attachment: dict[str, list[PictureResult]] = {}
    for result in results:
        by_attachment.setdefault(result.attachment_id, []).append(result)
    return [
        picture
        for attachment_id, tries in by_attachment.items()
        for picture in _record_tries(services, session_id, job_id, attachment_id, tries, again)
    ]


def _record_tries(
    services: Services, session_id: str, job_id: str, attachment_id: str, tries: Sequence[PictureResult], again: bool
) -> list[Picture]:
    folder = SessionFolder(services.home, session_id)
    with services.ledger.write(session_id) as writer:
        if not again and not without_picture(writer, session_id, [attachment_id]):
            return [one for one in writer.all(Picture, session_id) if one.attachment_id == attachment_id]
        recorded = []
        for result in tries:
            picture_id = writer.next_id(Picture, session_id)
            path, sha256 = result.kept, result.sha256
            if result.staged is not None:
                name = f"attachments/{attachment_id}-{picture_id}.png"
                # A file under a never-used id belongs to no record: it was left by a crash, and gives way.
                stored = folder.adopt(Path(result.staged), name, replace=True)
                path, sha256 = stored.path, stored.sha256
            recorded.append(
                record_picture(
                    writer,
                    session_id,
                    attachment_id=attachment_id,
                    source=result.source,
                    highlighted=result.highlighted,
                    adopted=result.adopted,
                    path=path,
                    sha256=sha256,
                    page=result.page,
                    note=result.note,
                    job_id=job_id,
                    picture_id=picture_id,
                )
            )
        return recorded


def shown(tries: Sequence[Picture]) -> Callable[[str], bool]:
    """Tells whether an attachment has a picture to show."""
    with_picture = {picture.attachment_id for picture in pictures.shown_now(tries) if picture.adopted}
    return with_picture.__contains__
