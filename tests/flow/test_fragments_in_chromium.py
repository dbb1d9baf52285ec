"""Links to quotes, judged by a real browser: what it selects is painted, and lies exactly on the quoted words."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.async_api import Route

from benchmarks.fragment_judge import URL, Box, Judge, Verdict
from benchmarks.fragments import Sheet, case_sheets, linked, own_sheets
from evidence.fragment_parse import Directive, joined
from evidence.fragments import text_fragment
from evidence.page import read_html
from evidence.ranges import Range
from tests.flow.browsers import Stage, extent, load, mask, needs_chromium, stage

__all__ = ["stage"]
pytestmark = needs_chromium

PINK = (255, 0, 255)
STYLE = """<style>::target-text { background: #ff00ff; color: #000 } body { font: 16px/1.7 sans-serif; width: 600px }
.gone { display: none }</style>"""
PLACE = """() => {
  const comments = document.createNodeIterator(document, NodeFilter.SHOW_COMMENT);
  const found = {};
  for (let node = comments.nextNode(); node; node = comments.nextNode()) found[node.data] = node;
  const whole = new Range();
  whole.setStartAfter(found.s);
  whole.setEndBefore(found.e);
  const rects = [];
  const texts = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!whole.intersectsNode(node) || !node.data.trim()) continue;
    const part = new Range();
    part.selectNodeContents(node);
    if (whole.comparePoint(node, 0) < 0 || whole.comparePoint(node, node.length) > 0) continue;
    rects.push(...Array.from(part.getClientRects()).filter((one) => one.width && one.height));
  }
  return [Math.min(...rects.map((r) => r.left)), Math.min(...rects.map((r) => r.top)),
          Math.max(...rects.map((r) => r.right)), Math.max(...rects.map((r) => r.bottom))];
}"""


@dataclass(frozen=True)
class Case:
    """A page with ``[[`` and ``]]`` around the passage, the quote as the stored text has it, and which one it is."""

    html: str
    quote: str
    occurrence: int = 1

    def link(self) -> str | None:
        page = read_html(STYLE + self.html.replace("[[", "").replace("]]", ""), "http://page.test/")
        at = -1
        for _ in range(self.occurrence):
            at = page.text.index(self.quote, at + 1)
        return text_fragment(
            "http://page.test/",
            page.text,
            at,
            at + len(self.quote),
            marked_html=page.marked_html,
            hidden=page.hidden,
        )


TABLE = (
    "<table><tr><th>City</th><th>2022</th><th>2023</th></tr><tr><td>Tokyo</td><td>{}</td><td>{}</td></tr>"
    "<tr><td>Osaka</td><td>{}</td><td>{}</td></tr></table>"
)
LINKED = {
    "marker glued to a number": Case("<p>[[It made 120]]<sup><a href='#n'>1</a></sup>台.</p>", "It made 120"),
    "part of a word": Case("<p>counter[[revolutionaries gathered]]</p>", "revolutionaries gathered"),
    "closed details": Case("<details><summary>More</summary>The [[inner words]] here.</details>", "inner words"),
    "flex items": Case(
        "<div style=display:flex><span>The [[first item</span><span>Second item]]</span></div>",
        "first item Second item",
    ),
    "beside a float": Case("<p>alpha <span style=float:left>beta</span> [[gamma delta]]</p>", "gamma delta"),
    "english": Case(
        "<p>Before it. [[The harbour handled 1,201 ships]] in 1999.</p>", "The harbour handled 1,201 ships"
    ),
    "japanese": Case("<p>昨日、[[連絡船は412人の乗客]]を運んだ。</p>", "連絡船は412人の乗客"),
    "korean": Case("<p>올해 [[정부의 예산]]은 줄었다.</p>", "정부의 예산"),
    "cells": Case(TABLE.format("[[12", "34]]", "12", "35"), "12\t34"),
    "one of two equal cells": Case(TABLE.format("12", "34", "[[12]]", "35"), "12", 2),
    "rows": Case(TABLE.format("12", "[[34", "13]]", "35"), "34\nOsaka\t13"),
    "items": Case("<ul><li>Zero</li><li>[[First item</li><li>Second, too]]</li></ul>", "First item\nSecond, too"),
    "second occurrence": Case(
        "<p>The quick fox ran. The lazy dog slept.</p><p>The quick fox ran. [[The lazy dog slept]] long.</p>",
        "The lazy dog slept",
        2,
    ),
    "equal paragraphs": Case("<p>One.</p><p>It is so.</p><p>Two.</p><p>[[It is so.]]</p>", "It is so.", 2),
    "paragraphs": Case(
        "<p>Some words. [[The first ends here.</p><p>次の段落は、これで始まる。]]続く。</p>",
        "The first ends here.\n\n次の段落は、これで始まる。",
    ),
    "heading": Case("<h2>[[Budget 2024</h2><p>It was passed.]]</p>", "Budget 2024\n\nIt was passed."),
    "inline markup": Case(
        "<p>He said <b>[[no</b>thing <i>of <a href=/x>the</a></i> <code>plan</code>]] at all.</p>",
        "nothing of the plan",
    ),
    "punctuation": Case(
        "<p>Use [[--zones, a &amp; b; “c” (50% + 2), state-of-the-art]] now.</p>",
        "--zones, a & b; “c” (50% + 2), state-of-the-art",
    ),
    "footnote marker inside": Case(
        "<p>Then. [[The ship sank.<sup><a href='#n1'>[1]</a></sup> It was old]], they said.</p>",
        "The ship sank. It was old",
    ),
    "footnote marker after": Case("<p>Then [[the ship sank]]<sup>[1]</sup> there.</p>", "the ship sank"),
    "marker between paragraphs": Case(
        "<p>Then [[it sank.<sup><a href='#n1'>2</a></sup></p><p>It was old]], they said.</p>",
        "it sank.\n\nIt was old",
    ),
    "ruby": Case(
        "<p>[[昨日<ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rp>(</rp><rt>きょう</rt><rp>)</rp></ruby>で会議]]。</p>",
        "昨日東京で会議",
    ),
    "raised figures": Case("<p>It is [[10<sup>2</sup> m of H<sub>2</sub>O]] now.</p>", "10² m of H₂O"),
    "line breaks": Case("<p>One<br>[[two words<br>three]]<br>four</p>", "two words\nthree"),
    "preformatted": Case("<pre>x y\n[[a  b\tc\nd]] e</pre>", "a  b\tc\nd"),
    "button": Case("<p>First [[see <button>Go on</button> there]] now.</p>", "see Go on there"),
    "invisible characters": Case(
        "<p>A [[soft&shy;ened zero&#8203;width foo<wbr>bar]] x.</p>", "soft\u00adened zero\u200bwidth foobar"
    ),
    "long": Case(
        f"<p>Start. [[{' '.join(f'word{number}' for number in range(90))}]] and more.</p>",
        " ".join(f"word{number}" for number in range(90)),
    ),
}


async def selected(stage: Stage, case: Case, link: str) -> tuple[bytes, list[float]]:
    """A picture of the page as the link opens it, and the box in which the passage's words lie."""
    body = "<!doctype html><meta charset=utf-8>" + STYLE + case.html.replace("[[", "<!--s-->").replace("]]", "<!--e-->")

    async def answer(route: Route) -> None:
        await route.fulfill(body=body, content_type="text/html; charset=utf-8")

    async with stage.chromium.context(viewport={"width": 700, "height": 500}) as context:
        await context.route("**/*", answer)
        page = await context.new_page()
        await page.goto(link)
        place = await page.evaluate(PLACE)
        return await page.screenshot(), place


@pytest.mark.promise("QUOTE-11")
@pytest.mark.parametrize("case", LINKED.values(), ids=LINKED.keys())
def test_the_link_selects_exactly_the_quoted_words(stage: Stage, case: Case) -> None:
    link = case.link()
    assert link is not None
    picture, place = stage.run(selected(stage, case, link))
    assert extent(load(picture), PINK) == pytest.approx(place, abs=3), link


UNLINKED = {
    "concealed words inside": Case("<p>It was <span style='opacity:0'>not</span> so old.</p>", "It was so old"),
    "words of a style sheet's": Case("<p>It was <span class=gone>not</span> so old.</p>", "It was not so old"),
    "shown on demand": Case("<p>See.</p><div hidden>The folded words.</div>", "The folded words"),
    "choices of a form": Case("<p>See.</p><select><option>First choice<option>Other</select>", "First choice"),
}


@pytest.mark.promise("QUOTE-11")
@pytest.mark.parametrize("case", UNLINKED.values(), ids=UNLINKED.keys())
def test_where_a_link_might_select_nothing_there_is_none(case: Case) -> None:
    assert case.link() is None


def test_the_judge_sees_when_nothing_is_selected(stage: Stage) -> None:
    case = Case("<p>[[Some words]] here</p>", "Some words")
    picture, _ = stage.run(selected(stage, case, "http://page.test/#:~:text=other%20words"))
    assert mask(load(picture), PINK).getbbox() is None


ROUNDS = 3
"""Times that a page is opened: each time with links to several passages that do not overlap."""
AT_ONCE = 16
"""Directives of one URL that Chromium follows; the rest it leaves out."""
SHEETS = [*own_sheets(), *case_sheets()[::5]]


def rounds(sheet: Sheet) -> list[list[tuple[Range, Directive]]]:
    """The first passages of a page and their links, in sets that do not overlap."""
    sets: list[list[tuple[Range, Directive]]] = [[] for _ in range(ROUNDS)]
    for quote in sheet.quotes:
        link, _, _ = linked(sheet, quote)
        part = Range(quote.range.start - 1, quote.range.end + 1)
        open_sets = (one for one in sets if len(one) < AT_ONCE)
        free = next((one for one in open_sets if not any(part.overlaps(other) for other, _ in one)), None)
        if link is not None and free is not None:
            free.append((quote.range, link.directive))
    return [one for one in sets if one]


async def judged(stage: Stage, sheet: Sheet) -> list[tuple[str, Verdict]]:
    async with stage.chromium.context(viewport={"width": 700, "height": 900}) as context:
        judge = Judge(context, sheet.html, sheet.page)
        await judge.open()
        verdicts = []
        for one in rounds(sheet):
            boxes: list[Box] = [box for places in await judge.boxes([part for part, _ in one]) for box in places]
            url = joined(URL, [directive for _, directive in one])
            verdicts.append((url, await judge.verdict(url, boxes)))
        return verdicts


@pytest.mark.promise("QUOTE-11")
@pytest.mark.parametrize("sheet", SHEETS, ids=[f"{sheet.name}{number}" for number, sheet in enumerate(SHEETS)])
def test_the_links_of_a_page_select_the_quotes_and_nothing_else(stage: Stage, sheet: Sheet) -> None:
    for url, verdict in stage.run(judged(stage, sheet)):
        assert verdict.right, (verdict.said, url)


def test_nearly_every_quote_gets_a_link() -> None:
    found = [linked(sheet, quote)[0] for sheet in (*own_sheets(), *case_sheets()) for quote in sheet.quotes]
    assert len(found) > 500
    assert sum(link is not None for link in found) >= 0.98 * len(found)
