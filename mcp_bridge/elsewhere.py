"""A quote that is not where it was said to be: where else it is, and which of its words are there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from evidence.quotes import QuoteText, is_there
from flows.quote_texts import quote_text
from ledger import attachments
from ledger.records import Evidence
from ledger.refusals import Refusal
from mcp_bridge.evidence_items import evidence_text

if TYPE_CHECKING:
    from ledger.store import Reader
    from mcp_bridge.app import App

EVIDENCE_MOST: Final = 20
"""How many other sources one search looks into."""
CHARACTERS_MOST: Final = 3_000_000
"""How much text one call prepares for that; a longer source is left out."""
SEARCHES_MOST: Final = 100
"""In one call."""
WORDS_TRIED: Final = 40
_WORD: Final = re.compile(
    r"\d[\d.,]*\d|\d+|[\u4e00-\u9fff\u3005]{2,}|[\u30a1-\u30fe]{2,}|[\uac00-\ud7a3]{2,}"
    r"|[^\W\d_\u3005\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{4,}"
)
COMMON: Final = frozenset({"about", "from", "have", "that", "their", "there", "they", "this", "were", "which", "with"})
"""Words that stand everywhere lead nowhere."""


@dataclass
class Elsewhere:
    """Looks for refused quotes in the other evidence of a session, within one call's bounds."""

    reader: Reader
    app: App
    session_id: str
    _others: list[Evidence] | None = None
    _prepared: dict[str, QuoteText | None] = field(default_factory=dict)
    _characters: int = 0
    _searches: int = 0

    def found_in(self, quote: str, evidence: Evidence) -> list[str]:
        """The ids of other evidence that may be attached and holds the quote, the latest first."""
        found = []
        for other in self._candidates():
            if other.evidence_id == evidence.evidence_id or self._searches >= SEARCHES_MOST:
                continue
            text = self._text(other)
            if text is not None:
                self._searches += 1
                if is_there(text, quote):
                    found.append(other.evidence_id)
        return found

    def _candidates(self) -> list[Evidence]:
        if self._others is None:
            session = self.reader.session(self.session_id)
            condition = (
                "session_id = ? AND evidence_id IN (SELECT evidence_id FROM effective_evidence WHERE session_id = ?)"
            )
            every = self.reader.select(Evidence, condition, [self.session_id, self.session_id])
            usable = [one for one in reversed(every) if attachments.self_reference(session, one) is None]
            self._others = usable[: EVIDENCE_MOST + 1]
        return self._others

    def _text(self, evidence: Evidence) -> QuoteText | None:
        """The prepared text, from the cache where it is there; None where it can't be looked into."""
        key = evidence.evidence_id
        if key not in self._prepared:
            self._prepared[key] = None
            if self._characters + evidence.text_length <= CHARACTERS_MOST:
                self._characters += evidence.text_length
                try:
                    self._prepared[key] = quote_text(
                        self.app.services.quotes, evidence, partial(evidence_text, self.app, evidence)
                    )
                except Refusal:
                    # Changed on disk: calls that use that evidence say so; it is no place to send anyone to.
                    self._prepared[key] = None
        return self._prepared[key]


def telling_word(text: QuoteText, quote: str) -> str | None:
    """The longest word or number of the quote that is in the text; None when none is."""
    told = dict.fromkeys(word for word in _WORD.findall(quote) if word.lower() not in COMMON)
    words = sorted(told, key=len, reverse=True)
    return next((word for word in words[:WORDS_TRIED] if is_there(text, word)), None)
