"""Read a staged body into its text and judge whether it is what was asked for. One try of stage `read`."""

from __future__ import annotations

from typing import Final

from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.logging import get_run_logger

from evidence.sniff import Media
from ledger.values import Value
from tasks.attempts import AttemptSink, StageError, attempt
from tasks.parsed import ParsedSource
from tasks.parsing import parse_file
from tasks.unfit import unfit

STAGE: Final = "read"


class ReadSource(Value):
    """What was read, and why it does not count as the page (None: it does)."""

    parsed: ParsedSource | None
    problem_kind: str | None = None
    problem: str | None = None


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
    tables: bool = True,
) -> ReadSource:
    """Parse the staged body of `item` and judge it. A page that is not the one asked for is a failed try, no error.

    `tables`: read the tables of a PDF too.
    """
    parsed: ParsedSource | None = None
    try:
        async with attempt(sink, job_id=job_id, session_id=session_id, stage=STAGE, item=item) as doing:
            parsed = await parse_file(
                staged, media=media, content_type=content_type, url=url, status=status, tables=tables
            )
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
