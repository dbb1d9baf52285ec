"""The text that a browser searches on a page, read from its snapshot, and the way between it and the stored text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.fragment_reader import read_snapshot
from evidence.fragment_text import SearchedText, by_lines
from evidence.page import PageText, read_html
from evidence.ranges import Range
from tests.pace import pace


def read(html: str) -> tuple[PageText, SearchedText]:
    page = read_html(html, "http://page.test/")
    return page, read_snapshot(page.text, page.marked_html)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>It sank.<sup>[1]</sup> It was old.", "It sank.[1] It was old."),
        ("<p>It sank. <sup>[1]</sup>It was old.", "It sank. [1]It was old."),
        ("<p>It sank.<sup>[1]</sup></p><p><sup>[2]</sup>It was.", "It sank.[1]|[2]It was."),
        ("<p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</rt></ruby>で", "東とう京きょうで"),
        ("<p>Two <b>bold</b> <i>words</i>\n<a href=/x>there</a>.</p>", "Two bold words there."),
        ("<p>a <b> b</b>\n<i>\n c </i> d", "a b c d"),
        ("<p>a <button>b</button> c", "a|b|c"),
        ("<p>a <button></button> b", "a  b"),
        ("<p>a <img src=x> b <i style='float:left'></i> c", "a b c"),
        ("<p>a<i style='float:left'>b</i>c", "a|b|c"),
        ("<p>foo<label>bar</label>", "foobar"),
        ("<p>so <i style='opacity:0'>not</i> old", "so not old"),
        ("<p>so <i style='visibility:hidden'>not <b style='visibility:visible'>so</b></i> old", "so so old"),
        ("<style>.a{display:none}.b{display:block}</style><p>x<i class=a>a</i>y<i class=b>z</i>", "xy|z"),
        ("<title>T</title><script>x</script><p>words<noscript>none</noscript>", "words"),
        ("<p>a</p><div hidden>gone</div><div hidden=until-found>there</div><p>b", "a|there|b"),
        ("<p>a<div style='display:none'>x</div></p>b<div></div>c", "a|b|c"),
        ("<table><caption>t</caption><tr><td>1<td>2<tr><td>3</table>", "t|1|2|3"),
        ("<pre>\na\n  b</pre>", "a\n  b"),
        ("<p style='white-space:pre-line'>a   b \n c", "a b\nc"),
        ("<p>a<br> b <br>c", "a\nb\nc"),
        ("<p>途中で\n改行", "途中で 改行"),
        ("<p>x<textarea>\nq w</textarea>y<input value=v>z<input type=checkbox>", "x|q w|y|v|z"),
        ("<p>a<select><option>b</select>c<select multiple><option>d<option>e</select>", "ac|d|e"),
        ("<details><summary>s</summary>in</details>", "s|in"),
        ("<div style='display:flex'><span>a</span><span>b</span></div>", "a|b"),
        ("<svg><title>t</title><text>a</text></svg><math><mi>x</mi><mn>3</mn></math>", "a|x|3"),
        ("<p>a &lt;b&gt; &amp;amp; c", "a <b> &amp; c"),
        ("<p>a\uffffb<input value=''><input type=submit>", "a\ufffdb"),
        ("", ""),
    ],
)
def test_the_text_is_what_a_browser_searches(html: str, expected: str) -> None:
    _, searched = read(html)
    assert searched.text.replace("\uffff", "|") == expected


@pytest.mark.parametrize(
    "html",
    [
        "<p>soft&shy;ened zero&#8203;width \u0001 3&nbsp;000 <b> x </b>\n y 10<sup>2</sup> m H<sub>2</sub>O",
        "<pre> a\tb\n c</pre><p>a&#x2003;b&#x85;c \U0001f469\u200d\U0001f467 \U000e0041x",
        "<table><tr><td>1 <td> 2</table><ul><li>a<br>b<sup><a href='#n'>3</a></sup>c<li>d</ul>",
    ],
)
def test_every_visible_character_of_the_stored_text_has_its_place(html: str) -> None:
    page, searched = read(html)
    raised = str.maketrans("²₂", "22")
    for at, char in enumerate(page.text):
        place = searched.position(at)
        assert char.isspace() or (place is not None and searched.text[place] == char.translate(raised))
        if place is not None:
            assert searched.stored(place, place + 1) == (at, at + 1)
    assert searched.holds_all(page.text, 0, len(page.text))


def test_words_that_are_not_searched_are_missed() -> None:
    page, searched = read("<p>See <i hidden>the folded</i> words <select><option>First</select> there.")
    assert not searched.holds_all(page.text, 0, len(page.text))
    start = page.text.index("words")
    assert searched.holds_all(page.text, start, start + 5)
    assert searched.position(page.text.index("First")) is None


def test_words_that_the_stored_text_lacks_are_told() -> None:
    _, searched = read("<p>so <i style='opacity:0'>not</i> old<sup>[1]</sup> <input value=typed>")
    assert [searched.text[start:end] for start, end in searched.extras] == ["not", "typed"]


def test_words_that_nobody_would_see_selected_are_told() -> None:
    _, searched = read(
        "<p>a</p><div style='max-height:0;overflow:hidden'>folded</div><select multiple><option>b</select>"
        "<details>in</details>"
    )
    assert [searched.text[start:end] for start, end in searched.dims] == ["folded", "b"]


def test_without_a_snapshot_lines_and_cells_are_blocks() -> None:
    searched = by_lines("a b\tc\n\nd", [Range(4, 5)])
    assert searched.text == "a b\uffffc\uffff\uffffd"
    assert searched.block(5) == (4, 5)
    assert searched.position(7) == 7
    assert searched.dims == [(4, 5)]
    assert by_lines("", []).text == ""


PIECES = [
    "<p>",
    "</p>",
    "a ",
    " b",
    "<b>",
    "</b>",
    "<br>",
    "<div>",
    "</div>",
    "<!--x-->",
    "<i hidden>",
    "</i>",
    "<td>",
    "<button>",
    "</button>",
    "\n",
    "&amp;",
    "<img>",
    "<textarea>",
    "</textarea>",
    "<style>p{float:left}</style>",
    "<pre>",
    "</pre>",
]


@given(st.lists(st.sampled_from(PIECES), max_size=24))
def test_any_markup_is_read_and_ranges_are_in_order(pieces: list[str]) -> None:
    page, searched = read("".join(pieces))
    places = [place for at in range(len(page.text)) if (place := searched.position(at)) is not None]
    assert places == sorted(set(places))
    assert list(searched.blocks) == sorted(set(searched.blocks))
    assert all(searched.text[start - 1] == "\uffff" for start in searched.blocks if start)
    for at in range(len(searched.text)):
        low, high = searched.block(at)
        assert low <= at <= high
        assert "\uffff" not in searched.text[low:high]


def test_a_large_page_is_read_in_time() -> None:
    html = "".join(f"<p>Words <b>of</b> line {i}.<sup>[{i}]</sup> <i>And</i> more of it.</p>" for i in range(20_000))
    page = read_html(html, None)
    begun = time.process_time()
    assert read_snapshot(page.text, page.marked_html).text.endswith("[19999] And more of it.")
    assert time.process_time() - begun < 4 * pace()
