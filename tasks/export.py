"""A session's report as one file elsewhere, with its pictures inside: written whole, or not at all."""

from __future__ import annotations

import asyncio
import hashlib
import os
from pathlib import Path
from typing import Final, Literal, cast

from playwright.async_api import ConsoleMessage, Error, Page, PdfMargins
from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.utilities.annotations import quote

from evidence.images import check_image, smaller_image
from ledger.folders import open_inside
from ledger.values import Value
from ledger.views import SessionExtract
from reports.html import render_html
from reports.images import image_type
from reports.labels import Lang
from tasks.attempts import AttemptSink, StageError, attempt
from tasks.browser import Chromium, told, within
from tasks.pictures import crashed
from tasks.pictures_html import quiet_page
from tasks.whole_files import write_whole

Format = Literal["html", "pdf"]
MARGINS: Final[PdfMargins] = {"top": "14mm", "right": "12mm", "bottom": "14mm", "left": "12mm"}
FOOTER: Final = (
    '<div style="width:100%;padding:0 12mm;font:7pt sans-serif;color:#777;text-align:right">'
    '<span class="pageNumber"></span> / <span class="totalPages"></span></div>'
)
POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""On top of the report's own, stricter one."""
STEP_SECONDS: Final = 20.0
PRINT_SECONDS: Final = 120.0
POLL_SECONDS: Final = 0.02
PRINT_PIXELS: Final = 8_000_000
PRINT_SIDE: Final = 12_000
"""Pixels of a picture, and of its longer side, that a PDF gets: more than paper shows, and little enough to print."""
LISTED: Final = 10


class Exported(Value):
    """A finished export. `provisional` says that the report in it does not stand as final."""

    path: str
    bytes: int
    sha256: str
    inlined_images: int
    provisional: bool


@task(
    task_run_name="export {session_id} as {format}",
    cache_policy=NO_CACHE,
    persist_result=False,
    retries=1,
    retry_condition_fn=crashed,
)
async def export_file(
    extract: SessionExtract,
    source_text: str,
    folder: str,
    target: str,
    *,
    format: Format,  # noqa: A002  (the tool's own word)
    overwrite: bool = False,
    language: Lang | None = None,
    job_id: str,
    session_id: str,
    sink: AttemptSink,
    chromium: Chromium,
) -> Exported:
    """Write the report with the pictures of the session folder `folder` to `target`, whose path was checked before.

    Parents of `target` are created. Nothing is written unless everything is there.

    Raises:
        StageError: `images_missing` (a picture of a record that counts is missing or was changed), `exists`,
            `not_written`, `page_error` (the report did not render cleanly), `browser_unavailable`, `browser_crashed`,
            `timeout`.
    """
    item = f"{format} {Path(target).name}"
    async with attempt(sink, job_id=job_id, session_id=session_id, stage="export", item=item) as doing:
        images = await asyncio.to_thread(pictures, extract, Path(folder))
        if format == "pdf":
            images = await asyncio.to_thread(printable, images)
        html = await asyncio.to_thread(render_html, extract, source_text, images=images, lang=language)
        data = html.encode("utf-8") if format == "html" else await print_pdf(chromium, html)
        await asyncio.to_thread(write_whole, Path(target), data, overwrite=overwrite, mark=job_id)
        doing.bytes, doing.detail = len(data), f"{len(images)} pictures inside"
        stale = extract.reports_stale_since is not None or not extract.finalizations
        return Exported(
            path=target,
            bytes=len(data),
            sha256=hashlib.sha256(data).hexdigest(),
            inlined_images=len(images),
            provisional=stale,
        )


async def export(
    extract: SessionExtract,
    source_text: str,
    folder: str,
    target: str,
    *,
    format: Format,  # noqa: A002  (the tool's own word)
    overwrite: bool = False,
    language: Lang | None = None,
    job_id: str,
    session_id: str,
    sink: AttemptSink,
    chromium: Chromium,
) -> Exported:
    """Run `export_file`; Prefect is kept from walking through the extract, which takes longer than rendering it."""
    exported: Exported = await export_file(
        cast("SessionExtract", quote(extract)),
        source_text,
        folder,
        target,
        format=format,
        overwrite=overwrite,
        language=language,
        job_id=job_id,
        session_id=session_id,
        sink=sink,
        chromium=chromium,
    )
    return exported


def pictures(extract: SessionExtract, folder: Path) -> dict[str, bytes]:
    """The adopted pictures by their paths, as recorded. One of an excluded attachment may be missing.

    A screenshot that an agent handed in and that is no picture is left out: the report has its note in its place.

    Raises:
        StageError: `images_missing`, naming every one.
    """
    live = set(extract.effective.attachments)
    images: dict[str, bytes] = {}
    missing: list[str] = []
    for picture in extract.pictures:
        if picture.path is None or not picture.adopted or picture.path in images:
            continue
        data = _intact(folder, picture.path, picture.sha256)
        if data is None:
            if picture.attachment_id in live:
                missing.append(f"{picture.path} ({picture.attachment_id})")
        elif picture.source != "agent_captured" or _decodes(data):
            images[picture.path] = data
    if missing:
        more = f" and {len(missing) - LISTED} more" if len(missing) > LISTED else ""
        listed = ", ".join(missing[:LISTED])
        raise StageError("images_missing", f"Pictures of the report are missing or were changed: {listed}{more}.")
    return images


def _intact(folder: Path, relative: str, sha256: str | None) -> bytes | None:
    try:
        with os.fdopen(open_inside(folder, relative.split("/")), "rb") as file:
            data = file.read()
    except OSError:
        return None
    if sha256 is None:
        return data if image_type(data) else None
    return data if hashlib.sha256(data).hexdigest() == sha256 else None


def _decodes(data: bytes) -> bool:
    try:
        check_image(data)
    except ValueError:
        return False
    return True


def printable(images: dict[str, bytes]) -> dict[str, bytes]:
    """The pictures in sizes that a browser can print; one that can't be decoded is left out."""
    kept = {}
    for path, data in images.items():
        try:
            kept[path] = smaller_image(data, pixels=PRINT_PIXELS, side=PRINT_SIDE)
        except ValueError:
            continue  # the report has its note
    return kept


async def print_pdf(chromium: Chromium, html: str) -> bytes:
    """The report as an A4 PDF. Its own script makes the print copy; nothing can be loaded, any error refuses.

    Raises:
        StageError: `page_error`, and as `Chromium.context`.
    """
    problems: list[str] = []

    def console(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(message.text)

    def crashed_script(error: Error) -> None:
        problems.append(error.message)

    async with quiet_page(chromium, html, POLICY, script=True, console=console, error=crashed_script) as (page, _):
        await _prepare(page, problems)
        images = await within(STEP_SECONDS, page.evaluate(BROKEN), "Checking the pictures")
        if images:
            problems.append(f"{len(images)} pictures can't be shown, the first: {images[0]}")
        if problems:
            raise StageError("page_error", f"The report did not render cleanly: {'; '.join(problems[:3])}"[:500])
        data = await _printed(page)
    if not data.startswith(b"%PDF-"):
        raise StageError("page_error", "The browser printed no PDF.")
    return data


async def _printed(page: Page) -> bytes:
    printing = page.pdf(
        format="A4",
        print_background=True,
        margin=MARGINS,
        display_header_footer=True,
        header_template="<span></span>",
        footer_template=FOOTER,
        tagged=True,
        outline=True,
    )
    try:
        return await within(PRINT_SECONDS, printing, "Printing the report")
    except Error as error:
        failed = told(error)
        if failed.kind == "browser_crashed":
            raise failed from error
        raise StageError("page_error", "The browser could not print the report as a PDF.") from error


BROKEN: Final = """() => Array.from(document.querySelectorAll("#print img"))
  .filter((image) => !image.complete || image.naturalWidth === 0).map((image) => image.alt.slice(0, 80))"""


async def _prepare(page: Page, problems: list[str]) -> None:
    """Ask the viewer for its print copy and wait until every picture of it is decoded."""
    await within(STEP_SECONDS, page.evaluate('() => void document.dispatchEvent(new Event("uratori:print"))'), "Asking")
    try:
        async with asyncio.timeout(PRINT_SECONDS):
            while not problems:
                ready = await page.evaluate("() => document.documentElement.dataset.printReady ?? null")
                if ready is not None:
                    return
                await asyncio.sleep(POLL_SECONDS)
    except TimeoutError as late:
        raise StageError("timeout", f"The report was not ready to print after {PRINT_SECONDS:g} s.") from late
