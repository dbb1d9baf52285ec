"""Pictures of quotes in the saved text, for what no saved page can show. All quotes are drawn by one page load."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from evidence.paint import Box, marked
from tasks.browser import Chromium, within
from tasks.pictures_html import HEIGHT, SCALE, STEP_SECONDS, quiet_page, shot
from tasks.pictures_values import PictureResult, QuoteSpot, stage

BEFORE: Final = 400
AFTER: Final = 400
"""Characters of text around the quote."""
LONGEST: Final = 6_000
"""Characters of a quote that are drawn; the picture of a longer one shows its beginning."""
TALLEST: Final = 4_000
"""CSS pixels."""
BANNER: Final = (
    "Saved text, drawn by uratori: not a picture of the page   ·   保存テキスト（ページの画面ではありません）"
)
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
STYLE: Final = f"""
body {{ margin: 0; background: #fff; }}
section {{ box-sizing: border-box; width: 820px; margin: 0 0 40px; background: #fdfcf8; border: 1px solid #c9c4b8; }}
section::before {{ content: "{BANNER}"; display: block; padding: 7px 20px; background: #3b3a36; color: #fff;
  font: 600 13px/1.5 system-ui, "Noto Sans CJK JP", sans-serif; white-space: pre-wrap; }}
.text {{ margin: 0; padding: 16px 20px 20px; color: #24231f; white-space: pre-wrap; overflow-wrap: anywhere;
  unicode-bidi: plaintext; tab-size: 4;
  font: 15px/1.75 ui-monospace, "DejaVu Sans Mono", "Noto Sans Mono CJK JP", "Noto Sans CJK JP", monospace; }}
mark {{ color: #000; background: #ffe25c; outline: 2px solid #d66600; border-radius: 2px;
  box-decoration-break: clone; -webkit-box-decoration-break: clone; }}
.cut-before::before, .cut-after::after {{ content: "…"; color: #8a8577; }}
"""
NOTE: Final = "Drawn from the saved text: not a picture of the page."


def section(text: str, quote: QuoteSpot) -> str:
    """The part of the text around one quote, with the quote in a `mark`. What is no text is CSS content."""
    first = _line_start(text, max(0, quote.start - BEFORE), quote.start)
    end = min(quote.end, quote.start + LONGEST)
    last = _line_end(text, min(len(text), end + AFTER), end)
    cut = " ".join(
        name
        for name, is_cut in (("cut-before", first > 0), ("cut-after", last < len(text) or end < quote.end))
        if is_cut
    )
    parts = [_shown(text[a:b]) for a, b in ((first, quote.start), (quote.start, end), (end, last))]
    return f'<section><div class="text {cut}">{parts[0]}<mark>{parts[1]}</mark>{parts[2]}</div></section>'


def _line_start(text: str, wanted: int, most: int) -> int:
    """`wanted`, or the start of the next line if one starts soon."""
    place = text.find("\n", wanted, min(most, wanted + 120))
    return wanted if place < 0 or wanted == 0 else place + 1


def _line_end(text: str, wanted: int, least: int) -> int:
    place = text.rfind("\n", max(least, wanted - 120), wanted)
    return wanted if place < 0 or wanted == len(text) else place


def _shown(part: str) -> str:
    return html.escape(CONTROLS.sub("\N{REPLACEMENT CHARACTER}", part))


def document(text: str, quotes: Sequence[QuoteSpot]) -> str:
    """One page with a section per quote."""
    sections = "".join(section(text, quote) for quote in quotes)
    return f'<!doctype html><meta charset="utf-8"><style>{STYLE}</style><body>{sections}'


SHOW: Final = """(index) => {
  const section = document.querySelectorAll("section")[index];
  section.scrollIntoView({ block: "start", behavior: "instant" });
  const { x, y, width, height } = section.getBoundingClientRect();
  const mark = section.querySelector("mark").getBoundingClientRect();
  const shown = mark.width > 0 && mark.height > 0;
  return { clip: [x + scrollX, y + scrollY, width, height], end: mark.bottom - y, shown };
}"""


async def pictures(chromium: Chromium, text: str, quotes: Sequence[QuoteSpot], folder: Path) -> list[PictureResult]:
    """One result per quote, in their order.

    Raises:
        StageError: the page could not be drawn, or the browser died.
    """
    drawn: list[asyncio.Task[PictureResult]] = []
    try:
        async with quiet_page(chromium, document(text, quotes), POLICY) as (page, session):
            for index, quote in enumerate(quotes):
                place = await within(STEP_SECONDS, page.evaluate(SHOW, index), "Showing the saved text")
                x, y, width, height = place["clip"]
                picture = await shot(session, Box(x, y, width, min(height, TALLEST)), beyond=height > HEIGHT)
                long = place["end"] > TALLEST or quote.end - quote.start > LONGEST
                note = NOTE + (" The quote is longer than the picture." if long else "")
                drawn.append(
                    asyncio.create_task(asyncio.to_thread(_finish, quote, folder, picture, note, bool(place["shown"])))
                )
    finally:
        await asyncio.gather(*drawn, return_exceptions=True)
    return [one.result() for one in drawn]


def _finish(quote: QuoteSpot, folder: Path, picture: bytes, note: str, shown: bool) -> PictureResult:
    path, sha256, size = stage(folder, f"{quote.attachment_id}-saved-text", marked(picture, [], SCALE))
    return PictureResult(
        attachment_id=quote.attachment_id,
        source="saved_text",
        staged=path,
        sha256=sha256,
        bytes=size,
        highlighted=shown,
        note=note,
    )
