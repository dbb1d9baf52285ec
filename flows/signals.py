"""The policy of this process over one source: what it finds, as the ledger keeps it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from evidence.page_controls import Control
from evidence.policy.assess import decision_of, risk_of
from evidence.signals import AsideWords, Found, Hop, LinkView, PageView, Policy, Words
from flows.sources import Acquired, Judged, Source
from ledger.values import Decision, Signal

logger = logging.getLogger(__name__)


REFUSED: Final[Mapping[str, frozenset[Decision]]] = {
    "record": frozenset(),
    "guarded": frozenset({"block"}),
    "strict": frozenset({"block", "review"}),
}
"""The decisions that each policy profile refuses."""


def judged_source(policy: Policy, source: Source, got: Acquired) -> Judged:
    """What `policy` makes of the source. A policy that fails is one signal: the evidence is never lost by it."""
    return got.judged or _judged(policy, _view(source, got), source.item)


def judged_text(policy: Policy, text: str, url: str) -> Judged:
    """What `policy` makes of a text that was handed in as that of a page."""
    return _judged(policy, PageView(text=text, media="text", url=url), url)


def signals_of(policy: Policy, source: Source, got: Acquired) -> list[Signal]:
    """The signals alone."""
    return judged_source(policy, source, got).signals


def _judged(policy: Policy, page: PageView, item: str) -> Judged:
    try:
        found = list(policy(page))
        signals = [_signal(one, len(page.text)) for one in found]
    except Exception as error:  # whatever is wrong with a policy, the page was fetched and is evidence
        logger.exception("the policy failed on %s", item)
        detail = f"The page was not looked at for signals: {type(error).__name__}; details are in the hub's log."
        found = [Found("policy_failed", "warning", "policy", detail)]
        signals = [_signal(found[0], 0)]
    risk = risk_of(found)
    return Judged(signals, risk, decision_of(risk))


def _view(source: Source, got: Acquired) -> PageView:
    parsed = got.parsed
    return PageView(
        text=parsed.text,
        media=parsed.media,
        title=parsed.title,
        kind=parsed.kind,
        article=parsed.article,
        hidden=parsed.hidden,
        concealed=[Words(words.text, words.at) for words in parsed.concealed],
        left_out=[Words(words.text, words.at) for words in parsed.notes],
        charset_rule=parsed.charset_rule,
        url=source.url,
        hops=[Hop(hop.url, hop.status, hop.location) for hop in got.body.redirects],
        complete=got.body.complete,
        pages=len(parsed.pages),
        unread=parsed.unread,
        tables_problem=parsed.tables_problem,
        fields=parsed.fields,
        styles_cut=parsed.styles_cut,
        starts_hidden=parsed.starts_hidden,
        asides=[AsideWords(one.kind, one.text, one.at) for one in parsed.asides],
        quoted=parsed.quoted,
        links=[LinkView(one.url, one.start, one.end) for one in parsed.links],
        controls=[Control(one.kind, one.type, one.words, one.at) for one in parsed.controls],
        final_url=got.body.final_url,
    )


def _signal(found: Found, length: int) -> Signal:
    for place in (found.start, found.end):
        if place is not None and not 0 <= place <= length:
            raise ValueError(f"the signal {found.name} has a place outside of the text")
    return Signal(
        name=found.name,
        severity=found.severity,
        source=found.source,
        detail=found.detail,
        start=found.start,
        end=found.end,
    )
