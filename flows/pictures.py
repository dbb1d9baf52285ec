"""Pictures of attached quotes, one run per burst."""

from __future__ import annotations

import asyncio
from typing import Any

from prefect import flow

from flows import drawing
from flows.job_folder import job_folder
from flows.names import current_run_name
from flows.services import current
from ledger.records import Picture


@flow(name="render-pictures", flow_run_name=lambda: current_run_name("render_pictures"))
async def render_pictures(session_id: str, attachment_ids: list[str], job_id: str | None = None) -> dict[str, Any]:
    """Draw the attached quotes of a session on their saved pages, one page load per evidence.

    Args:
        session_id: The session.
        attachment_ids: The attachments to draw; one that has a picture already is left alone.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    with job_folder(services.home, job_id) as job:
        groups = await asyncio.to_thread(drawing.grouped, services, session_id, attachment_ids)
        await drawing.draw(services, session_id, job, groups)
    return await asyncio.to_thread(_told, session_id, attachment_ids)


def _told(session_id: str, attachment_ids: list[str]) -> dict[str, Any]:
    """Every picture of the attachments, those of an earlier run included, and the attachments without one to show."""
    wanted = set(attachment_ids)
    with current().ledger.read() as reader:
        pictures = [one for one in reader.all(Picture, session_id) if one.attachment_id in wanted]
    has_picture = drawing.shown(pictures)
    return {
        "pictures": [picture.picture_id for picture in pictures],
        "failed": [one for one in attachment_ids if not has_picture(one)],
    }
