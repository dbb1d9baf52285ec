"""Every limit of the product, in one place (design, section 6). ``docs/limits.md`` is this table."""

from __future__ import annotations

from typing import Final

SOURCE_CHARACTERS: Final = 10_000_000
"""Characters of a text to check; a longer one is refused."""
EVIDENCE_WIRE_BYTES: Final = 50_000_000
"""Bytes of one body as received, or of one local file; more is refused."""
EVIDENCE_DECODED_BYTES: Final = 200_000_000
"""Bytes of one body after decoding (gzip and the like); more is refused."""
RENDERED_CHARACTERS: Final = 5_000_000
"""Characters of the document that a page has made of itself in the browser; a longer one is refused."""
DECODED_TIMES: Final = 200
"""Times its wire size that a body may decode to, once it is larger than a megabyte; more is refused."""
RESPONSE_FIELDS: Final = 200
"""Fields in the head of an answer; more are refused, as is a head of more than about 100 KB."""
BODY_RATE: Final = 1_000
"""Bytes per second that a body must bring on average over every ten seconds; a slower one fails as `too_slow`."""
RETRY_AFTER_SECONDS: Final = 30
"""Seconds that a host can make a job wait (`Retry-After`); one that asks for more is not asked again by that job."""
PDF_PAGES: Final = 2_000
"""Pages of one PDF; a longer one is refused."""
PDF_TABLE_PAGES: Final = 50
"""Pages of one PDF whose tables are read: the first ones that are drawn like pages with tables."""
PDF_TABLE_SECONDS: Final = 5
"""Seconds in which the tables of one PDF are read; what is left is told."""
EVIDENCE_CHARACTERS: Final = 10_000_000
"""Characters of the text of one source; a longer one is refused."""
FACTS_BYTES: Final = 16_000_000
"""Bytes, as JSON, of what is known of a source besides its text (notes, hidden parts, tables); more is refused."""
SOURCES_PER_FETCH: Final = 50
"""Sources that one `fetch_evidence` takes."""
ATTACHMENTS_PER_CALL: Final = 100
"""Attachments that one `attach_evidence` takes."""
SEGMENTS_PER_CALL: Final = 5_000
"""Ranges that one `register_segments` takes."""
TEXT_WINDOW: Final = 12_000
"""Characters of evidence text per source, unless asked otherwise."""
TEXT_WINDOW_MOST: Final = 40_000
"""Characters of evidence text per source that may be asked for."""
ANSWER_BYTES: Final = 40_000
"""No answer is larger (in UTF-8) unless asked for; the structured result and its text copy count once."""
STATUS_BYTES: Final = 20_000
"""Bytes (in UTF-8) of one page of `get_status`; the lists that are longer are paged."""
WAIT_SECONDS: Final = 45
"""Seconds that a tool waits for its job unless asked otherwise; then it answers `running` with the job's id."""
WAIT_SECONDS_MOST: Final = 300
"""Seconds that a tool may be asked to wait for its job."""
CLAIMS_PER_CALL: Final = 200
"""Claims that one `verify_claims` takes."""
LINKS_PER_CALL: Final = 50
"""Links that one `check_fragment_url` takes."""
HIGHLIGHTS_PER_CALL: Final = 100
"""Quotes that one `highlight_pdf` takes."""
HIGHLIGHTS_PER_QUOTE: Final = 100
"""Places of one quote that are marked in a PDF; where there are more, their number is told."""
CITED_AGAIN_SECONDS: Final = 60
"""Seconds in which a page that was fetched for a citation is not fetched again."""
QUOTE_CHARACTERS_MOST: Final = 20_000
"""Characters of a quote; a longer one is refused."""
OCCURRENCES_MOST: Final = 100_000
"""Places of one quote in one source that are told apart; where there are more, this number is told."""
QUOTE_MINIMUM_CJK: Final = 4
"""Letters and digits of a quote that has Chinese, Japanese or Korean letters; a shorter one needs a reason."""
QUOTE_MINIMUM_OTHER: Final = 5
"""Letters and digits of any other quote; a shorter one needs a reason."""
SEGMENT_CHARACTERS: Final = 1_000
"""Characters of one segment; a longer sentence is cut between characters."""
SEGMENT_PAGE_CHARACTERS: Final = 4_000
"""Characters of one page of segments, unless its first segment alone is longer."""
SEGMENT_PAGE: Final = 100
"""Segments on one page, unless asked otherwise."""
SEGMENT_PAGE_MOST: Final = 500
"""Segments on one page that may be asked for."""
LISTED_IDS: Final = 20
"""How many valid ids a refusal lists."""
REDIRECTS: Final = 5
"""Hops of one fetch; the next one is refused."""
PROSE_CHARACTERS: Final = 200
"""Prose (text that is no link) that a page needs to count as read; a CJK character counts as two and a half."""
FRAGMENT_PAGES_BYTES: Final = 64_000_000
"""Memory for pages that were read for links, so that the next quote of the same page takes no second reading."""
