"""report.md, from one template; its environment escapes every value (see `reports.escaping`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from markupsafe import Markup

from ledger.views import AttemptView, AttentionItem, ExclusionView, SessionExtract
from reports.attention import detail, open_text
from reports.contents import contents
from reports.escaping import markdown_code, markdown_quote, markdown_text, one_line
from reports.exchange import Transfer, readers, role, transfer
from reports.labels import LIMITS, Labels, Lang, choose
from reports.reading import Reading, at_first, clock, same_but_for_blanks
from reports.templating import markdown_environment

#: Longest heading text of a claim.
HEADING = 60


def _fill(labels: Labels, key: str, **values: object) -> Markup:
    """A text of ours as safe Markdown, with outside values escaped."""
    return Markup(labels.text(key, **{name: markdown_text(value) for name, value in values.items()}))  # noqa: S704


def _brackets(labels: Labels, text: object) -> Markup:
    """The text in the brackets of the language."""
    return _fill(labels, "brackets", text=text)


def _word(labels: Labels, group: str, value: str | None) -> Markup:
    """A recorded word as its label and, where that differs, the word itself."""
    if value is None:
        return _fill(labels, "not_recorded")
    label = labels.word(group, value)
    if label == value:
        return markdown_text(value)
    return Markup(f"{markdown_text(label)}{_gap(labels)}{_brackets(labels, markdown_code(value))}")  # noqa: S704


def _gap(labels: Labels) -> str:
    """What stands before a bracket."""
    return "" if labels.lang == "ja" else " "


def _figures(labels: Labels, view: AttemptView) -> list[str]:
    end = view.end
    if end is None:
        return []
    facts: list[str] = [markdown_text(end.error_kind)] if end.error_kind else []
    facts += [_fill(labels, "attempts.status", n=end.http_status)] if end.http_status is not None else []
    facts += [_fill(labels, "attempts.bytes", n=end.bytes)] if end.bytes is not None else []
    return facts + [markdown_text(text) for text in (end.message, end.detail) if text]


def _attempt(labels: Labels, flow_names: Mapping[str, str], view: AttemptView) -> Markup:
    """One try in one line. Its run's id stands with its job, if that is listed."""
    start, end = view.start, view.end
    parts: list[str] = [
        f"{_word(labels, 'stage', start.stage)}, {_fill(labels, 'attempts.number', n=start.number)}",
        f"{markdown_text(labels.word('outcome', view.outcome))} — {markdown_text(start.item)}",
        *_figures(labels, view),
        f"{clock(start.recorded_at)}{f' – {clock(end.recorded_at)}' if end else ''}",
        markdown_code(start.job_id),
    ]
    if start.flow_run_id and start.flow_run_id not in flow_names:
        parts.append(f"{_fill(labels, 'flow.run')} {markdown_code(start.flow_run_id)}")
    return Markup(" · ".join(parts))  # noqa: S704


def _smooth(labels: Labels, views: Sequence[AttemptView]) -> Markup:
    """Tries that all succeeded at once, in one line: what was tried on what, with its figures."""
    said = []
    item = None
    for view in views:
        facts = [*_figures(labels, view), clock(view.start.recorded_at)]
        named = "" if view.start.item == item else f" {markdown_text(view.start.item)}"
        item = view.start.item
        said.append(f"{markdown_text(labels.word('stage', view.start.stage))}{named} · {' · '.join(facts)}")
    jobs = ", ".join(markdown_code(job) for job in dict.fromkeys(view.start.job_id for view in views))
    return Markup(f"{_fill(labels, 'attempts.first')}: {'; '.join(said)} · {jobs}")  # noqa: S704


def _detail(labels: Labels, reading: Reading, item: AttentionItem) -> Markup:
    found = detail(reading, item)
    return markdown_text(found.text(labels) if found else item.detail)


def _content(labels: Labels, view: ExclusionView) -> Markup:
    said = [f"{markdown_text(one.label(labels))}: {markdown_text(one.text(labels))}" for one in contents(view)]
    return Markup("; ".join(said))  # noqa: S704


def _figures_of(labels: Labels, shown: Transfer) -> Markup:
    return Markup(" · ".join(markdown_text(figure) for figure in shown.figures(labels)))  # noqa: S704


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
        brackets=partial(_brackets, labels),
        gap=Markup(_gap(labels)),  # noqa: S704 - our own
        attempt=partial(_attempt, labels, reading.flow_names),
        smooth=partial(_smooth, labels),
        at_first=at_first,
        detail=partial(_detail, labels, reading),
        content=partial(_content, labels),
        transfer=transfer,
        figures=partial(_figures_of, labels),
        readers=readers,
        role=role,
        same=same_but_for_blanks,
        open=open_text(reading, labels),
        label=labels.word,
        short=_short,
        cell=markdown_text,
        quote=partial(markdown_quote),
        limits=LIMITS,
    )
