"""The policy of this process over one source: what it finds, as the ledger keeps it."""

from __future__ import annotations

import logging

from evidence.page_controls import Control
from evidence.signals import AsideWords, Found, Hop, LinkView, PageView, Policy, Words
from flows.sources import Acquired, Source
from ledger.values import Signal

logger = logging.getLogger(__name__)


def signals_of(policy: Policy, source: Source, got: Acquired) -> list[Signal]:
    """What `policy` finds in the source. A policy that fails is one signal: the evidence is never lost by it."""
    try:
        return [_signal(found, len(got.parsed.text)) for found in policy(_view(source, got))]
    except Exception as error:  # whatever is wrong with a policy, the page was fetched and is evidence
        logger.exception("the policy failed on %s", source.item)
        detail = f"The page was not looked at for signals: {type(error).__name__}; details are in the hub's log."
        return [Signal(name="policy_failed", severity="warning", source="policy", detail=detail)]


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
