"""Pictures that are shown: compared with their files, and drawn again or given up when those are not as recorded."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.attachments import record_picture
from ledger.chain import Finding
from ledger.evidence_log import compared
from ledger.folders import SessionFolder
from ledger.reader import Reader
from ledger.records import Attachment, Picture
from ledger.views import AttentionItem
from ledger.writer import Writer

REPLACED = "The file was found changed or missing later."
GIVEN_UP = "The picture that was drawn is {what}, and it could not be drawn again."


def shown_now(pictures: Sequence[Picture]) -> list[Picture]:
    """The pictures, of which those that a later job took the place of are neither adopted nor highlighted."""
    last = {picture.attachment_id: picture.job_id for picture in pictures}
    return [
        picture
        if not picture.adopted or picture.job_id == last[picture.attachment_id]
        else picture.model_copy(update={"adopted": False, "highlighted": False, "note": REPLACED})
        for picture in pictures
    ]


def changed(
    reader: Reader, session_id: str, folder: SessionFolder, *, rehash: bool = True
) -> dict[str, tuple[Picture, Finding]]:
    """The effective attachments with a shown picture that is not as recorded: the first such one, and how it differs.

    Pictures that an agent handed in are files of their evidence and compared there. `rehash` as `file_findings`.
    """
    rows = reader.fetch("SELECT attachment_id FROM effective_attachments WHERE session_id = ?", [session_id])
    live = {str(row[0]) for row in rows}
    found: dict[str, tuple[Picture, Finding]] = {}
    for picture in shown_now(reader.all(Picture, session_id)):
        if not picture.adopted or picture.attachment_id not in live or picture.source == "agent_captured":
            continue
        if picture.path is None or picture.sha256 is None or picture.attachment_id in found:
            continue
        for finding in compared(folder, picture.path, picture.sha256, rehash=rehash):
            found[picture.attachment_id] = (picture, finding)
    return found


def give_up_changed(writer: Writer, session_id: str, folder: SessionFolder) -> list[str]:
    """Record of every picture that is not as recorded that it is shown no more; the attachments.

    Trusts files whose size, inode and times have not moved since they were compared.
    """
    found = changed(writer, session_id, folder, rehash=False)
    for attachment_id, (picture, finding) in found.items():
        record_picture(
            writer,
            session_id,
            attachment_id=attachment_id,
            source=picture.source,
            highlighted=False,
            adopted=False,
            page=picture.page,
            note=GIVEN_UP.format(what=finding.what),
        )
    return list(found)


def lost(reader: Reader, session_id: str) -> list[Attachment]:
    """The effective attachments that were shown in a picture once and have none now."""
    again = "SELECT attachment_id FROM pictures WHERE session_id = ? GROUP BY attachment_id "
    again += "HAVING count(DISTINCT coalesce(job_id, '')) > 1"
    condition = (
        f"session_id = ? AND attachment_id IN ({again}) AND attachment_id IN "  # noqa: S608
        "(SELECT attachment_id FROM effective_attachments WHERE session_id = ?)"
    )
    tries = reader.select(Picture, condition, [session_id] * 3)
    has = {picture.attachment_id for picture in shown_now(tries) if picture.adopted}
    had = dict.fromkeys(picture.attachment_id for picture in tries if picture.adopted)
    return [reader.one(Attachment, session_id, attachment_id) for attachment_id in had if attachment_id not in has]


def lost_pictures(reader: Reader, session_id: str) -> list[AttentionItem]:
    """`lost`, for the attention list."""
    return [
        AttentionItem(
            claim_id=attachment.claim_id,
            evidence_id=attachment.evidence_id,
            reason="picture_changed",
            detail=f"{attachment.attachment_id} had a picture that was changed or lost, and it could not be drawn "
            "again.",
        )
        for attachment in lost(reader, session_id)
    ]
