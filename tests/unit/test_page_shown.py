"""The text that a browser searches: the stored text with what that leaves out, and the way to it."""

from __future__ import annotations

import time

import pytest

from evidence.page import read_html
from evidence.page_shown import UNSURE, shown_text

X = UNSURE


def shown(html: str):
    page = read_html(html, "http://page.test/")
    return page.text, shown_text(page.text, page.marked_html, page.hidden)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>It sank.<sup>[1]</sup> It was old.", "It sank.[1] It was old."),
        ("<p>It sank. <sup>[1]</sup>It was old.", "It sank. [1]It was old."),
        ("<p>It sank <sup>[1]</sup> and was old.", "It sank [1] and was old."),
        ("<p>It sank.<sup>[1]</sup></p><p><sup>[2]</sup>It was.", "It sank.[1]\n\n[2]It was."),
        ("<p><sup>[1]</sup>It sank.<sup>[2]</sup>", "[1]It sank.[2]"),
        ("<p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</rt></ruby>で", "東とう京きょうで"),
        ("<p>Two <b>bold</b> <i>words</i>\n<a href=/x>there</a>.</p>", "Two bold words there."),
        ("<p>a <button>b</button> c", "a \nb \nc"),
        ("<p>foo<label>bar</label>", f"foo {X}bar"),
        ("<p>so <i style='opacity:0'>not</i> old", f"so {X}not{X} old"),
        ("<style>.a{color:red}</style><title>T</title><script>x</script><p>words<noscript>none</noscript>", "words"),
        ("<p>a</p><div hidden>folded</div><p>b", f"a\n\n{X}folded{X}\n\nb"),
        ("<table><tr><td>1<td>2<tr><td>3</table>", "1\t2\n3"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("", ""),
    ],
)
def test_what_the_page_shows_beyond_its_text_is_put_in(html: str, expected: str) -> None:
    text, found = shown(html)
    assert found.text == expected
    for at, character in enumerate(text):
        assert found.text[found.start(at)] == character
        assert found.text[found.end(at + 1) - 1] == character


def test_text_that_no_search_finds_is_told() -> None:
    text, found = shown("<p>See</p><select><option>First<option>Second</select><details>inner</details><i hidden>x</i>")
    assert [text[part.start : part.end] for part in found.unseen] == ["First", "Second", "x"]


def test_a_large_page_is_read_in_time() -> None:
    html = "".join(f"<p>Words <b>of</b> line {i}.<sup>[{i}]</sup> <i>And</i> more of it.</p>" for i in range(20_000))
    page = read_html(html, None)
    begun = time.process_time()
    assert shown_text(page.text, page.marked_html, page.hidden).text.endswith("[19999] And more of it.")
    assert time.process_time() - begun < 4
