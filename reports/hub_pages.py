"""The pages that the hub serves: the list of sessions, one session, and the tries of all. Read, never changed, here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, get_args
from urllib.parse import quote, urlencode

from markupsafe import Markup

from ledger.records import Evidence
from ledger.views import AttemptOutcome, Blocker, HostTries, JobView, LoggedAttempt, SessionRow
from reports.escaping import web_url
from reports.html import asset, policy, script
from reports.labels import LANGS, Labels, Lang
from reports.reading import VERDICT_WEIGHT
from reports.templating import html_environment

STYLES: Final = ("base.css", "sessions.css")
SCRIPTS: Final = ("languages.js", "sessions.js")
REPORTS: Final = ("html", "md", "json")
STATES: Final = ("open", "stale", "final")
OUTCOMES: Final = get_args(AttemptOutcome)


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page is put into: where the hub and Prefect's UI (None: not running) are, and the first language.

    `base_url` has no slash at its end; it is empty for links within one origin.
    """

    base_url: str = ""
    engine_url: str | None = None
    lang: Lang = "en"

    def address(self, path: str, **query: object) -> str:
        """A link to a page of ours; what is None is left out of the query."""
        given = {name: value for name, value in query.items() if value is not None}
        return f"{self.base_url}{quote(path)}" + (f"?{urlencode(given)}" if given else "")


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page of a longer list: `first` counts from 0, `most` rows are on a page, `total` are in the list."""

    total: int
    first: int = 0
    most: int = 100


@dataclass(frozen=True, slots=True)
class Asked:
    """Which tries are asked for: None stands for all, an empty `host` for what went to no host."""

    session: str | None = None
    host: str | None = None
    outcome: AttemptOutcome | None = None


@dataclass(frozen=True, slots=True)
class Tries:
    """The tries that were asked for: the hosts with most failures of `hosts_total`, and the rows of one page."""

    hosts: Sequence[HostTries]
    hosts_total: int
    rows: Sequence[LoggedAttempt]
    page: ListPage
    asked: Asked


@dataclass(frozen=True, slots=True)
class SessionParts:
    """What the page of one session tells.

    Attributes:
        waiting: the gates that refuse `finalize`.
        attention: how many things are listed for attention.
        live: the ids of the evidence that counts.
        hosts: the tries by host.
    """

    row: SessionRow
    waiting: Sequence[Blocker]
    attention: int
    evidence: Sequence[Evidence]
    live: frozenset[str]
    jobs: Sequence[JobView]
    hosts: Sequence[HostTries]


def render_sessions(rows: Sequence[SessionRow], page: ListPage, frame: Frame) -> str:
    """The list of sessions."""
    return _render(
        "sessions.html.j2",
        frame,
        rows=rows,
        total=page.total,
        first=page.first,
        most=page.most,
        reports=REPORTS,
        states=STATES,
        state_of=state_of,
        verdict_counts=verdict_counts,
    )


def render_session(parts: SessionParts, frame: Frame) -> str:
    """The page of one session."""
    return _render(
        "session.html.j2",
        frame,
        row=parts.row,
        state=state_of(parts.row),
        counts=verdict_counts(parts.row),
        waiting=parts.waiting,
        attention=parts.attention,
        evidence=parts.evidence,
        live=parts.live,
        jobs=parts.jobs,
        hosts=parts.hosts,
    )


def render_attempts(tries: Tries, frame: Frame) -> str:
    """The tries: by host, and one page of them, the latest first."""
    return _render(
        "attempts.html.j2",
        frame,
        hosts=tries.hosts,
        hosts_total=tries.hosts_total,
        rows=tries.rows,
        total=tries.page.total,
        first=tries.page.first,
        most=tries.page.most,
        asked=tries.asked,
        outcomes=OUTCOMES,
    )


def state_of(row: SessionRow) -> str:
    """``open`` before the first finalization, ``stale`` after a later change, else ``final``."""
    if not row.finalized_at:
        return "open"
    return "stale" if row.reports_stale_since else "final"


def verdict_counts(row: SessionRow) -> dict[str, int]:
    """How many claims have each verdict; ``none`` for those without."""
    return {
        "verified": row.verified,
        "contradicted": row.contradicted,
        "partially_verified": row.partially_verified,
        "unverifiable": row.unverifiable,
        "none": row.without_verdict,
    }


def _render(name: str, frame: Frame, **values: object) -> str:
    style, code = asset(*STYLES), script(*SCRIPTS)
    return (
        html_environment()
        .get_template(name)
        .render(
            values,
            address=frame.address,
            engine=web_url(frame.engine_url.rstrip("/")) if frame.engine_url else None,
            lang=frame.lang,
            langs=LANGS,
            labels={name: Labels(name) for name in LANGS},
            verdicts=VERDICT_WEIGHT,
            policy=policy(style, code, "'none'"),
            style=Markup(style),  # noqa: S704 - our own file
            code=Markup(code),  # noqa: S704 - our own file
        )
    )
