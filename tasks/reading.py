"""Read a staged body into its text and judge whether it is what was asked for. One try of stage `read`."""

from __future__ import annotations

from typing import Final

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.logging import get_run_logger

from evidence import limits
from evidence.pdf_pages import sentences
from evidence.prose import measured
from evidence.sniff import Media
from ledger.values import Value
from tasks.attempts import AttemptSink, StageError, attempt
from tasks.parsed import ParsedSource
from tasks.parsing import parse_file

STAGE: Final = "read"
ACCEPTED_SHORT: Final = frozenset({"short", "list", "article"})
"""Kinds of page that may be kept although they are short; a wall or an error page is not the page."""


class ReadSource(Value):
    """What was read, and why it does not count as the page (None: it does)."""

    parsed: ParsedSource | None
    problem_kind: str | None = None
    problem: str | None = None


def unfit(parsed: ParsedSource, *, accept_short: bool) -> StageError | None:
    """Why the text does not count as what was asked for; None when it does."""
    if parsed.reads_as_article or (accept_short and parsed.kind in ACCEPTED_SHORT and parsed.text.strip()):
        return None
    if parsed.media == "pdf":
        return _unfit_pdf(parsed, accept_short=accept_short)
    if parsed.media != "html":
        return StageError("empty", "The source holds no text.")
    told = "; ".join(parsed.kind_reasons)
    if parsed.kind in {None, "article", "list", "short"}:
        few = f"{measured(parsed.prose, parsed.text)} that is no link, fewer than {limits.PROSE_CHARACTERS}"
        return StageError("thin_page", f"The page has {few} ({parsed.kind}: {told}).")
    return StageError(f"page_{parsed.kind}", f"Instead of the page there is this: {parsed.kind} ({told}).")


def _unfit_pdf(parsed: ParsedSource, *, accept_short: bool) -> StageError | None:
    """Why no page of the PDF is plain text; with `accept_short` the few words on scanned pages are enough."""
    told = sentences(parsed.unread, len(parsed.pages))
    if "unreadable" in told:
        return StageError("pdf_unreadable", f"The PDF can't be read as text. {' '.join(told.values())}")
    if accept_short and parsed.text.strip():
        return None
    return StageError("pdf_no_text", f"The PDF can't be read as text. {' '.join(told.values())}")


@task(name="read_source", task_run_name="read {item}", cache_policy=NO_CACHE, persist_result=False)
async def read_source(
    staged: str,
    *,
    item: str,
    media: Media,
    content_type: str | None,
    url: str | None,
    status: int | None,
    accept_short: bool,
    job_id: str,
    session_id: str,
    sink: AttemptSink,
) -> ReadSource:
    """Parse the staged body of `item` and judge it. A page that is not the one asked for is a failed try, no error."""
    parsed: ParsedSource | None = None
    try:
        async with attempt(sink, job_id=job_id, session_id=session_id, stage=STAGE, item=item) as doing:
            parsed = await parse_file(staged, media=media, content_type=content_type, url=url, status=status)
            doing.detail = told(parsed)
            problem = unfit(parsed, accept_short=accept_short)
            if problem is not None:
                raise problem
    except StageError as error:
        get_run_logger().warning("%s: %s", item, error.message)
        return ReadSource(parsed=parsed, problem_kind=error.kind, problem=error.message)
    return ReadSource(parsed=parsed)


def told(parsed: ParsedSource) -> str:
    """The figures of a reading, for its attempt."""
    facts = [parsed.media, f"{len(parsed.text)} characters", f"{parsed.prose} of prose"]
    if parsed.pages:
        facts.append(f"{len(parsed.pages)} pages")
        facts += [f"{len(parsed.tables)} tables"] if parsed.tables else []
        facts += [parsed.tables_problem] if parsed.tables_problem else []
    if parsed.charset:
        facts.append(f"{parsed.charset} by {parsed.charset_rule}")
    if parsed.kind:
        facts.append(parsed.kind)
    return ", ".join(facts)
