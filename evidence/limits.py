"""Every limit of the product, in one place (design, section 6). ``docs/limits.md`` is this table."""

from __future__ import annotations

from typing import Final

SOURCE_CHARACTERS: Final = 10_000_000
"""A longer source text is refused."""
EVIDENCE_WIRE_BYTES: Final = 50_000_000
EVIDENCE_DECODED_BYTES: Final = 200_000_000
PDF_PAGES: Final = 2_000
SOURCES_PER_FETCH: Final = 50
ATTACHMENTS_PER_CALL: Final = 100
SEGMENTS_PER_CALL: Final = 5_000
TEXT_WINDOW: Final = 12_000
"""Characters of evidence text per source, unless asked otherwise."""
TEXT_WINDOW_MOST: Final = 40_000
ANSWER_CHARACTERS: Final = 40_000
"""No answer is larger unless asked for; the structured result and its text copy count once."""
STATUS_CHARACTERS: Final = 20_000
WAIT_SECONDS: Final = 45
WAIT_SECONDS_MOST: Final = 300
QUOTE_CHARACTERS_MOST: Final = 20_000
QUOTE_MINIMUM_CJK: Final = 4
QUOTE_MINIMUM_OTHER: Final = 5
SEGMENT_CHARACTERS: Final = 1_000
SEGMENT_PAGE_CHARACTERS: Final = 4_000
SEGMENT_PAGE: Final = 100
SEGMENT_PAGE_MOST: Final = 500
LISTED_IDS: Final = 20
"""How many valid ids a refusal lists."""
REDIRECTS: Final = 5
PROSE_CHARACTERS: Final = 200
"""Prose (text that is no link) that a page needs to count as read (spec, Text of a page)."""
