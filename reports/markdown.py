"""report.md, from one template; its environment escapes every value (see `reports.escaping`)."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from ledger.views import AttemptView, SessionExtract
from reports.escaping import markdown_code, markdown_quote, markdown_text, one_line
from reports.labels import LIMITS, Labels, Lang, choose
from reports.reading import Reading, clock
from reports.templating import markdown_environment

#: Longest heading text of a claim.
HEADING = 60


def _fill(labels: Labels, key: str, **values: object) -> Markup:
    """A text of ours as safe Markdown, with outside values escaped."""
    return Markup(labels.text(key, **{name: markdown_text(value) for name, value in values.items()}))  # noqa: S704


def _word(labels: Labels, group: str, value: str | None) -> Markup:
    """A recorded word as its label and, where that differs, the word itself."""
    if value is None:
        return _fill(labels, "not_recorded")
    label = labels.word(group, value)
    if label == value:
        return markdown_text(value)
    return Markup(f"{markdown_text(label)} ({markdown_code(value)})")  # noqa: S704


def _attempt(labels: Labels, view: AttemptView) -> Markup:
    """One try in one line."""
    start, end = view.start, view.end
    parts: list[str] = [
        f"{_word(labels, 'stage', start.stage)}, {_fill(labels, 'attempts.number', n=start.number)}",
        f"{markdown_text(labels.word('outcome', view.outcome))} — {markdown_text(start.item)}",
    ]
    if end:
        facts = [markdown_text(end.error_kind)] if end.error_kind else []
        facts += [_fill(labels, "attempts.status", n=end.http_status)] if end.http_status is not None else []
        facts += [_fill(labels, "attempts.bytes", n=end.bytes)] if end.bytes is not None else []
        facts += [markdown_text(text) for text in (end.message, end.detail) if text]
        parts += [" · ".join(facts)] if facts else []
    parts.append(f"{clock(start.recorded_at)}{f' – {clock(end.recorded_at)}' if end else ''}")
    if start.flow_run_id:
        parts.append(f"{_fill(labels, 'flow.run')} {markdown_code(start.flow_run_id)}")
    return Markup(" · ".join(parts))  # noqa: S704


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= HEADING else line[:HEADING].rstrip() + "…"


def render_markdown(
    extract: SessionExtract, source_text: str, *, stale: bool | None = None, lang: Lang | None = None
) -> str:
    """report.md as text.

    `stale` overrules what the extract says about being provisional; `lang` the language that the session names.
    The first line holds the state at one width, the second the place of a notice: a file can be marked in place.
    """
    labels = Labels(lang or choose(extract.session.language))
    reading = Reading(extract, source_text, stale=stale)
    template = markdown_environment().get_template("report.md.j2")
    return template.render(
        r=reading,
        x=extract,
        s=extract.session,
        t=partial(_fill, labels),
        w=partial(_word, labels),
        attempt=partial(_attempt, labels),
        label=labels.word,
        short=_short,
        cell=markdown_text,
        quote=partial(markdown_quote),
        limits=LIMITS,
    )
