"""The list of sessions that the hub serves: what was checked, how far it is, where its reports are."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from ledger.views import SessionRow
from reports.escaping import web_url
from reports.html import asset, policy, script
from reports.labels import LANGS, Labels, Lang
from reports.reading import VERDICT_WEIGHT
from reports.templating import html_environment

STYLES = ("base.css", "sessions.css")
SCRIPTS = ("sessions.js",)
REPORTS = ("html", "md", "json")


def render_sessions(
    rows: Sequence[SessionRow],
    *,
    total: int,
    base_url: str = "",
    engine_url: str | None = None,
    lang: Lang = "en",
) -> str:
    """The sessions page as text.

    Report links are ``{base_url}/sessions/{id}/report.html`` (.md, .json); `engine_url` is Prefect's UI, None while it
    does not run; `total` counts all sessions, of which `rows` are a page.
    """
    style, code = asset(*STYLES), script(*SCRIPTS)
    labels = {name: Labels(name) for name in LANGS}
    template = html_environment().get_template("sessions.html.j2")
    return template.render(
        rows=rows,
        total=total,
        base=base_url.rstrip("/"),
        engine=web_url(engine_url),
        lang=lang,
        langs=LANGS,
        labels=labels,
        verdicts=VERDICT_WEIGHT,
        reports=REPORTS,
        policy=policy(style, code, "'none'"),
        style=Markup(style),  # noqa: S704 - our own file
        code=Markup(code),  # noqa: S704 - our own file
    )
