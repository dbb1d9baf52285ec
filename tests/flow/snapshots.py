"""Marked snapshots made by hand: ``{{words}}`` in a template is text that the stored text has, too."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tasks.pictures_values import QuoteSpot

TOKEN = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
BLOCK = re.compile(r"</?(p|div|h[1-6]|li|ul|td|tr|table|br|main|section|article|header|details|summary|pre)\b")


@dataclass(frozen=True)
class Snapshot:
    """A marked page and its stored text."""

    html: str
    text: str

    def spot(self, quote: str, occurrence: int = 1, attachment_id: str = "attachment_1") -> QuoteSpot:
        """The quote's range in the stored text."""
        start = -1
        for _ in range(occurrence):
            start = self.text.index(quote, start + 1)
        return QuoteSpot(attachment_id=attachment_id, start=start, end=start + len(quote))


def snapshot(template: str) -> Snapshot:
    """White space in a token is collapsed in the text; blocks between two tokens put a line break between them."""
    html, text, last = [], "", 0
    for token in TOKEN.finditer(template):
        between = template[last : token.start()]
        words = re.sub(r"\s+", " ", token[1])
        if text and BLOCK.search(between):
            text, words = text.rstrip() + "\n", words.lstrip()
        html += [between, f"<!--u:{len(text)}-->", token[1]]
        text += words
        last = token.end()
    html.append(template[last:])
    return Snapshot("<!doctype html><meta charset=utf-8>" + "".join(html), text)
